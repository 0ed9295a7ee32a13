import { AccountBook, type BatchState, type BudgetHolds, loadAccounts, undecidableOf } from '@loyalty/engine';
import { awaitAll, type EnvironmentId, invariant, type MemberId, memberMapKey } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { targetedSegments } from '@loyalty/rules/campaigns';
import {
  countedUses,
  countingCampaigns,
  noteRequiredLocks,
  numbersPurchases,
  sharingCampaigns,
  timedCampaigns,
  useStartsOf,
} from '@loyalty/rules/earning';
import type { Queryable, Transaction } from '@loyalty/storage';
import {
  hasAllIds,
  type KnownAccount,
  membersWithIds,
  type OwnedId,
  readAccounts,
  readWholeReturns,
  type WholeReturns,
} from '@loyalty/tables/accounts';
import type { CampaignKey, ClaimedBudget } from '@loyalty/tables/campaigns';
import {
  type AskedUses,
  beginSharedCounters,
  lockSharedCounters,
  type MemberCounter,
  readCampaignTimes,
  readMemberCounters,
  readMemberUses,
  type SharedCounter,
  type SharedCounterKey,
  type StoredTimes,
  type StoredUse,
} from '@loyalty/tables/counts';
import { type Memberships, readMembershipsByKey } from '@loyalty/tables/memberships';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import type { EarnRequest } from './earn-request.ts';
import { EarningBook } from './earning-book.ts';
import { noIds, type PublishedIds } from './published-ids.ts';
import { activityOf, Referrers } from './rule-inputs.ts';

export interface EarnState extends BatchState<EarnRequest> {
  readonly shared: ReadonlyMap<EnvironmentId, EarningBook>;
  readonly referrers: Referrers;
  /** The erased referrers by `memberMapKey`. Nothing that names them is stored. */
  readonly erasedReferrers: ReadonlyMap<string, MemberId>;
  /** The unknown members who are enrolled with the ids that they had in a lost history, by `memberMapKey`. */
  readonly publishedIds: ReadonlyMap<string, MemberId>;
}

interface LockedSharedRows {
  readonly sharedCounters: readonly SharedCounter[];
  readonly budgets: readonly ClaimedBudget[];
}

const noRows: readonly never[] = [];
const noShared: LockedSharedRows = { sharedCounters: noRows, budgets: noRows };

interface LoadedBatch {
  readonly requests: readonly EarnRequest[];
  /**
   * The snapshots may be of any version: the rows that they need are read in the same round trip as the
   * accounts.
   */
  readonly cached: readonly Snapshot[];
  readonly holds: Pick<BudgetHolds, 'claim'>;
  /** Default: no member of a lost history is looked for. */
  readonly published?: PublishedIds | undefined;
}

/**
 * Loads the state for a batch, and locks only what may fire. Throws LostRace if a budget cannot be shared any
 * more.
 */
export const loadEarnState = async (
  configuration: ConfigurationSource,
  tx: Transaction,
  { requests, cached, holds, published }: LoadedBatch,
): Promise<EarnState> => {
  if (requests.length === 0) return emptyState;
  const wanted = wantedRowsOf(cached, requests);
  const {
    accounts,
    snapshots,
    owned: read,
  } = await loadAccounts({
    configuration,
    tx,
    requests,
    readOwned: () => awaitAll([readRows(tx, requests, wanted), readReferrers(tx, requests)]),
  });
  const [owned, referrers] = read;
  const publishedIds = (await published?.find(tx, () => newcomersAmong(requests, accounts))) ?? noIds;
  const needed = wantedRowsOf([...snapshots.values()], requests);
  const complete = isCoveredBy(wanted, needed) ? owned : await readRows(tx, requests, needed);
  const { shared, undecidable } = await lockShared(tx, requests, {
    accounts,
    snapshots,
    owned: complete,
    holds,
  });
  return {
    accounts,
    snapshots,
    undecidable,
    shared: booksOf(snapshots, complete, shared),
    referrers: new Referrers(accounts, referrers),
    erasedReferrers: erasedAmong(referrers),
    publishedIds,
  };
};

/** A request without a reference enrols nobody. */
const newcomersAmong = (requests: readonly EarnRequest[], accounts: AccountBook): readonly EarnRequest[] =>
  requests.filter((request) => request.memberRef !== null && accounts.accountOf(request) === null);

const noAccounts = new AccountBook([]);

const emptyState: EarnState = {
  accounts: noAccounts,
  snapshots: new Map(),
  undecidable: new Map(),
  shared: new Map(),
  referrers: new Referrers(noAccounts, []),
  erasedReferrers: new Map(),
  publishedIds: noIds,
};

const erasedAmong = (referrers: readonly KnownAccount[]): ReadonlyMap<string, MemberId> =>
  new Map(
    referrers.flatMap((referrer) =>
      referrer.account.state === 'anonymized' ? [[memberMapKey(referrer), referrer.account.memberId]] : [],
    ),
  );

/** Reads without a lock: a referrer who is suspended at this moment may still be credited (D65). */
const readReferrers = (
  tx: Transaction,
  requests: readonly EarnRequest[],
): Promise<readonly KnownAccount[]> => {
  const named = requests.flatMap(({ environmentId, referrerKey }) =>
    referrerKey === null ? [] : [{ environmentId, memberKey: referrerKey }],
  );
  return named.length === 0 ? Promise.resolve(noRows) : readAccounts(tx, named);
};

interface LoadedState {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly owned: ReadRows;
}

/** Locks counts, then holds budgets, each in the order of its keys: the one lock order (D98). */
const lockShared = async (
  tx: Transaction,
  requests: readonly EarnRequest[],
  { holds, ...known }: LoadedState & Pick<LoadedBatch, 'holds'>,
): Promise<{ readonly shared: LockedSharedRows; readonly undecidable: EarnState['undecidable'] }> => {
  const { counts, budgets, undecidable } = requiredLocksOf(requests, known);
  if (counts.length === 0 && budgets.length === 0) return { shared: noShared, undecidable };
  const [, sharedCounters, states] = await awaitAll([
    counts.length === 0 ? Promise.resolve() : beginSharedCounters(tx, counts),
    counts.length === 0 ? Promise.resolve(noRows) : lockSharedCounters(tx, counts),
    holds.claim(tx, budgets),
  ]);
  return { shared: { sharedCounters, budgets: states }, undecidable };
};

/** If the rules throw, only that request or environment is undecidable. */
const requiredLocksOf = (requests: readonly EarnRequest[], { accounts, snapshots, owned }: LoadedState) => {
  const counts = new Map<string, SharedCounterKey>();
  const budgets = new Map<string, CampaignKey>();
  let books: ReadonlyMap<EnvironmentId, EarningBook> | null = null;
  const undecidable = undecidableOf(requests, (request) => {
    const { environmentId } = request;
    const snapshot = snapshots.get(environmentId);
    if (snapshot === undefined || sharingCampaigns(snapshot).length === 0) return;
    books ??= booksOf(snapshots, owned, noShared);
    const book = bookOf(books, environmentId);
    const account = accounts.accountOf(request);
    const activity = activityOf(request, { snapshot, book, account, accounts, referrers: null });
    if (activity === null) return;
    const prefix = environmentId.toString();
    noteRequiredLocks(activity, {
      budget: (campaignId) => budgets.set(`${prefix}/${campaignId}`, { environmentId, campaignId }),
      count: (campaignId, scope) =>
        counts.set(`${prefix}/${campaignId}/${scope}`, { environmentId, campaignId, scope }),
    });
  });
  return { counts: [...counts.values()], budgets: [...budgets.values()], undecidable };
};

export const bookOf = (
  books: ReadonlyMap<EnvironmentId, EarningBook>,
  environmentId: EnvironmentId,
): EarningBook => {
  const book = books.get(environmentId);
  invariant(book !== undefined, 'every snapshot of a batch has its counts and budgets');
  return book;
};

const booksOf = (
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  { memberCounters, memberships, wholeReturns, uses, campaignTimes }: ReadRows,
  { sharedCounters, budgets }: LockedSharedRows,
): Map<EnvironmentId, EarningBook> => {
  const of = <T extends { readonly environmentId: EnvironmentId }>(rows: readonly T[], id: EnvironmentId) =>
    rows.length === 0 ? noRows : rows.filter(({ environmentId }) => environmentId === id);
  return new Map(
    [...snapshots.keys()].map((id) => [
      id,
      new EarningBook(id, {
        memberCounters: of(memberCounters, id),
        memberships: of(memberships, id),
        wholeReturns: of(wholeReturns, id),
        uses: of(uses, id),
        campaignTimes: of(campaignTimes, id),
        sharedCounters: of(sharedCounters, id),
        budgets: of(budgets, id),
      }),
    ]),
  );
};

interface ReadRows {
  readonly memberCounters: readonly MemberCounter[];
  readonly memberships: readonly Memberships[];
  readonly wholeReturns: readonly WholeReturns[];
  readonly uses: readonly StoredUse[];
  readonly campaignTimes: readonly StoredTimes[];
}

interface WantedRows {
  readonly counting: readonly OwnedId[];
  readonly targeted: readonly OwnedId[];
  /** Environments whose campaigns ask for the number of a purchase. */
  readonly numbering: ReadonlySet<EnvironmentId>;
  readonly uses: AskedUses;
  /** Campaigns with a limit of all members together. */
  readonly timed: readonly OwnedId[];
}

const wantedRowsOf = (snapshots: readonly Snapshot[], requests: readonly EarnRequest[]): WantedRows => ({
  counting: snapshots.flatMap((snapshot) => ownedBy(snapshot, countingCampaigns(snapshot))),
  targeted: snapshots.flatMap((snapshot) => ownedBy(snapshot, targetedSegments(snapshot))),
  numbering: new Set(snapshots.filter(numbersPurchases).map(({ environmentId }) => environmentId)),
  uses: wantedUsesOf(snapshots, requests),
  timed: snapshots.flatMap((snapshot) => ownedBy(snapshot, timedCampaigns(snapshot))),
});

/** The local days of the requests decide: a snapshot with another time zone asks for other rows. */
const wantedUsesOf = (snapshots: readonly Snapshot[], requests: readonly EarnRequest[]): AskedUses => {
  const limited = snapshots.filter((snapshot) => countedUses(snapshot).count > 0);
  if (limited.length === 0) return noUses;
  const byId = new Map(limited.map((snapshot) => [snapshot.environmentId, snapshot]));
  const startsOn = new Set<number>();
  for (const request of requests) {
    const snapshot = byId.get(request.environmentId);
    if (snapshot === undefined) continue;
    for (const day of useStartsOf(snapshot, occurredAtOf(request))) startsOn.add(day);
  }
  return {
    campaigns: limited.flatMap((snapshot) => ownedBy(snapshot, countedUses(snapshot).campaignIds)),
    startsOn,
  };
};

/** This is the time that the rules use; a credit has no limits. */
const occurredAtOf = ({ message: { value, record } }: EarnRequest): number =>
  (value.kind === 'credit' ? null : value.body.occurredAt) ?? record.timestamp;

const noUses: AskedUses = { campaigns: noRows, startsOn: new Set() };

const ownedBy = ({ environmentId }: Snapshot, ids: readonly string[]): OwnedId[] =>
  ids.map((id) => ({ environmentId, id }));

const isCoveredBy = (read: WantedRows, needed: WantedRows): boolean =>
  hasAllIds(read.counting, needed.counting) &&
  hasAllIds(read.targeted, needed.targeted) &&
  [...needed.numbering].every((id) => read.numbering.has(id)) &&
  hasAllIds(read.timed, needed.timed) &&
  hasAllIds(read.uses.campaigns, needed.uses.campaigns) &&
  [...needed.uses.startsOn].every((day) => read.uses.startsOn.has(day));

/** Reads only what the environments' rules look at. */
const readRows = async (
  db: Queryable,
  requests: readonly EarnRequest[],
  { counting, targeted, numbering, uses, timed }: WantedRows,
): Promise<ReadRows> => {
  const [memberCounters, memberships, wholeReturns, memberUses, campaignTimes] = await awaitAll([
    counting.length === 0
      ? Promise.resolve(noRows)
      : readMemberCounters(db, membersWithIds(requests, counting), counting),
    targeted.length === 0
      ? Promise.resolve(noRows)
      : readMembershipsByKey(db, membersWithIds(requests, targeted), targeted),
    numbering.size === 0
      ? Promise.resolve(noRows)
      : readWholeReturns(
          db,
          requests.filter(({ environmentId }) => numbering.has(environmentId)),
        ),
    readMemberUses(db, membersWithIds(requests, uses.campaigns), uses),
    readCampaignTimes(db, timed),
  ]);
  return { memberCounters, memberships, wholeReturns, uses: memberUses, campaignTimes };
};
