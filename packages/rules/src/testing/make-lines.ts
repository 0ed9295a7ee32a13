import type { EvaluateRequest } from '@loyalty/contracts';
import type { Campaign } from '../campaigns/campaign.ts';
import { canFireOnReceipts } from '../earning/rules/on-receipt.ts';
import { campaign } from './builders.ts';
import { chance, type Dice, optional, pick, several } from './dice.ts';
import type { TestConfiguration } from './make-configuration.ts';
import type { Step } from './make-steps.ts';
import { categories, skus } from './make-rule.ts';

type Json = Record<string, unknown>;

/** Values that lines of a receipt may have. */
export interface LineWords {
  readonly skus: readonly string[];
  readonly categories: readonly string[];
  readonly pricesCents: readonly number[];
}

const fewWords: LineWords = { skus, categories, pricesCents: [999, 1_000, 1_001] };

/** Gives most campaigns for receipts lines that earn, and conditions over lines. */
export const withLines = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  campaigns: configuration.campaigns.map((one) => ({ ...one, ...makeAim(dice, one, fewWords) })),
});

export const makeAim = (
  dice: Dice,
  given: Partial<Campaign>,
  words: LineWords,
): Pick<Campaign, 'conditions' | 'earnOn'> =>
  canFireOnReceipts(campaign(given).earningRule)
    ? {
        ...optional(dice, 60, () => ({ earnOn: makeEarnOn(dice, words) })),
        ...optional(dice, 50, () => ({ conditions: makeLinesTree(dice, words, 2) })),
      }
    : {};

export const makeEarnOn = (dice: Dice, words: LineWords): Json => ({
  [pick(dice, ['lines', 'except'])]: makeLineTree(dice, words, 2),
});

export const makeLinesTree = (dice: Dice, words: LineWords, levels: number): Json =>
  levels === 0 || chance(dice, 50)
    ? makeLinesLeaf(dice, words)
    : node(dice, () => makeLinesTree(dice, words, levels - 1));

const node = (dice: Dice, make: () => Json): Json => ({
  operator: pick(dice, ['AND', 'OR']),
  conditions: several(dice, [1, 3], make),
});

const numericOps = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'];

/** One in eight is over the time or the store. */
const makeLinesLeaf = (dice: Dice, words: LineWords): Json => {
  if (chance(dice, 12)) return { field: 'store_ref', op: 'exists', value: chance(dice, 50) };
  const lines = { lines: makeLineTree(dice, words, 2) };
  if (chance(dice, 30)) return lines;
  const [field, value] = pick(dice, [
    ['quantity', dice(0, 4_000) / 1_000],
    ['spend_cents', dice(0, 4) * 1_000 + dice(0, 1)],
    ['count', dice(0, 3)],
  ] as const);
  return { ...lines, field, op: pick(dice, numericOps), value };
};

const makeLineTree = (dice: Dice, words: LineWords, levels: number): Json =>
  levels === 0 || chance(dice, 60)
    ? makeLineLeaf(dice, words)
    : node(dice, () => makeLineTree(dice, words, levels - 1));

const makeLineLeaf = (dice: Dice, words: LineWords): Json => {
  const field = pick(dice, ['sku', 'category', 'category', 'unit_price_cents']);
  const values = valuesOf(field, words);
  if (field === 'unit_price_cents' && chance(dice, 70))
    return { field, op: pick(dice, numericOps), value: pick(dice, values) };
  const op = pick(dice, ['eq', 'eq', 'neq', 'in', 'in', 'not_in']);
  const isList = op === 'in' || op === 'not_in';
  return { field, op, value: isList ? several(dice, [1, 3], () => pick(dice, values)) : pick(dice, values) };
};

const valuesOf = (field: string, words: LineWords): readonly (string | number)[] => {
  if (field === 'sku') return words.skus;
  return field === 'category' ? words.categories : words.pricesCents;
};

/** Some lines were cheaper than their price says, or dearer. */
export const withLineAmounts = (dice: Dice, steps: readonly Step[]): Step[] =>
  steps.map((step) =>
    step.kind === 'event'
      ? step
      : { ...step, request: { ...step.request, lineAmounts: makeLineAmounts(dice, step.request) } },
  );

export const makeLineAmounts = (
  dice: Dice,
  { products }: Pick<EvaluateRequest, 'products'>,
): EvaluateRequest['lineAmounts'] =>
  products.flatMap((_, line) => (chance(dice, 40) ? [{ line, amountCents: dice(0, 3_000) }] : []));
