import {
  AccountBook,
  type BatchState,
  BudgetBook,
  type BudgetHolds,
  type EngineHandler,
  type EnginePorts,
  type EngineTypes,
  loadAccounts,
  type LoadedAccounts,
} from '@loyalty/engine';
import { awaitAll, type EnvironmentId, groupBy, type MemberId, type SegmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { burnTargets, noteBurnBudgets } from '@loyalty/rules/burning';
import { changedLots, type Lot, newLots } from '@loyalty/rules/lots';
import { readDatabaseTime, type Transaction } from '@loyalty/storage';
import { hasAllIds, membersWithIds, type OwnedId } from '@loyalty/tables/accounts';
import type { CampaignKey, ClaimedBudget, GivenBack } from '@loyalty/tables/campaigns';
import {
  firstLotsMax,
  type LotWrite,
  type MemberLot,
  type MemberLotGain,
  readFirstLots,
} from '@loyalty/tables/lots';
import { type Memberships, readMembershipsByKey } from '@loyalty/tables/memberships';
import { countOpenRedemptions } from '@loyalty/tables/redemptions';
import { readReceipts } from '@loyalty/tables/returns';
import {
  ReceiptBook,
  receiptNameIn,
  type ReturnBooks,
  RewardBook,
  StampBook,
  UseBook,
} from '../kinds/return-books.ts';
import {
  type BurnEngineRequest,
  type EndEngineRequest,
  passedDeadlineOf,
  type RedeemEngineRequest,
  type ReturnEngineRequest,
} from './burn-request.ts';
import { findPublished } from './lost-redeems.ts';
import { loadReceipts, loadRewards, readWholeLots } from './load-returns.ts';
import { RedemptionBook } from './redemption-book.ts';
import { SpentBook } from './spent-book.ts';

export interface BurnState extends BatchState<BurnEngineRequest> {
  readonly lots: LotBook;
  readonly redemptions: RedemptionBook;
  readonly spent: SpentBook;
  readonly returns: ReturnBooks;
  readonly segments: SegmentBook;
  readonly budgets: ReadonlyMap<EnvironmentId, BudgetBook>;
  /** The database's time after the locks, by which deadlines are judged. */
  readonly nowMs: number;
  /** The requests whose callers may have a response of a lost history. */
  readonly published: ReadonlySet<BurnEngineRequest>;
  /** The budgets that campaigns get back and may spend again. */
  readonly givenBack: GivenBack[];
}

export interface BurnPorts extends Pick<EnginePorts, 'configuration'> {
  /** Returns milliseconds of a monotonic clock. Default: the clock of the process. */
  readonly elapsedMs?: () => number;
  /** Returns the time up to which records may be of a lost history. By default none is. */
  readonly lostUntilMs?: () => number;
}

interface LoadPorts extends Required<BurnPorts> {
  readonly holds: Pick<BudgetHolds, 'claim'>;
}

/**
 * Loads the state for a batch. It never reads further lots for a redeem that is late, because the next
 * attempt would be late as well.
 */
export const loadBurnState = async (
  { configuration, holds, elapsedMs, lostUntilMs }: LoadPorts,
  tx: Transaction,
  requests: readonly BurnEngineRequest[],
  { cached, published: responses }: Parameters<EngineHandler<EngineTypes>['loadState']>[2],
): Promise<BurnState> => {
  if (requests.length === 0) return emptyState;
  // Sent behind the locks, so the database reads its time once they are held.
  const readTime = async () => ({ lockedMs: await readDatabaseTime(tx), readAtMs: elapsedMs() });
  // Of any version: memberships are read in the same round trip as the accounts.
  const wanted = targetsOf(cached);
  const { redeems, authorizations, ends, returns } = byNeeds(requests);
  const readOwned = () =>
    awaitAll([
      readFirstLots(tx, requests),
      readTime(),
      readTargets(tx, redeems, wanted),
      readReceipts(tx, returns.map(receiptNameIn)),
      countOpenRedemptions(tx, authorizations),
    ]);
  const { accounts, snapshots, owned } = await loadAccounts({ configuration, tx, requests, readOwned });
  const [firstLots, { lockedMs, readAtMs }, memberships, found, open] = owned;
  const needed = targetsOf([...snapshots.values()]);
  const complete = hasAllIds(wanted, needed) ? memberships : await readTargets(tx, redeems, needed);
  const evidence = { published: responses, lostUntilMs: lostUntilMs(), nowMs: lockedMs };
  const published = await findPublished(tx, redeems, [...ends, ...returns], evidence);
  const { receipts, redemptions, spent, stamps, uses } = await loadReceipts(tx, returns, {
    accounts,
    receipts: found,
    ends,
    open,
    untilMs: latestOf(requests),
  });
  const inTime = redeems.filter((one) => published.has(one) || passedDeadlineOf(one, lockedMs) === null);
  const lots = await loadLots(tx, firstLots, { inTime, returns, accounts, receipts });
  const budgets = await holds.claim(tx, neededBudgets(redeems, snapshots));
  const rewards = await loadRewards(
    tx,
    receipts,
    budgets.filter(({ isLocked }) => isLocked),
  );
  return {
    accounts,
    snapshots,
    undecidable: new Map(),
    lots: new LotBook(lots),
    redemptions,
    spent,
    returns: { receipts, rewards, stamps, uses },
    segments: new SegmentBook(complete),
    budgets: booksOf(snapshots, budgets),
    nowMs: lockedMs + elapsedMs() - readAtMs,
    published,
    givenBack: [],
  };
};

/** Requests by what must be read for them. An authorization is a redeem, too. */
const byNeeds = (requests: readonly BurnEngineRequest[]) => {
  const redeems: RedeemEngineRequest[] = [];
  const ends: EndEngineRequest[] = [];
  const returns: ReturnEngineRequest[] = [];
  const add = (request: BurnEngineRequest): number => {
    switch (request.kind) {
      case 'redeem':
      case 'authorize':
        return redeems.push(request);
      case 'capture':
      case 'void':
        return ends.push(request);
      case 'return':
        return returns.push(request);
    }
  };
  requests.forEach(add);
  return { redeems, authorizations: redeems.filter(({ kind }) => kind === 'authorize'), ends, returns };
};

const latestOf = (requests: readonly BurnEngineRequest[]): number =>
  Math.max(...requests.map(({ message }) => message.record.timestamp));

interface LotReaders {
  /** These are the redeems that are decided. */
  readonly inTime: readonly RedeemEngineRequest[];
  readonly returns: readonly ReturnEngineRequest[];
  readonly accounts: LoadedAccounts<unknown>['accounts'];
  readonly receipts: ReceiptBook;
}

/** Loads lots after the first ones, if these may not be enough. */
const loadLots = async (
  tx: Transaction,
  firstLots: readonly MemberLot[],
  { inTime, returns, accounts, receipts }: LotReaders,
): Promise<readonly MemberLot[]> => {
  const short = shortOf(firstLots, {
    asked: askedOf(inTime, accounts),
    pastMs: latestOf(inTime),
    returning: receipts.membersWithPoints(),
  });
  if (short.length === 0) return firstLots;
  const members = new Set(short.map(({ memberId }) => memberId));
  const lots = await readWholeLots(tx, { members: short, returns, accounts });
  return [...firstLots.filter(({ memberId }) => !members.has(memberId)), ...lots];
};

const noLots: readonly Lot[] = [];

class LotBook {
  readonly #lots = new Map<
    string,
    { readonly owner: Owner; readonly before: readonly MemberLot[]; after: readonly Lot[] }
  >();

  /** `lots` are all of each member, or enough of those that are due first. */
  constructor(lots: readonly MemberLot[]) {
    for (const [name, owned] of groupBy(lots, keyOf)) {
      const [owner] = owned;
      if (owner !== undefined) this.#lots.set(name, { owner: ownerOf(owner), before: owned, after: owned });
    }
  }

  lotsOf(owner: Owner | null): readonly Lot[] {
    return (owner === null ? undefined : this.#lots.get(keyOf(owner))?.after) ?? noLots;
  }

  leave(owner: Owner, after: readonly Lot[]): void {
    const owned = this.#lots.get(keyOf(owner));
    if (owned !== undefined) owned.after = after;
    else if (after.length > 0) this.#lots.set(keyOf(owner), { owner: ownerOf(owner), before: [], after });
  }

  /** Returns each changed lot once; 0 points if none are left. */
  writes(): LotWrite[] {
    return [...this.#lots.values()].flatMap(({ before, after }) => changedLots(before, after));
  }

  /** Lots that were not read, or not there: what they gain is added to them. */
  gains(): readonly MemberLotGain[] {
    return [...this.#lots.values()].flatMap(({ owner, before, after }) =>
      newLots(before, after).map((lot) => ({ ...lot, ...owner })),
    );
  }
}

const noSegments: ReadonlySet<SegmentId> = new Set();

class SegmentBook {
  readonly #segments = new Map<string, ReadonlySet<SegmentId>>();

  constructor(memberships: readonly Memberships[]) {
    for (const one of memberships) this.#segments.set(keyOf(one), new Set(one.segmentIds));
  }

  segmentsOf(owner: Owner | null): ReadonlySet<SegmentId> {
    return (owner === null ? undefined : this.#segments.get(keyOf(owner))) ?? noSegments;
  }
}

const ownerOf = ({ environmentId, memberId }: Owner): Owner => ({ environmentId, memberId });

const keyOf = ({ environmentId, memberId }: Owner): string => `${environmentId.toString()}/${memberId}`;

const emptyState: BurnState = {
  accounts: new AccountBook([]),
  snapshots: new Map(),
  undecidable: new Map(),
  lots: new LotBook([]),
  redemptions: new RedemptionBook({ redeems: [], open: [], isWatching: false }),
  spent: new SpentBook([]),
  returns: {
    receipts: new ReceiptBook([]),
    rewards: new RewardBook([]),
    stamps: new StampBook([]),
    uses: new UseBook([]),
  },
  segments: new SegmentBook([]),
  budgets: new Map(),
  nowMs: 0,
  published: new Set(),
  givenBack: [],
};

const targetsOf = (snapshots: readonly Snapshot[]): readonly OwnedId[] =>
  snapshots.flatMap((snapshot) =>
    burnTargets(snapshot).map((id) => ({ environmentId: snapshot.environmentId, id })),
  );

/** Sends nothing while no campaign that burns targets segments. */
const readTargets = async (
  tx: Transaction,
  requests: readonly RedeemEngineRequest[],
  targets: readonly OwnedId[],
): Promise<readonly Memberships[]> => {
  if (targets.length === 0) return [];
  const members = membersWithIds(requests, targets);
  return members.length === 0 ? [] : readMembershipsByKey(tx, members, targets);
};

type AskedPoints = ReadonlyMap<MemberId, number>;

const askedOf = (
  redeems: readonly RedeemEngineRequest[],
  accounts: LoadedAccounts<unknown>['accounts'],
): AskedPoints => {
  const asked = new Map<MemberId, number>();
  for (const request of redeems) {
    const memberId = accounts.accountOf(request)?.memberId;
    if (memberId === undefined) continue;
    const { pointsRequested } = request.message.value.body;
    asked.set(memberId, (asked.get(memberId) ?? 0) + (pointsRequested ?? 0));
  }
  return asked;
};

interface NeededLots {
  readonly asked: AskedPoints;
  /** Redeems of the batch take no points whose time has passed by then. */
  readonly pastMs: number;
  /** A return may take from any lot, and counts what is in none. */
  readonly returning: ReadonlySet<MemberId>;
}

/** One lot of each member of whom more must be read. */
const shortOf = (
  owned: readonly MemberLot[],
  { asked, pastMs, returning }: NeededLots,
): readonly MemberLot[] =>
  [...groupBy(owned, ({ memberId }) => memberId).values()]
    .filter((lots) => {
      if (!isEnough(lots, { asked, pastMs })) return true;
      return !areAll(lots) && lots.some(({ memberId }) => returning.has(memberId));
    })
    .flatMap(([lot]) => lot ?? []);

/** Enough if the dated lots alone cover the redeems: sliding lots could only replace some of those. */
const isEnough = (
  lots: readonly MemberLot[],
  { asked, pastMs }: Pick<NeededLots, 'asked' | 'pastMs'>,
): boolean => {
  const dated = datedOf(lots);
  if (dated.length < firstLotsMax) return true;
  const held = dated.reduce(
    (sum, { points, expiresAtMs }) => ((expiresAtMs ?? Infinity) <= pastMs ? sum : sum + points),
    0,
  );
  return dated.every(({ memberId }) => held >= (asked.get(memberId) ?? 0));
};

const datedOf = (lots: readonly MemberLot[]): readonly MemberLot[] =>
  lots.filter(({ slidingDays }) => slidingDays === 0);

/** Fewer dated ones than are read at first. */
const areAll = (lots: readonly MemberLot[]): boolean => datedOf(lots).length < firstLotsMax;

const neededBudgets = (
  requests: readonly RedeemEngineRequest[],
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
): readonly CampaignKey[] => {
  const names = new Map<string, CampaignKey>();
  for (const request of requests) {
    const { environmentId } = request;
    const snapshot = snapshots.get(environmentId);
    if (snapshot === undefined) continue;
    noteBurnBudgets(snapshot, request.message.value.body, (campaignId) =>
      names.set(`${environmentId.toString()}/${campaignId}`, { environmentId, campaignId }),
    );
  }
  return [...names.values()];
};

const booksOf = (
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  budgets: readonly ClaimedBudget[],
): Map<EnvironmentId, BudgetBook> =>
  new Map(
    [...snapshots.keys()].map((id) => [
      id,
      new BudgetBook(
        id,
        budgets.filter(({ environmentId }) => environmentId === id),
      ),
    ]),
  );

type Owner = Pick<MemberLot, 'environmentId' | 'memberId'>;
