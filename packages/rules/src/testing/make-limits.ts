import { dayMs } from '@loyalty/kernel';
import { closedAfterDays } from '../limits/campaign-uses.ts';
import { nowMs } from './builders.ts';
import { chance, type Dice, optional, pick, someOf } from './dice.ts';
import type { TestConfiguration } from './make-configuration.ts';
import type { Step } from './make-steps.ts';

type Json = Readonly<Record<string, unknown>>;

/** Gives most campaigns limits, so low that a life reaches some of them. */
export const withLimits = (
  dice: Dice,
  configuration: TestConfiguration,
  percent = 80,
): TestConfiguration => ({
  ...configuration,
  campaigns: configuration.campaigns.map((one) => ({
    ...one,
    ...optional(dice, percent, () => ({ limits: makeLimits(dice) })),
  })),
});

/** Gives some campaigns a limit of all members together, beside others that they have. */
export const withCampaignLimits = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  campaigns: configuration.campaigns.map((one) => {
    const others = one.limits ?? [];
    if (others.length === 4 || chance(dice, 50)) return one;
    const max = dice(1, 6);
    return { ...one, limits: [...others, { per: 'CAMPAIGN', period: 'EVER', of: 'TIMES', max }] };
  }),
});

const kinds: readonly Json[] = [
  ...['DAY', 'WEEK', 'MONTH', 'EVER'].flatMap((period) =>
    ['TIMES', 'POINTS'].map((of) => ({ per: 'MEMBER', period, of })),
  ),
  { per: 'RECEIPT', of: 'POINTS' },
];

const makeLimits = (dice: Dice): readonly Json[] => {
  const chosen = someOf(dice, kinds).slice(0, 4);
  const some = chosen.length === 0 ? [pick(dice, kinds)] : chosen;
  return some.map((kind) => ({
    ...kind,
    max: kind['of'] === 'TIMES' ? dice(1, 3) : pick(dice, [1, 10, 100, dice(1, 500)]),
  }));
};

/** Most steps lie back by days, some at the edge of what limits still count. */
export const withDays = (dice: Dice, steps: readonly Step[]): Step[] =>
  steps.map((step) => {
    if (chance(dice, 40)) return step;
    const back = pick(dice, [dice(0, 40) * dayMs, dice(0, 3) * dayMs, closedAfterDays * dayMs]);
    const occurredAt = nowMs - back + pick(dice, [0, 1, 999, 1_000, 1_001]);
    return step.kind === 'event'
      ? { ...step, occurredAtMs: occurredAt }
      : { ...step, request: { ...step.request, occurredAt } };
  });
