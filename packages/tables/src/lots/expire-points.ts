import type { ConfigurationSource } from '@loyalty/configuration';
import {
  insertPostings,
  lockAccountsById,
  postponeLots,
  readDueLots,
  readDuePlaces,
  readEnvironmentsWithLots,
  updateAccounts,
  writeLots,
  type DueLotCursor,
  type KnownAccount,
  type MemberLot,
} from '@loyalty/accounts';
import {
  awaitAll,
  BrokenInvariant,
  Fault,
  groupBy,
  type Clock,
  type EnvironmentId,
  type MemberId,
} from '@loyalty/kernel';
import type { FactOutbox, FactWriter, OutgoingMessage } from '@loyalty/messaging';
import { expireLots, utcDayOf, type ExpiredLots, type Snapshot } from '@loyalty/rules';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Job, JobChunk, JobChunkDone } from '@loyalty/jobs';

export interface ExpirePointsOptions {
  readonly db: Queryable;
  /** Has the secret and the tenant of each environment. */
  readonly configuration: Pick<ConfigurationSource, 'loadAny'>;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
  /** Called with a member whose lots contradict the balance: their points do not expire until an operator has repaired it. */
  readonly onPassedOver: (member: PassedOver, failure: BrokenInvariant) => void;
}

/** A member whom a run skips. */
export interface PassedOver {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/** A member whose lots were read under their lock. */
interface ExpiredMember {
  readonly member: KnownAccount;
  readonly expired: ExpiredLots;
}

export type ExpirePointsJob = Job<Transaction, DueLotCursor>;

/**
 * Expires points every night (D49): one EXPIRE entry for each lot, one `points.expired` for each member. Candidates are read without
 * locks; the decision is made under the member's lock, so a receipt in between renews sliding lots. The cursor passes every candidate, so
 * a run ends although lots may be due later that day.
 */
export const createExpirePointsJob = (options: ExpirePointsOptions): ExpirePointsJob => ({
  name: 'expire-points',
  schedule: { dailyAtHourUtc: 1 },
  // Requests for locked members wait for as long as a chunk takes: half the time of other jobs.
  sizes: { min: 50, max: 1_000, targetMs: 50 },
  environments: () => readEnvironmentsWithLots(options.db),
  chunk: (tx, chunk) => expireChunk(options, tx, chunk),
});

const expireChunk = async (
  options: ExpirePointsOptions,
  tx: Transaction,
  chunk: JobChunk<DueLotCursor>,
): Promise<JobChunkDone<DueLotCursor>> => {
  const { environmentId, atMs, cursor: after, size: limit } = chunk;
  const { onPassedOver } = options;
  const dueOn = utcDayOf(atMs);
  const places = await readDuePlaces(tx, environmentId, { after, dueOn, limit });
  const memberIds = [...new Set(places.map(({ memberId }) => memberId))];
  if (memberIds.length > 0) {
    // Before the locks, because it may have to be read on another connection.
    const snapshot = await loadSnapshot(options, chunk);
    const [accounts, lots] = await awaitAll([
      lockAccountsById(tx, environmentId, memberIds),
      readDueLots(tx, environmentId, { memberIds, dueOn }),
    ]);
    await store(options, tx, {
      snapshot,
      members: expireMembers(accounts, lots, { snapshot, atMs, onPassedOver }),
    });
  }
  return { cursor: places.length < limit ? null : (places.at(-1) ?? null), taken: places.length };
};

const loadSnapshot = async (
  { configuration }: ExpirePointsOptions,
  { environmentId }: JobChunk<DueLotCursor>,
): Promise<Snapshot> => {
  const snapshot = await configuration.loadAny(environmentId);
  if (snapshot !== null) return snapshot;
  throw new Fault('ENVIRONMENT_UNKNOWN', `members have points in environment ${environmentId.toString()}`);
};

/**
 * Decides on one member. An erased member has no lots, and keeps the balance. A member whose lots contradict the balance is skipped:
 * otherwise no points would expire in the whole environment any more.
 */
const expireMembers = (
  accounts: readonly KnownAccount[],
  lots: readonly MemberLot[],
  { snapshot: { environmentId, secret }, atMs, onPassedOver }: Expiring,
): ExpiredMember[] => {
  const byMember = groupBy(lots, ({ memberId }) => memberId);
  return accounts
    .filter(({ account }) => account.state !== 'anonymized')
    .flatMap((member) => {
      const { account } = member;
      const { memberId } = account;
      try {
        const expired = expireLots({ account, lots: byMember.get(memberId) ?? [], atMs, secret });
        return [{ member, expired }];
      } catch (failure) {
        if (!(failure instanceof BrokenInvariant)) throw failure;
        onPassedOver({ environmentId, memberId }, failure);
        return [];
      }
    });
};

interface Expiring extends Pick<ExpirePointsOptions, 'onPassedOver'> {
  readonly snapshot: Snapshot;
  readonly atMs: number;
}

interface ExpiredChunk {
  readonly snapshot: Snapshot;
  readonly members: readonly ExpiredMember[];
}

const store = async (options: ExpirePointsOptions, tx: Transaction, chunk: ExpiredChunk): Promise<void> => {
  const { environmentId } = chunk.snapshot;
  const atMs = options.clock.now();
  const changed = chunk.members.filter(({ expired }) => expired.postings.length > 0);
  const rowsOf = <Row>(of: (expired: ExpiredLots) => readonly Row[]) =>
    chunk.members.flatMap(({ expired }) =>
      of(expired).map((row) => ({ row, environmentId, memberId: expired.account.memberId })),
    );
  const postings = rowsOf((expired) => expired.postings);
  const gone = rowsOf((expired) => expired.gone);
  const later = rowsOf((expired) => expired.later);
  const writes = changed.map(({ expired: { account } }) => ({ environmentId, account, atMs }));
  await awaitAll([
    updateAccounts(tx, writes),
    insertPostings(
      tx,
      postings.map(({ row: posting, ...whose }) => ({ ...whose, posting, transactionId: null, atMs })),
    ),
    writeLots(
      tx,
      gone.map(({ row, ...whose }) => ({ ...row, ...whose, points: 0 })),
    ),
    postponeLots(
      tx,
      later.map(({ row, ...whose }) => ({ ...row, ...whose })),
    ),
    options.outbox.add(tx, factsOf(options, chunk, atMs)),
  ]);
};

/** Creates one fact for each member whose points expired, in the bulk lane: no till waits for a run. */
const factsOf = (
  { writer }: ExpirePointsOptions,
  { snapshot, members }: ExpiredChunk,
  occurredAtMs: number,
): OutgoingMessage[] =>
  members.flatMap(({ member, expired: { factId: id, account, postings } }) => {
    if (id === null) return [];
    const pointsExpired = -postings.reduce((sum, { points }) => sum + points, 0);
    const fact = { type: 'points.expired', data: { memberId: account.memberId, pointsExpired } } as const;
    const key = member.memberKey.toString('base64url');
    return [writer.factOf({ id, fact, snapshot, key, occurredAtMs, ledgerSeq: account.ledgerSeq }, 'bulk')];
  });
