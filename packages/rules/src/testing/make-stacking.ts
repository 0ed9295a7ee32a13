import type { TierId } from '@loyalty/kernel';
import { canBeMultiplied } from '../earning/rules/tier-multiplier.ts';
import { campaign } from './builders.ts';
import { type Dice, optional, pick } from './dice.ts';
import { withLimits } from './make-limits.ts';
import type { TestConfiguration } from './make-configuration.ts';

const tierId = (n: number): TierId => `0198c0de-0000-7000-8000-00000000001${n.toString()}` as TierId;

const multipliers: readonly number[] = [15_000, 12_345, 20_000, 10_000, 5_000, 1];

/** Tiers that multiply, and campaigns that let them. */
export const withMultipliers = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  tiers: [
    { id: tierId(0), minLifetimePoints: 0, ...optional(dice, 80, () => multiplied(dice)) },
    { id: tierId(1), minLifetimePoints: 100, ...optional(dice, 80, () => multiplied(dice)) },
    { id: tierId(2), minLifetimePoints: 600, ...optional(dice, 80, () => multiplied(dice)) },
  ],
  campaigns: configuration.campaigns.map((one) =>
    canBeMultiplied(campaign(one).earningRule)
      ? { ...one, ...optional(dice, 75, () => ({ tierMultiplier: true })) }
      : one,
  ),
});

const multiplied = (dice: Dice) => ({ multiplierScaled: pick(dice, multipliers) });

const groups: readonly string[] = ['wine', 'tea'];

/** Most campaigns are in one of two groups, some with a priority, few with limits. */
export const withGroups = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...configuration,
  campaigns: withLimits(dice, configuration, 30).campaigns.map((one) => ({
    ...one,
    ...optional(dice, 75, () => ({ exclusiveGroup: pick(dice, groups) })),
    ...optional(dice, 40, () => ({ priority: dice(-1, 1) })),
  })),
});

const capMaxima: readonly number[] = [1, 50, 300, 1_000];

/** Caps so low that a life reaches them, beside some groups. */
export const withCaps = (dice: Dice, configuration: TestConfiguration): TestConfiguration => ({
  ...withGroups(dice, configuration),
  caps: {
    ...optional(dice, 50, () => ({ day: pick(dice, capMaxima) })),
    ...optional(dice, 50, () => ({ week: pick(dice, capMaxima) })),
    month: pick(dice, capMaxima),
  },
});
