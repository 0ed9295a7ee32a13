import { readAccounts } from '@loyalty/accounts';
import { readBudgets, readConfigVersions, type CampaignName, type Snapshots } from '@loyalty/programme';
import { isBudgetSpent, noteBurnBudgets } from '@loyalty/rules';
import type { Queryable } from '@loyalty/storage';
import type { RedemptionPreview } from '../usecases/ports.ts';

/** Accounts, budgets and configurations as the primary has them now, read without locks. */
export const createRedemptionPreview =
  (db: Queryable, snapshots: Pick<Snapshots, 'get'>): RedemptionPreview =>
  async ({ environmentId, memberKey, asked, nowMs }) => {
    const [known] = memberKey === null ? [] : await readAccounts(db, [{ environmentId, memberKey }]);
    // Behind the account, so that every change answered before is seen, as in the engine (D33).
    const version = (await readConfigVersions(db, [environmentId])).get(environmentId);
    const snapshot = version === undefined ? null : await snapshots.get(environmentId, version);
    if (snapshot === null) return null;
    const names: CampaignName[] = [];
    noteBurnBudgets(snapshot, asked, (campaignId) => names.push({ environmentId, campaignId }));
    const states = await readBudgets(db, names);
    const spent = new Set(
      states.filter(({ budget }) => isBudgetSpent(budget)).map(({ campaignId }) => campaignId),
    );
    const account = known?.account ?? null;
    return { snapshot, account, nowMs, isBudgetSpent: (campaignId) => spent.has(campaignId) };
  };
