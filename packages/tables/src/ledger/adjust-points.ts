import { createHash } from 'node:crypto';
import type { TypedFact } from '@loyalty/contracts';
import { awaitAll, type Clock, Fault, randomId, type TransactionId } from '@loyalty/kernel';
import {
  type AdjustContext,
  type Adjustment,
  type AdjustProcessed,
  changedLots,
  decideAdjust,
} from '@loyalty/rules/lots';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import type { CountActivity } from '../activity/activity-counter.ts';
import { type KnownAccount, lockAccountsById } from '../accounts/accounts.ts';
import { insertPostings, type PostingWrite, updateAccounts } from '../accounts/write-accounts.ts';
import { addLots, canAddLot, lotsMax, readLots, writeLots } from '../lots/lots.ts';
import type { Scope } from '../members/members.ts';
import {
  insertTransactions,
  readStoredResponses,
  readTransactionMembers,
} from '../transactions/transactions.ts';
import { countAdjusted, type DayLimitReached, type DayLimits } from './adjusted-days.ts';
import { type EntryKey, hasLedgerEntry, ledgerEntryOf } from './ledger.ts';

/** An adjustment as it is requested. An order with a `ref` adjusts once. */
export interface AdjustOrder extends Adjustment {
  readonly memberId: string;
  /** The reference. If it is null, each call is an adjustment of its own. */
  readonly ref: string | null;
}

export type AdjustOutcome =
  | { readonly outcome: 'adjusted'; readonly body: Buffer }
  /** The reference was used before. `isMismatched`: for a different order (D15). */
  | { readonly outcome: 'repeated'; readonly body: Buffer; readonly isMismatched: boolean }
  /** The reference is another member's (D123). */
  | { readonly outcome: 'of-another' }
  | { readonly outcome: 'not-found' | 'erased' }
  /** They expire on `limit` days already, and none of them is this one (D116). */
  | { readonly outcome: 'too-many-lots'; readonly limit: number }
  /** More than `limit` points would be given today: by the credential and what it made, or by all (D221, D307). */
  | ({ readonly outcome: 'over-day-limit' } & DayLimitReached)
  | {
      readonly outcome: 'refused';
      readonly code: 'POINTS_OVERFLOW' | 'INSUFFICIENT_POINTS';
      readonly context: Readonly<Record<string, number>>;
    };

export interface PointsAdjusted {
  readonly scope: Scope;
  readonly member: KnownAccount;
  readonly points: number;
  readonly pointsBalance: number;
  readonly ledgerSeq: number;
  readonly ref: string | null;
}

/** Returns the fact `points.adjusted`, with the same key as the member's other facts. */
export const adjustedFactOf = ({ member, points, pointsBalance, ref }: PointsAdjusted): TypedFact => ({
  type: 'points.adjusted',
  data: { memberId: member.account.memberId, points, pointsBalance, ref },
});

interface AdjustPorts {
  readonly db: Database;
  readonly clock: Pick<Clock, 'now'>;
  /** Nothing is counted if it is absent. */
  readonly activity?: CountActivity;
  /** Default: any number may be given. */
  readonly dayLimits?: DayLimits | null;
  /** The bytes are those of `authorBytesOf` (D303). */
  readonly author: Buffer;
  /** Adds the fact to the outbox in the transaction that makes it true. */
  readonly publish: (tx: Transaction, adjusted: PointsAdjusted) => Promise<void>;
}

export type AdjustPoints = (scope: Scope, order: AdjustOrder) => Promise<AdjustOutcome>;

/**
 * Creates a function that adjusts points under the member's lock, which orders the adjustment with streamed
 * requests. It does not use Kafka, because a person waits (D46). A stored response is returned even if the
 * order would now be refused, unless the member does not exist.
 */
export const createAdjustPoints =
  (ports: AdjustPorts): AdjustPoints =>
  async (scope, order) => {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const outcome = await attempt(ports, scope, order);
      if (outcome?.outcome === 'adjusted' && ports.activity !== undefined)
        ports.activity.totalsOf(scope.environmentId).pointsAdjusted += order.points;
      if (outcome !== null) return outcome;
    }
    throw new Fault('BUSY', 'a reference was taken, and then was not there', { retry: true });
  };

/** The second try finds the response that was stored under the reference. */
const triesMax = 3;

/** A call for another member, which has committed meanwhile, has taken the reference. */
class RefTaken extends Error {
  override readonly name = 'RefTaken';
}

/** Rolls back what was counted of it. */
class OverDayLimit extends Error {
  override readonly name = 'OverDayLimit';
  readonly reached: DayLimitReached;

  constructor(reached: DayLimitReached) {
    super(`more than ${reached.of} allows`);
    this.reached = reached;
  }
}

/**
 * Returns null if the reference is taken. A repeat without one would adjust twice, so a lost COMMIT is looked
 * up.
 */
const attempt = async (
  ports: AdjustPorts,
  scope: Scope,
  order: AdjustOrder,
): Promise<AdjustOutcome | null> => {
  const made: Made = { entry: null };
  try {
    return await writeTransaction(ports.db, (tx) => {
      made.entry = null;
      return adjust(ports, tx, { scope, order, made });
    });
  } catch (failure) {
    if (failure instanceof RefTaken) return null;
    if (failure instanceof OverDayLimit) return { outcome: 'over-day-limit', ...failure.reached };
    if (order.ref !== null || made.entry === null) throw failure;
    const { entry } = made;
    if (await isEntryStored(ports.db, entry, failure)) return { outcome: 'adjusted', body: entry.body };
    throw failure;
  }
};

interface AdjustCall {
  readonly scope: Scope;
  readonly order: AdjustOrder;
  readonly made: Made;
}

/** Set once every statement but the COMMIT has succeeded. */
interface Made {
  entry: (EntryKey & { readonly body: Buffer }) | null;
}

const adjust = async (ports: AdjustPorts, tx: Transaction, asked: AdjustCall): Promise<AdjustOutcome> => {
  const { scope, order } = asked;
  const [member] = await lockAccountsById(tx, scope.environmentId, [order.memberId]);
  if (member === undefined) return { outcome: 'not-found' };
  const repeat = await findRepeat(tx, asked);
  if (repeat !== null) return repeat;
  const { account } = member;
  if (account.state === 'anonymized') return { outcome: 'erased' };
  const lots = order.points > 0 ? [] : await readLots(tx, scope.environmentId, [account.memberId]);
  const context = { account, lots, entryId: randomId() };
  const decided = decideAdjust(context, order);
  if (decided.outcome === 'refused') return decided;
  const whose = { environmentId: scope.environmentId, memberId: account.memberId };
  if (decided.gain !== null && !(await canAddLot(tx, whose, decided.gain)))
    return { outcome: 'too-many-lots', limit: lotsMax };
  const { dayLimits = null } = ports;
  if (dayLimits !== null && order.points > 0) {
    const counted = { ...dayLimits, points: order.points };
    const reached = await countAdjusted(tx, scope.environmentId, counted);
    if (reached !== null) throw new OverDayLimit(reached);
  }
  return store(ports, tx, { ...asked, member, context, decided });
};

/** An order contains its member, so only another order can be another member's. */
const findRepeat = async (tx: Transaction, { scope, order }: AdjustCall): Promise<AdjustOutcome | null> => {
  if (order.ref === null) return null;
  const name = { environmentId: scope.environmentId, operation: 'adjust', ref: order.ref } as const;
  const [stored] = await readStoredResponses(tx, [name]);
  if (stored === undefined) return null;
  const isMismatched = !stored.fingerprint.equals(fingerprintOf(order));
  if (isMismatched) {
    const [member] = await readTransactionMembers(tx, [name]);
    if (member?.memberId !== order.memberId) return { outcome: 'of-another' };
  }
  return { outcome: 'repeated', body: stored.response, isMismatched };
};

/** Returns 16 bytes, in which orders under one reference differ. */
const fingerprintOf = ({ memberId, points, reason, expiresAtMs }: AdjustOrder): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([memberId, points, reason, expiresAtMs]))
    .digest()
    .subarray(0, 16);

interface DecidedAdjust extends AdjustCall {
  readonly member: KnownAccount;
  readonly context: AdjustContext;
  readonly decided: AdjustProcessed;
}

/** Stores in the order of locks: the reference, the member's rows, the outbox. */
const store = async (
  { clock, publish, author }: AdjustPorts,
  tx: Transaction,
  { scope, order, made, member, context, decided }: DecidedAdjust,
): Promise<AdjustOutcome> => {
  const { environmentId, tenantId } = scope;
  const { account, posting } = decided;
  const { memberId, pointsBalance } = account;
  const atMs = clock.now();
  const transactionId = order.ref === null ? null : (randomId() as TransactionId);
  const entry: PostingWrite = { environmentId, memberId, transactionId, posting, atMs };
  const response = Buffer.from(
    JSON.stringify({ entry: ledgerEntryOf(tenantId, entry, order.ref), pointsBalance }),
  );
  if (order.ref !== null && transactionId !== null) {
    const name = { environmentId, operation: 'adjust', ref: order.ref } as const;
    const row = { ...name, id: transactionId, memberId, response, fingerprint: fingerprintOf(order), atMs };
    const signed = { ...row, author };
    if (!(await insertTransactions(tx, [signed]))) throw new RefTaken();
  }
  await awaitAll([
    updateAccounts(tx, [{ environmentId, account, atMs }]),
    insertPostings(tx, [entry]),
    storeLots(tx, { environmentId, context, decided, atMs }),
    publish(tx, {
      scope,
      member,
      points: order.points,
      pointsBalance,
      ledgerSeq: posting.seq,
      ref: order.ref,
    }),
  ]);
  made.entry = { environmentId, memberId, seq: posting.seq, id: posting.id, body: response };
  return { outcome: 'adjusted', body: response };
};

interface LotChange extends Pick<DecidedAdjust, 'context' | 'decided'> {
  readonly environmentId: Scope['environmentId'];
  readonly atMs: number;
}

const storeLots = async (
  tx: Transaction,
  { environmentId, context: { lots }, decided: { account, gain, lotsAfter }, atMs }: LotChange,
): Promise<void> => {
  const { memberId } = account;
  if (gain !== null) await addLots(tx, [{ ...gain, environmentId, memberId, addedAtMs: atMs }]);
  if (lotsAfter === null) return;
  await writeLots(
    tx,
    changedLots(lots, lotsAfter).map((lot) => ({ ...lot, environmentId, memberId })),
  );
};

/**
 * Takes the member's lock, so it runs after the failed transaction has ended. If the database cannot be
 * asked, it throws a retriable Fault that says where to check.
 */
const isEntryStored = async (db: Database, entry: EntryKey, failure: unknown): Promise<boolean> => {
  const { environmentId, memberId } = entry;
  try {
    return await writeTransaction(db, async (tx) => {
      await lockAccountsById(tx, environmentId, [memberId]);
      return hasLedgerEntry(tx, entry);
    });
  } catch {
    throw new Fault('UNCONFIRMED', 'the answer to a COMMIT was lost', {
      retry: true,
      cause: failure,
      publicMessage:
        "We could not confirm whether this adjustment was made. Check the member's ledger before you send it again. With a ref, an adjustment is made only once.",
    });
  }
};
