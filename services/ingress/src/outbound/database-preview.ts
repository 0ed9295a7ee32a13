import type { PreviewCall } from '../usecases/transactions/simulate.ts';
import type { Preview } from '../usecases/transactions/simulate.ts';
import {
  readAccounts,
  readMemberCounters,
  readMembershipsByKey,
  readSharedCounters,
  type SharedCounterKey,
} from '@loyalty/accounts';
import { drawOf, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import { loadNewest, type CampaignKey, type Snapshots } from '@loyalty/configuration';
import {
  countingCampaigns,
  earningInputsFrom,
  noteRequiredLocks,
  receiptActivity,
  requireKnownRules,
  targetedSegments,
  type DecisionContext,
} from '@loyalty/rules';
import type { EvaluateRequest } from '@loyalty/contracts';
import type { DatabaseShares, Queryable } from '@loyalty/storage';

import { readSpentCampaigns } from './spent-campaigns.ts';

/** Creates the preview from accounts, counts, budgets and configurations that are read from the primary without locks. */
export const createDatabasePreview =
  (shares: DatabaseShares, snapshots: Pick<Snapshots, 'getAll' | 'reader'>): Preview =>
  async (call) => {
    const db = shares.of(call.environmentId);
    const { environmentId, memberKey, request, nowMs, newId } = call;
    const member = [{ environmentId, memberKey }];
    const [known] = await readAccounts(db, member);
    // Read during the call, so that it includes every change confirmed before, as in the engine (D33).
    const snapshot = (await loadNewest(snapshots, db, [environmentId])).get(environmentId);
    if (snapshot === undefined) return null;
    requireKnownRules(snapshot);
    const ownedBy = (ids: readonly string[]) => ids.map((id) => ({ environmentId, id }));
    const memberCounts = await readMemberCounters(db, member, ownedBy(countingCampaigns(snapshot)));
    const [memberships] = await readMembershipsByKey(db, member, ownedBy(targetedSegments(snapshot)));
    const own = { segmentIds: memberships?.segmentIds ?? [], memberCounts };
    const context: DecisionContext = {
      snapshot,
      account: known?.account ?? null,
      inputs: earningInputsFrom({ ...own, sharedCounts: [], spentCampaignIds: [] }),
      nowMs,
      newId,
      draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.transactionRef),
    };
    return { ...context, inputs: earningInputsFrom({ ...own, ...(await readShared(db, call, context)) }) };
  };

/** Reads the shared counts and budgets that the receipt may use. */
const readShared = async (
  db: Queryable,
  { environmentId, request }: PreviewCall,
  context: DecisionContext,
) => {
  const { counts, budgets } = requiredLocksOf(environmentId, context, request);
  return {
    sharedCounts: counts.length === 0 ? [] : await readSharedCounters(db, counts),
    spentCampaignIds: await readSpentCampaigns(db, budgets),
  };
};

const requiredLocksOf = (
  environmentId: EnvironmentId,
  context: DecisionContext,
  request: EvaluateRequest,
) => {
  const counts: SharedCounterKey[] = [];
  const budgets: CampaignKey[] = [];
  noteRequiredLocks(receiptActivity(context, request), {
    budget: (campaignId: CampaignId) => budgets.push({ environmentId, campaignId }),
    count: (campaignId, scope) => counts.push({ environmentId, campaignId, scope }),
  });
  return { counts, budgets };
};
