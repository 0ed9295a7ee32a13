import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import {
  awaitAll,
  BrokenInvariant,
  type Clock,
  type EnvironmentId,
  Fault,
  groupBy,
  type MemberId,
  utcDayOf,
  uuidMin,
} from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { type ExpiredLots, expireLots, type LaterLot } from '@loyalty/rules/lots';
import {
  environmentsWith,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { FactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { type KnownAccount, lockAccountsById } from '../accounts/accounts.ts';
import { insertPostings, updateAccounts } from '../accounts/write-accounts.ts';
import { type CountActivity, countPostings } from '../activity/activity-counter.ts';
import type { ConfigurationSource } from '../snapshot/configuration-source.ts';
import { forgetExpiredLots, insertExpiredLots } from './expired-lots.ts';
import { lotColumns, type MemberLot, writeLots } from './lots.ts';

interface ExpirePointsOptions {
  readonly db: Queryable;
  readonly configuration: Pick<ConfigurationSource, 'loadAny'>;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
  /** Nothing is counted if it is absent. */
  readonly activity?: CountActivity;
  /** The member's lots contradict the balance: nothing expires until an operator has repaired it. */
  readonly onPassedOver: (member: PassedOver, failure: BrokenInvariant) => void;
}

export interface PassedOver {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

interface ExpiredMember {
  readonly member: KnownAccount;
  readonly expired: ExpiredLots;
}

export const expirePointsName = 'expire-points';

/**
 * Creates the job that expires points every night (D49): an EXPIRE entry for each lot, and one
 * `points.expired` for each member. It decides under the member's lock, because a receipt in between renews
 * sliding lots. The cursor passes every candidate, so a run ends.
 */
export const createExpirePointsJob = (options: ExpirePointsOptions): Job<Transaction, DueLotCursor> => ({
  name: expirePointsName,
  schedule: { dailyAtHourUtc: 1 },
  destroysByTime: true,
  // Requests for locked members wait for as long as a chunk takes: half the time of other jobs.
  sizes: { min: 50, max: 1_000, targetMs: 50 },
  environments: () => readEnvironmentsWithLots(options.db),
  chunk: (tx, chunk) => expireChunk(options, tx, chunk),
});

const expireChunk = async (
  options: ExpirePointsOptions,
  tx: Transaction,
  chunk: JobChunk<DueLotCursor>,
): Promise<JobChunkResult<DueLotCursor>> => {
  const { environmentId, atMs, cursor: after, size: limit } = chunk;
  const { onPassedOver } = options;
  const dueOn = utcDayOf(atMs);
  const places = await readDuePlaces(tx, environmentId, { after, dueOn, limit });
  const memberIds = [...new Set(places.map(({ memberId }) => memberId))];
  let members: readonly ExpiredMember[] = [];
  if (memberIds.length > 0) {
    // Before the locks, because it may have to be read on another connection.
    const snapshot = await loadSnapshot(options, chunk);
    const [accounts, lots] = await awaitAll([
      lockAccountsById(tx, environmentId, memberIds),
      readDueLots(tx, environmentId, { memberIds, dueOn }),
    ]);
    members = expireMembers(accounts, lots, { snapshot, atMs, onPassedOver });
    await store(options, tx, { snapshot, runAtMs: atMs, members });
  }
  // A run by hand may be for a time to come, by which all of them would be old.
  await forgetExpiredLots(tx, environmentId, Math.min(atMs, options.clock.now()));
  return {
    cursor: places.length < limit ? null : (places.at(-1) ?? null),
    taken: places.length,
    committed: () => {
      const postings = members.flatMap(({ expired }) => expired.postings);
      countPostings(options.activity, environmentId, postings);
    },
  };
};

const loadSnapshot = async (
  { configuration }: ExpirePointsOptions,
  { environmentId }: JobChunk<DueLotCursor>,
): Promise<Snapshot> => {
  const snapshot = await configuration.loadAny(environmentId);
  if (snapshot !== null) return snapshot;
  throw new Fault('ENVIRONMENT_UNKNOWN', `members have points in environment ${environmentId.toString()}`);
};

/** Erased members keep the balance. Lots that contradict it are skipped, or nobody's would expire. */
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
  readonly runAtMs: number;
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
    insertExpiredLots(
      tx,
      chunk.runAtMs,
      gone.map(({ row, ...whose }, at) => ({ ...row, ...whose, seq: postings[at]?.row.seq ?? 0 })),
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

/** One for each member, in the bulk lane: no till waits for a run. */
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

interface DueLotCursor {
  /** The day is counted in UTC since 1970-01-01. */
  readonly dueOn: number;
  readonly memberId: MemberId;
}

const environmentsStatement: Statement = {
  name: 'lots-environments',
  text: environmentsWith('point_lots'),
};

const readEnvironmentsWithLots = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement);

const membersStatement: Statement = {
  name: 'lots-due-members',
  text: `SELECT DISTINCT due_on AS "dueOn", member_id AS "memberId" FROM point_lots
          WHERE environment_id = $1 AND (due_on, member_id) > ($2, $3) AND due_on <= $4
          ORDER BY due_on, member_id LIMIT $5`,
};

interface DueSearch {
  readonly after: DueLotCursor | null;
  /** The day is a UTC day, and is included. */
  readonly dueOn: number;
  readonly limit: number;
}

/** It is before every position, because days are not negative. */
const beginning: DueLotCursor = { dueOn: -1, memberId: uuidMin as MemberId };

/** Reads without a lock. A member appears once for each day on which a lot may be due. */
const readDuePlaces = (
  db: Queryable,
  environmentId: EnvironmentId,
  { after, dueOn, limit }: DueSearch,
): Promise<DueLotCursor[]> => {
  const from = after ?? beginning;
  return db.query<DueLotCursor>(membersStatement, [environmentId, from.dueOn, from.memberId, dueOn, limit]);
};

const dueStatement: Statement = {
  name: 'lots-due',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = ANY ($2::uuid[]) AND l.due_on <= $3`,
};

/** May be due on that UTC day or before. The members' rows must be locked. */
const readDueLots = (
  tx: Queryable,
  environmentId: EnvironmentId,
  { memberIds, dueOn }: { readonly memberIds: readonly MemberId[]; readonly dueOn: number },
): Promise<MemberLot[]> => tx.query<MemberLot>(dueStatement, [environmentId, memberIds, dueOn]);

interface LaterLotWrite extends LaterLot {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

const postponedRows = rowArrays<LaterLotWrite>((fields) =>
  fields('environment_id int', 'member_id uuid', 'sliding_days int', 'due_on int'),
);
const laterStatement: Statement = {
  name: 'lots-later',
  text: `UPDATE point_lots AS l SET due_on = w.due_on
           FROM ${postponedRows.as('w')}
          WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
            AND l.sliding_days = w.sliding_days AND l.expires_on = 0`,
};

/** The members of the lots are locked. */
const postponeLots = async (tx: Transaction, lots: readonly LaterLotWrite[]): Promise<void> => {
  if (lots.length > 0) await tx.query(laterStatement, postponedRows.valuesOf(lots));
};
