import type { EvaluateRequest } from '@loyalty/contracts';
import type { Campaign } from '../campaigns/campaign.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import { campaign, nowMs } from './builders.ts';
import { chance, type Dice, optional, pick, several, someOf } from './dice.ts';
import { storeRefs, type TestConfiguration } from './make-configuration.ts';
import type { Step } from './make-steps.ts';

/** Gives most campaigns conditions, of which some hold for a few of the steps of a life. */
export const withConditions = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  campaigns: configuration.campaigns.map((one) => ({
    ...one,
    ...optional(dice, 80, () => ({ conditions: makeTree(dice, leavesOf(one), 2) })),
  })),
  ...optional(dice, 80, () => ({ zone: pick(dice, zones) })),
});

export const withAttributes = (dice: Dice, steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.kind === 'event'
      ? step
      : { ...step, request: { ...step.request, attributes: makeAttributes(dice) } },
  );

/** At {@link nowMs}: a day begins; a clock is put forward; nothing changes. */
const zones: readonly ZoneChanges[] = [
  [[0, 720]],
  [
    [0, 60],
    [nowMs / 60_000, 120],
  ],
  [[0, 345]],
];

/** The attributes are in the order of their names. */
const makeAttributes = (dice: Dice): EvaluateRequest['attributes'] =>
  someOf(dice, ['channel', 'code']).map((name) => ({ name, value: pick(dice, ['online', 'SPRING']) }));

const localLeaves: readonly object[] = [
  { field: 'weekday', op: 'eq', value: 'WED' },
  { field: 'weekday', op: 'not_in', value: ['WED', 'SUN'] },
  { field: 'date', op: 'lt', value: '2026-03-11' },
  { field: 'date', op: 'in', value: ['2026-03-11', '2026-12-24'] },
  { field: 'time', op: 'gte', value: '14:00' },
  { field: 'time', op: 'lt', value: '12:30' },
  { field: 'day_of_month', op: 'lte', value: 10 },
  { field: 'day_of_month', op: 'neq', value: 10 },
];

const receiptLeaves: readonly object[] = [
  { field: 'store_ref', op: 'eq', value: storeRefs[0] },
  { field: 'store_ref', op: 'exists', value: false },
  { field: 'attributes.channel', op: 'eq', value: 'online' },
  { field: 'attributes.channel', op: 'neq', value: 'online' },
  { field: 'attributes.code', op: 'in', value: ['SPRING', 'SUMMER'] },
  // Of a later release.
  { field: 'mood', op: 'eq', value: 'fine' },
];

const leavesOf = (given: Partial<Campaign>): readonly object[] =>
  canFireOnReceipts(campaign(given).earningRule) ? [...localLeaves, ...receiptLeaves] : localLeaves;

export const makeTree = (dice: Dice, leaves: readonly object[], levels: number): Record<string, unknown> =>
  levels === 0 || chance(dice, 40)
    ? { ...pick(dice, leaves) }
    : {
        operator: pick(dice, ['AND', 'OR']),
        conditions: several(dice, [1, 2], () => makeTree(dice, leaves, levels - 1)),
      };
