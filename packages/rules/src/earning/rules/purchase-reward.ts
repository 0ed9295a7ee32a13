import type { EarningRule, RuleOf } from '../../campaigns/campaign.ts';
import { awardOf } from '../../rewards/grants.ts';
import { noCounts, type RuleOutcome } from './rule-outcome.ts';

/**
 * Gives the reward once, or once for each `everyQuantity` whole units that earn, up to `maxTimes` times
 * (D229).
 */
export const purchaseRewardAward = (
  { reward, everyQuantity, maxTimes = 1 }: RuleOf<'PURCHASE_REWARD'>,
  campaignName: string,
  thousandthsBought: () => number,
): RuleOutcome => {
  const times =
    everyQuantity === undefined
      ? 1
      : Math.min(maxTimes, Math.floor(thousandthsBought() / (1000 * everyQuantity)));
  if (times === 0) return 'NOTHING_TO_AWARD';
  const { points, grants } = awardOf(reward, campaignName);
  return {
    points: times * points,
    grants: times === 1 ? grants : Array.from({ length: times }, () => grants).flat(),
    counts: noCounts,
  };
};

type EveryRule = RuleOf<'PURCHASE_REWARD'> & { readonly everyQuantity: number };

/** Returns true if the award of the rule counts units. */
export const countsUnits = (rule: EarningRule): rule is EveryRule =>
  rule.type === 'PURCHASE_REWARD' && rule.everyQuantity !== undefined;
