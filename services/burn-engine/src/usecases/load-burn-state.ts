import { firstLotsMax, readFirstLots, readLots, type MemberLot } from '@loyalty/accounts';
import {
  AccountBook,
  BudgetBook,
  loadAccounts,
  type BatchState,
  type EnginePorts,
  type LoadedAccounts,
} from '@loyalty/engine';
import { awaitAll, groupBy, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { lockBudgets, readBudgets, type CampaignBudgetState, type CampaignKey } from '@loyalty/configuration';
import { noteBurnBudgets, type Snapshot } from '@loyalty/rules';
import { readDatabaseTime, type Transaction } from '@loyalty/storage';
import { LotBook } from './lot-book.ts';
import { passedDeadlineOf, type RedeemEngineRequest } from './redeem-request.ts';
import { findPublished, type PublishedEvidence } from './published-redeems.ts';

/** What a batch of redeems is decided on. */
export interface BurnState extends BatchState<RedeemEngineRequest> {
  readonly lots: LotBook;
  /** One for each snapshot. */
  readonly budgets: ReadonlyMap<EnvironmentId, BudgetBook>;
  /** By which deadlines are judged: the database's, once the locks are held, in every attempt anew. Milliseconds since the epoch. */
  readonly nowMs: number;
  /** Those whose callers were told, in a history that is lost, that they are done. */
  readonly told: ReadonlySet<RedeemEngineRequest>;
}

/** A batch of redeems that have no stored response. */
export interface FreshRedeems extends Pick<PublishedEvidence, 'told'> {
  readonly requests: readonly RedeemEngineRequest[];
}

/** What the loading of a batch's state asks. */
export interface BurnPorts extends Pick<EnginePorts, 'configuration'> {
  /** Milliseconds of a clock that never goes back. Default: that of the process. */
  readonly elapsedMs?: () => number;
  /** Until when records may be of a history that is lost, milliseconds since the epoch. Default: never. */
  readonly lostUntilMs?: () => number;
}

/**
 * Loads accounts with the first of their lots and configuration, then further lots where the first do not do, then locks the
 * budgets of the campaigns that may be burned by. No further lots are read for what is too late by then: a redeem that took too
 * long must not take as long again.
 */
export const loadBurnState = async (
  { configuration, elapsedMs = () => performance.now(), lostUntilMs = () => 0 }: BurnPorts,
  tx: Transaction,
  { requests, told: answered }: FreshRedeems,
): Promise<BurnState> => {
  if (requests.length === 0) return emptyState;
  // The time is asked for behind the locks: sent with them, it is told once they are held.
  const readTime = async () => ({ lockedMs: await readDatabaseTime(tx), toldAtMs: elapsedMs() });
  const readOwned = () => awaitAll([readFirstLots(tx, requests), readTime()]);
  const { accounts, snapshots, owned } = await loadAccounts({
    configuration: configuration,
    tx,
    requests,
    readOwned,
  });
  const [firstLots, { lockedMs, toldAtMs }] = owned;
  const evidence = { told: answered, lostUntilMs: lostUntilMs(), nowMs: lockedMs };
  const told = await findPublished(tx, requests, evidence);
  const inTime = requests.filter(
    (request) => told.has(request) || passedDeadlineOf(request, lockedMs) === null,
  );
  const lots = await completeLots(tx, inTime, { accounts, owned: firstLots });
  const budgets = await lockNeededBudgets(tx, requests, snapshots);
  return {
    accounts,
    snapshots,
    undecidable: new Map(),
    lots: new LotBook(lots),
    budgets: booksOf(snapshots, budgets),
    nowMs: lockedMs + elapsedMs() - toldAtMs,
    told,
  };
};

const emptyState: BurnState = {
  accounts: new AccountBook([]),
  snapshots: new Map(),
  undecidable: new Map(),
  lots: new LotBook([]),
  budgets: new Map(),
  nowMs: 0,
  told: new Set(),
};

/** The lots of those members whose first ones may not hold what the batch asks of them are read whole. */
const completeLots = async (
  tx: Transaction,
  requests: readonly RedeemEngineRequest[],
  { accounts, owned }: Pick<LoadedAccounts<readonly MemberLot[]>, 'accounts' | 'owned'>,
): Promise<readonly MemberLot[]> => {
  const asked = new Map<MemberId, number>();
  for (const request of requests) {
    const memberId = accounts.accountOf(request)?.memberId;
    if (memberId === undefined) continue;
    asked.set(memberId, (asked.get(memberId) ?? 0) + request.message.value.pointsRequested);
  }
  const short = [...groupBy(owned, ({ memberId }) => memberId).values()]
    .filter((lots) => !isEnough(lots, asked))
    .flatMap(([lot]) => lot ?? []);
  if (short.length === 0) return owned;
  const members = new Set(short.map(({ memberId }) => memberId));
  const whole = await awaitAll(
    [...groupBy(short, ({ environmentId }) => environmentId)].map(([environmentId, lots]) =>
      readLots(
        tx,
        environmentId,
        lots.map(({ memberId }) => memberId),
      ),
    ),
  );
  return [...owned.filter(({ memberId }) => !members.has(memberId)), ...whole.flat()];
};

/** All lots were read, or the dated ones alone hold what is asked: sliding ones only come between them. */
const isEnough = (lots: readonly MemberLot[], asked: ReadonlyMap<MemberId, number>): boolean => {
  const dated = lots.filter(({ slidingDays }) => slidingDays === 0);
  if (dated.length < firstLotsMax) return true;
  const held = dated.reduce((sum, { points }) => sum + points, 0);
  return dated.every(({ memberId }) => held >= (asked.get(memberId) ?? 0));
};

/** In the order of their keys, behind the members: the one lock order (D98). */
const lockNeededBudgets = async (
  tx: Transaction,
  requests: readonly RedeemEngineRequest[],
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
): Promise<readonly CampaignBudgetState[]> => {
  const names = new Map<string, CampaignKey>();
  for (const { environmentId, message } of requests) {
    const snapshot = snapshots.get(environmentId);
    if (snapshot === undefined) continue;
    noteBurnBudgets(snapshot, message.value, (campaignId) =>
      names.set(`${environmentId.toString()}/${campaignId}`, { environmentId, campaignId }),
    );
  }
  const budgets = [...names.values()];
  const [, states] = await awaitAll([lockBudgets(tx, budgets), readBudgets(tx, budgets)]);
  return states;
};

const booksOf = (
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  budgets: readonly CampaignBudgetState[],
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
