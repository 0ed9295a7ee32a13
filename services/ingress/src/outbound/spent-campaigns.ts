import type { CampaignId } from '@loyalty/kernel';
import { readBudgets, type CampaignKey } from '@loyalty/configuration';
import { isBudgetSpent } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';

/** Returns the campaigns whose budget is spent, read without locks. */
export const readSpentCampaigns = async (
  db: Queryable,
  names: readonly CampaignKey[],
): Promise<CampaignId[]> => {
  const states = await readBudgets(db, names);
  return states
    .filter(({ budget }) => budget === null || isBudgetSpent(budget))
    .map(({ campaignId }) => campaignId);
};
