import type { RedemptionPreview } from '../usecases/transactions/quote-redemption.ts';
import { readAccounts } from '@loyalty/accounts';
import { loadNewest, type CampaignKey, type Snapshots } from '@loyalty/configuration';
import { noteBurnBudgets, requireKnownRules } from '@loyalty/rules';
import type { DatabaseShares } from '@loyalty/storage';

import { readSpentCampaigns } from './spent-campaigns.ts';

/** Creates the preview from accounts, budgets and configurations that are read from the primary without locks. */
export const createRedemptionPreview =
  (shares: DatabaseShares, snapshots: Pick<Snapshots, 'getAll' | 'reader'>): RedemptionPreview =>
  async ({ environmentId, memberKey, asked, nowMs }) => {
    const db = shares.of(environmentId);
    const [known] = memberKey === null ? [] : await readAccounts(db, [{ environmentId, memberKey }]);
    // Read after the account, so that it includes every change confirmed before, as in the engine (D33).
    const snapshot = (await loadNewest(snapshots, db, [environmentId])).get(environmentId);
    if (snapshot === undefined) return null;
    requireKnownRules(snapshot);
    const names: CampaignKey[] = [];
    noteBurnBudgets(snapshot, asked, (campaignId) => names.push({ environmentId, campaignId }));
    const spent = new Set(await readSpentCampaigns(db, names));
    const account = known?.account ?? null;
    return { snapshot, account, nowMs, isBudgetSpent: (campaignId) => spent.has(campaignId) };
  };
