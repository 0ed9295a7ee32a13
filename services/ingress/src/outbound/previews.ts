import type { EvaluateRequest } from '@loyalty/contracts';
import { type CampaignId, drawOf, type EnvironmentId, type SegmentId } from '@loyalty/kernel';
import { requireKnownRules, type Snapshot } from '@loyalty/rules';
import { burnTargets, noteBurnBudgets, type RedemptionContext } from '@loyalty/rules/burning';
import { isBudgetSpent, targetedSegments } from '@loyalty/rules/campaigns';
import {
  countedUses,
  countingCampaigns,
  type DecisionContext,
  earningInputsFrom,
  noteRequiredLocks,
  numbersPurchases,
  receiptActivity,
  timedCampaigns,
  useStartsOf,
} from '@loyalty/rules/earning';
import { nothingSpent, redeemRefOf } from '@loyalty/rules/returns';
import { noPurchases, type PurchaseTotals } from '@loyalty/rules/statistics';
import type { Database, DatabaseShares, Queryable } from '@loyalty/storage';
import {
  type KnownAccount,
  type MemberIdentity,
  type NamedAccount,
  readAccountById,
  readNamedAccount,
  readWholeReturns,
} from '@loyalty/tables/accounts';
import { type CampaignKey, readBudgets } from '@loyalty/tables/campaigns';
import {
  readCampaignTimes,
  readMemberCounters,
  readMemberUses,
  readSharedCounters,
  readStamps,
  type SharedCounterKey,
} from '@loyalty/tables/counts';
import { loadNewest } from '@loyalty/tables/lookup';
import { readDueLots, readLots } from '@loyalty/tables/lots';
import { readMembershipsByKey } from '@loyalty/tables/memberships';
import { readRewards } from '@loyalty/tables/returned-rewards';
import { entriesOf, readEntries, readReceipts, readRedeems } from '@loyalty/tables/returns';
import { createSnapshots, type Snapshots } from '@loyalty/tables/snapshot';
import { readSpentPoints } from '@loyalty/tables/spent-points';
import type { IngressConnections } from '../connections.ts';
import type { RedemptionPreview } from '../usecases/transactions/quote-redemption.ts';
import type { ReturnPreview } from '../usecases/transactions/return-purchase.ts';
import type { Preview, PreviewCall } from '../usecases/transactions/preview-basket.ts';

/**
 * Creates previews, all of which use one cache of snapshots. Loading a snapshot does not count against the
 * share of its environment.
 */
export const createPreviews = ({
  db,
  shares,
  metrics,
  clock,
}: Pick<IngressConnections, 'db' | 'shares' | 'metrics' | 'clock'>) => {
  const snapshots = createSnapshots({ db, metrics, indexesCampaigns: true });
  return {
    preview: createDatabasePreview(shares, snapshots),
    redemptions: { preview: createRedemptionPreview(shares, snapshots), clock },
    returns: { preview: createReturnPreview(shares, snapshots), clock },
  };
};

/** Read from the primary without locks. */
const createDatabasePreview =
  (shares: DatabaseShares, snapshots: Pick<Snapshots, 'getAll' | 'reader'>): Preview =>
  async (call) => {
    const db = shares.of(call.environmentId);
    const { environmentId, memberKey, request, nowMs, newId } = call;
    const known = await readNamedAccount(db, { environmentId, memberKey });
    // Read during the call, so that it includes every change confirmed before, as in the engine (D33).
    const present = (await loadNewest(snapshots, db, [environmentId])).get(environmentId);
    if (present === undefined) return null;
    requireKnownRules(present);
    // Of a further reference, all that follows is read of the member to whom it belongs.
    const member = [{ environmentId, memberKey: known?.memberKey ?? memberKey }];
    const { snapshot, unspent } = await call.judge(present);
    const ownedBy = (ids: readonly string[]) => ids.map((id) => ({ environmentId, id }));
    const memberCounts = await readMemberCounters(db, member, ownedBy(countingCampaigns(snapshot)));
    const [memberships] = await readMembershipsByKey(db, member, ownedBy(targetedSegments(snapshot)));
    const purchases = await readPurchases(db, snapshot, known);
    const memberUses = await readMemberUses(db, member, {
      campaigns: ownedBy(countedUses(snapshot).campaignIds),
      startsOn: new Set(useStartsOf(snapshot, request.occurredAt ?? nowMs)),
    });
    const campaignTimes = await readCampaignTimes(db, ownedBy(timedCampaigns(snapshot)));
    const own = { segmentIds: memberships?.segmentIds ?? [], memberCounts, memberUses, campaignTimes };
    const context: DecisionContext = {
      snapshot,
      account: known?.account ?? null,
      inputs: earningInputsFrom({ ...own, sharedCounts: [], spentCampaignIds: [] }),
      purchases: () => purchases,
      nowMs,
      newId,
      draw: (campaignId) => drawOf(snapshot.secret, campaignId, request.transactionRef),
    };
    const shared = await readShared(db, call, { context, unspent });
    return {
      context: { ...context, inputs: earningInputsFrom({ ...own, ...shared }) },
      referenceState: known?.referenceState ?? 'ACTIVE',
    };
  };

/** Returns are read where a campaign asks for the number of a purchase. */
const readPurchases = async (
  db: Queryable,
  snapshot: Snapshot,
  known: KnownAccount | null,
): Promise<PurchaseTotals> => {
  if (known === null) return noPurchases;
  const [returned] = numbersPurchases(snapshot) ? await readWholeReturns(db, [known]) : [];
  const { txnCount, lastTxnDay } = known.figures;
  return { count: txnCount + (returned?.wholeReturns ?? 0), lastDay: lastTxnDay };
};

const readShared = async (
  db: Queryable,
  { environmentId, request }: PreviewCall,
  { context, unspent }: { readonly context: DecisionContext; readonly unspent: ReadonlySet<CampaignId> },
) => {
  const { counts, budgets } = requiredLocksOf(environmentId, context, request);
  const spendable = budgets.filter(({ campaignId }) => !unspent.has(campaignId));
  return {
    sharedCounts: counts.length === 0 ? [] : await readSharedCounters(db, counts),
    spentCampaignIds: await readSpentCampaigns(db, spendable),
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

/** Read from the primary without locks. */
const createRedemptionPreview =
  (shares: DatabaseShares, snapshots: Pick<Snapshots, 'getAll' | 'reader'>): RedemptionPreview =>
  async ({ environmentId, memberKey, asked, nowMs }) => {
    const db = shares.of(environmentId);
    const { known, lots } =
      memberKey === null ? noMember : await readPoints(db, { environmentId, memberKey }, nowMs);
    // Read after the account, so that it includes every change confirmed before, as in the engine (D33).
    const snapshot = (await loadNewest(snapshots, db, [environmentId])).get(environmentId);
    if (snapshot === undefined) return null;
    requireKnownRules(snapshot);
    const names: CampaignKey[] = [];
    noteBurnBudgets(snapshot, asked, (campaignId) => names.push({ environmentId, campaignId }));
    const spent = new Set(await readSpentCampaigns(db, names));
    const segmentIds = known === null ? noSegments : await readTargets(db, snapshot, known.memberKey);
    const isBudgetSpent = (campaignId: CampaignId) => spent.has(campaignId);
    const account = known?.account ?? null;
    return {
      context: { snapshot, account, lots, segmentIds, nowMs, isBudgetSpent },
      referenceState: known?.referenceState ?? 'ACTIVE',
    };
  };

const noMember = { known: null, lots: [] };

/** One consistent read: a balance and lots of two moments would not fit together. */
const readPoints = (
  db: Pick<Database, 'readConsistently'>,
  member: MemberIdentity,
  atMs: number,
): Promise<Pick<RedemptionContext, 'lots'> & { readonly known: NamedAccount | null }> =>
  db.readConsistently(async (tx) => {
    const known = await readNamedAccount(tx, member);
    if (known === null) return noMember;
    const { environmentId, account } = known;
    return { known, lots: await readDueLots(tx, { environmentId, memberId: account.memberId }, atMs) };
  });

/** One consistent read of the primary, without locks: points, lots and rewards of one moment. */
const createReturnPreview =
  (shares: DatabaseShares, snapshots: Pick<Snapshots, 'getAll' | 'reader'>): ReturnPreview =>
  async ({ environmentId, transactionRef: ref, redeemRef, nowMs }) => {
    const db = shares.of(environmentId);
    const read = await db.readConsistently(async (tx) => {
      const [receipt] = await readReceipts(tx, [{ environmentId, ref }]);
      if (receipt === undefined) return null;
      const { memberId, cards, awards, transactionId } = receipt;
      const account = await readAccountById(tx, environmentId, memberId);
      const entries = await readEntries(tx, entriesOf(receipt, account?.ledgerSeq ?? 0));
      const asRedeem = redeemRefOf(receipt, { transactionRef: ref, redeemRef });
      const [redeem] = await readRedeems(tx, [{ environmentId, ref: asRedeem }]);
      const [spent] = await readSpentPoints(tx, [{ environmentId, memberId }], nowMs);
      const stamps = await readStamps(
        tx,
        cards.map(({ campaignId }) => ({ environmentId, memberId, campaignId })),
      );
      const rewards = await readRewards(
        tx,
        awards.flatMap(({ rewardIds }) => rewardIds.map((id) => ({ environmentId, id }))),
      );
      return {
        account,
        receipt: { ...receipt, entries: entries.get(transactionId) ?? [] },
        redeem: redeem ?? null,
        lots: await readLots(tx, environmentId, [memberId]),
        spent: spent ?? nothingSpent,
        rewards: new Map(rewards.map(({ id, ...reward }) => [id, reward])),
        stampsOf: (campaignId: CampaignId) =>
          stamps.find((card) => card.campaignId === campaignId)?.stamps ?? 0,
      };
    });
    if (read === null) return null;
    const snapshot = (await loadNewest(snapshots, db, [environmentId])).get(environmentId);
    if (snapshot === undefined) return null;
    const { refunds, pointsExpiry, zone = null, pointValueCents } = snapshot;
    return { ...read, refunds, pointsExpiry, zone, pointValueCents };
  };

const noSegments: ReadonlySet<SegmentId> = new Set();

/** Asks nothing while no campaign that burns targets segments. */
const readTargets = async (
  db: Queryable,
  snapshot: Snapshot,
  memberKey: Buffer,
): Promise<ReadonlySet<SegmentId>> => {
  const { environmentId } = snapshot;
  const targets = burnTargets(snapshot).map((id) => ({ environmentId, id }));
  if (targets.length === 0) return noSegments;
  const [memberships] = await readMembershipsByKey(db, [{ environmentId, memberKey }], targets);
  return new Set(memberships?.segmentIds);
};

const readSpentCampaigns = async (db: Queryable, names: readonly CampaignKey[]): Promise<CampaignId[]> => {
  const states = await readBudgets(db, names);
  return states
    .filter(({ budget }) => budget === null || isBudgetSpent(budget))
    .map(({ campaignId }) => campaignId);
};
