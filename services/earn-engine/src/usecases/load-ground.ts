import {
  beginSharedCounters,
  lockAccounts,
  lockSharedCounters,
  readAccounts,
  readMemberCounters,
  readMembershipsByKey,
  type KnownAccount,
  type MemberCounter,
  type Memberships,
  type SharedCounter,
  type SharedCounterName,
} from '@loyalty/accounts';
import { settleTogether, type EnvironmentId } from '@loyalty/kernel';
import { lockBudgets, readBudgets, type CampaignBudgetStanding, type CampaignName } from '@loyalty/programme';
import {
  countsMembers,
  noteSharedNeeds,
  sharingCampaigns,
  targetsSegments,
  type Snapshot,
} from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { AccountBook, memberName } from './account-book.ts';
import type { Task } from './earn-plan.ts';
import { occasionOf } from './occasion-of.ts';
import type { Programme } from './ports.ts';
import { SharedBook } from './shared-book.ts';

/** What a batch is decided on: read under lock, and kept up with as its tasks are decided. */
export interface Ground {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly shared: ReadonlyMap<EnvironmentId, SharedBook>;
  /** Those who can be credited for referring somebody, by `memberName`. */
  readonly referrers: ReadonlySet<string>;
}

/** What the members of a batch own besides their accounts. */
interface Owned {
  readonly memberCounters: readonly MemberCounter[];
  readonly memberships: readonly Memberships[];
}

/** What a batch shares with others. */
interface Shared {
  readonly sharedCounters: readonly SharedCounter[];
  readonly budgets: readonly CampaignBudgetStanding[];
}

const nothing: readonly never[] = [];
const noShared: Shared = { sharedCounters: nothing, budgets: nothing };

/**
 * Locks the accounts, reads what their members own, then the configuration's versions: after the locks, so that every
 * change answered before is seen (D33). Then locks what members share, of the campaigns that may fire. `held` are the
 * configurations at hand: what they count is read in the same flight.
 */
export const loadGround = async (
  programme: Programme,
  tx: Transaction,
  { tasks, held }: { readonly tasks: readonly Task[]; readonly held: readonly Snapshot[] },
): Promise<Ground> => {
  if (tasks.length === 0) return emptyGround;
  const wanted = wantedOf(held);
  const [known, owned, referrers, versions] = await settleTogether([
    lockAccounts(tx, tasks),
    readOwned(tx, tasks, wanted),
    readReferrers(tx, tasks),
    programme.versionsOf(tx, [...new Set(tasks.map(({ environmentId }) => environmentId))]),
  ]);
  const snapshots = await snapshotsOf(programme, versions);
  const accounts = new AccountBook(known);
  const isEnough = isCoveredBy(wanted, wantedOf([...snapshots.values()]));
  const complete = isEnough ? owned : await readOwned(tx, tasks, everything);
  const shared = await lockShared(tx, tasks, { accounts, snapshots, owned: complete });
  return {
    accounts,
    snapshots,
    shared: booksOf(snapshots, complete, shared),
    referrers: new Set(referrers.filter(({ account }) => account.state === 'active').map(memberName)),
  };
};

const emptyGround: Ground = {
  accounts: new AccountBook([]),
  snapshots: new Map(),
  shared: new Map(),
  referrers: new Set(),
};

/** Which of what members own the rules of some configurations look at. */
interface Wanted {
  readonly counters: boolean;
  readonly memberships: boolean;
}

const everything: Wanted = { counters: true, memberships: true };

const wantedOf = (snapshots: readonly Snapshot[]): Wanted => ({
  counters: snapshots.some(countsMembers),
  memberships: snapshots.some(targetsSegments),
});

const isCoveredBy = (read: Wanted, wanted: Wanted): boolean =>
  (read.counters || !wanted.counters) && (read.memberships || !wanted.memberships);

const readOwned = async (
  tx: Transaction,
  tasks: readonly Task[],
  { counters, memberships }: Wanted,
): Promise<Owned> => {
  const [memberCounters, members] = await settleTogether([
    counters ? readMemberCounters(tx, tasks) : Promise.resolve(nothing),
    memberships ? readMembershipsByKey(tx, tasks) : Promise.resolve(nothing),
  ]);
  return { memberCounters, memberships: members };
};

/** Looked at without a lock: a referrer suspended at this very moment may be credited (D65). */
const readReferrers = (tx: Transaction, tasks: readonly Task[]): Promise<readonly KnownAccount[]> => {
  const named = tasks.flatMap(({ environmentId, referrerKey }) =>
    referrerKey === null ? [] : [{ environmentId, memberKey: referrerKey }],
  );
  return named.length === 0 ? Promise.resolve(nothing) : readAccounts(tx, named);
};

const snapshotsOf = async (
  programme: Programme,
  versions: ReadonlyMap<EnvironmentId, number>,
): Promise<Map<EnvironmentId, Snapshot>> => {
  const snapshots = new Map<EnvironmentId, Snapshot>();
  for (const [id, version] of versions) {
    const snapshot = await programme.atLeast(id, version);
    if (snapshot !== null) snapshots.set(id, snapshot);
  }
  return snapshots;
};

interface Known {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  readonly owned: Owned;
}

/** Locks counts, then budgets, each in the order of its keys: the one lock order (ARCHITECTURE.md). */
const lockShared = async (tx: Transaction, tasks: readonly Task[], known: Known): Promise<Shared> => {
  const { counts, budgets } = sharedNeedsOf(tasks, known);
  if (counts.length === 0 && budgets.length === 0) return noShared;
  const [, sharedCounters, , standings] = await settleTogether([
    counts.length === 0 ? Promise.resolve() : beginSharedCounters(tx, counts),
    counts.length === 0 ? Promise.resolve(nothing) : lockSharedCounters(tx, counts),
    lockBudgets(tx, budgets),
    readBudgets(tx, budgets),
  ]);
  return { sharedCounters, budgets: standings };
};

const sharedNeedsOf = (tasks: readonly Task[], { accounts, snapshots, owned }: Known) => {
  const counts = new Map<string, SharedCounterName>();
  const budgets = new Map<string, CampaignName>();
  if (![...snapshots.values()].some((snapshot) => sharingCampaigns(snapshot).length > 0)) {
    return { counts: [], budgets: [] };
  }
  const books = booksOf(snapshots, owned, noShared);
  for (const task of tasks) {
    const { environmentId } = task;
    const snapshot = snapshots.get(environmentId);
    const book = books.get(environmentId);
    if (snapshot === undefined || book === undefined) continue;
    const occasion = occasionOf(task, { snapshot, book, account: accounts.accountOf(task), referrers: null });
    if (occasion === null) continue;
    const prefix = environmentId.toString();
    noteSharedNeeds(occasion, {
      budget: (campaignId) => budgets.set(`${prefix}/${campaignId}`, { environmentId, campaignId }),
      count: (campaignId, scope) =>
        counts.set(`${prefix}/${campaignId}/${scope}`, { environmentId, campaignId, scope }),
    });
  }
  return { counts: [...counts.values()], budgets: [...budgets.values()] };
};

const booksOf = (
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  { memberCounters, memberships }: Owned,
  { sharedCounters, budgets }: Shared,
): Map<EnvironmentId, SharedBook> => {
  const of = <T extends { readonly environmentId: EnvironmentId }>(rows: readonly T[], id: EnvironmentId) =>
    rows.length === 0 ? nothing : rows.filter(({ environmentId }) => environmentId === id);
  return new Map(
    [...snapshots.keys()].map((id) => [
      id,
      new SharedBook(id, {
        memberCounters: of(memberCounters, id),
        memberships: of(memberships, id),
        sharedCounters: of(sharedCounters, id),
        budgets: of(budgets, id),
      }),
    ]),
  );
};
