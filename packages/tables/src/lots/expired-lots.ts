import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import type { TakenLot } from '@loyalty/rules/lots';
import {
  environmentsWith,
  instantSql,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

export interface ExpiredLot extends TakenLot {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

const insertedRows = rowArrays<ExpiredLot>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid', 'seq bigint', 'points bigint', 'sliding_days int'),
  ['expires', 'bigint', rows.map(({ expiresAtMs }) => expiresAtMs)],
  ['added', 'bigint', rows.map(({ addedAtMs }) => addedAtMs)],
]).from(2);
const insertStatement: Statement = {
  name: 'expired-lots-insert',
  text: `INSERT INTO expired_lots (environment_id, run_at, member_id, seq, points, sliding_days, expires_at, added_at)
         SELECT environment_id, to_timestamp($1::bigint / 1000.0), member_id, seq, points, sliding_days,
                ${instantSql('expires')}, ${instantSql('added')}
           FROM ${insertedRows.as('e')}`,
};

/** Inserts expired lots for the run of that instant, in the transaction that takes them. */
export const insertExpiredLots = async (
  tx: Transaction,
  runAtMs: number,
  lots: readonly ExpiredLot[],
): Promise<void> => {
  if (lots.length > 0) await tx.query(insertStatement, [runAtMs, ...insertedRows.valuesOf(lots)]);
};

const keptDays = 90;
/** Some 10 ms. What is left goes with the next chunks. */
const forgottenMax = 2_000;

const forgetStatement: Statement = {
  name: 'expired-lots-forget',
  text: `DELETE FROM expired_lots
          WHERE ctid = ANY (ARRAY(SELECT ctid FROM expired_lots
                                   WHERE environment_id = $1
                                     AND run_at < to_timestamp($2::bigint / 1000.0) - interval '${keptDays.toString()} days'
                                   ORDER BY run_at LIMIT ${forgottenMax.toString()}))`,
};

/** Deletes expired lots of runs that are older than 90 days. */
export const forgetExpiredLots = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  atMs: number,
): Promise<void> => {
  await tx.query(forgetStatement, [environmentId, atMs]);
};

/** A run of expiry in all environments, or in one. */
export interface ExpiryRun {
  /** The instant of the run, by which it is named. */
  readonly runAtMs: number;
  readonly environments: number;
  readonly members: number;
  readonly lots: number;
  readonly points: number;
  readonly returnedLots: number;
  readonly returnedPoints: number;
}

const runsStatement: Statement = {
  name: 'expired-lots-runs',
  text: `SELECT (extract(epoch FROM run_at) * 1000)::bigint AS "runAtMs", count(DISTINCT environment_id)::int AS environments,
                count(DISTINCT member_id)::int AS members, count(*)::int AS lots, sum(points)::bigint AS points,
                count(returned_at)::int AS "returnedLots",
                coalesce(sum(points) FILTER (WHERE returned_at IS NOT NULL), 0)::bigint AS "returnedPoints"
           FROM expired_lots
          WHERE ($1::int IS NULL OR environment_id = $1)
            AND ($2::bigint IS NULL OR run_at = to_timestamp($2::bigint / 1000.0)::timestamptz(3))
          GROUP BY run_at ORDER BY run_at DESC LIMIT $3`,
};

const listedMax = 100;

/** Lists the runs that took points, newest first. It reads everything that they took. */
export const listExpiryRuns = (
  db: Queryable,
  { environmentId, runAtMs }: { readonly environmentId: EnvironmentId | null; readonly runAtMs?: number },
): Promise<ExpiryRun[]> => db.query<ExpiryRun>(runsStatement, [environmentId, runAtMs ?? null, listedMax]);

const environmentsStatement: Statement = {
  name: 'expired-lots-environments',
  text: `SELECT id FROM (${environmentsWith('expired_lots')}) e
          WHERE EXISTS (SELECT FROM expired_lots x
                         WHERE x.environment_id = e.id AND x.run_at = to_timestamp($1::bigint / 1000.0)::timestamptz(3))`,
};

export const readEnvironmentsOfRun = (db: Queryable, runAtMs: number): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement, [runAtMs]);

export interface TakenCursor {
  readonly memberId: MemberId;
  readonly seq: number;
}

const takenStatement: Statement = {
  name: 'expired-lots-taken',
  text: `SELECT environment_id AS "environmentId", member_id AS "memberId", seq, points, sliding_days AS "slidingDays",
                CASE WHEN sliding_days = 0 THEN floor(extract(epoch FROM expires_at) / 86400)::int ELSE 0 END AS "expiresOn",
                (extract(epoch FROM expires_at) * 1000)::bigint AS "expiresAtMs",
                (extract(epoch FROM added_at) * 1000)::bigint AS "addedAtMs"
           FROM expired_lots
          WHERE environment_id = $1 AND run_at = to_timestamp($2::bigint / 1000.0)::timestamptz(3)
            AND (member_id, seq) > ($3::uuid, $4::bigint) AND returned_at IS NULL
          ORDER BY member_id, seq LIMIT $5`,
};

interface TakenPage {
  readonly environmentId: EnvironmentId;
  /** This is the instant of the run. */
  readonly atMs: number;
  readonly cursor: TakenCursor | null;
  readonly size: number;
}

/** Returns what the run took and did not give back, in the order of members and entries. */
export const readTaken = (
  tx: Queryable,
  { environmentId, atMs, cursor, size }: TakenPage,
): Promise<ExpiredLot[]> => {
  const { memberId, seq } = cursor ?? { memberId: uuidMin, seq: 0 };
  return tx.query<ExpiredLot>(takenStatement, [environmentId, atMs, memberId, seq, size]);
};

const markedRows = rowArrays<{ readonly memberId: MemberId; readonly lot: TakenLot }>((fields, rows) => [
  ...fields('member_id uuid'),
  ['seq', 'bigint', rows.map(({ lot }) => lot.seq)],
]).from(4);
const markStatement: Statement = {
  name: 'expired-lots-mark',
  text: `UPDATE expired_lots AS x SET returned_at = to_timestamp($3::bigint / 1000.0)
           FROM ${markedRows.as('w')}
          WHERE x.environment_id = $1 AND x.run_at = to_timestamp($2::bigint / 1000.0)::timestamptz(3)
            AND x.member_id = w.member_id AND x.seq = w.seq`,
};

/** Marks lots as returned. Their members must be locked. */
export const markReturned = async (
  tx: Transaction,
  { environmentId, runAtMs, atMs }: { environmentId: EnvironmentId; runAtMs: number; atMs: number },
  entries: readonly { readonly memberId: MemberId; readonly lot: TakenLot }[],
): Promise<void> => {
  if (entries.length === 0) return;
  await tx.query(markStatement, [environmentId, runAtMs, atMs, ...markedRows.valuesOf(entries)]);
};
