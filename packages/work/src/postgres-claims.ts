import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { DueJob } from './due-job.ts';
import type { ClaimAsked, Claimed } from './work-store.ts';

/** Rows that a statement names as `k`, of the queue's as `q`. */
export const isNamed = '(q.lane, q.rank, q.due_at, q.place) = (k.lane, k.rank, k.due_at, k.place)';

/** Free rows of a lane and a rank that are due, in their order. */
const dueIn = (table: string, rank: 0 | 1): string => `
  SELECT * FROM (
    SELECT lane, rank, due_at, place FROM ${table} d
     WHERE d.lane = lanes.lane AND d.rank = ${rank.toString()} AND d.due_at <= $3 AND d.owner = 0
     ORDER BY due_at, place LIMIT lanes.room FOR NO KEY UPDATE SKIP LOCKED) AS of_rank_${rank.toString()}`;

/** Lanes that one claim looks at: some 15 ms where nothing of theirs is due. */
const lanesMax = 2_000;

/**
 * Nobody claims who was declared gone: their rows would be freed by nobody. Lanes are found one by one along the key, so a long backlog
 * of one costs no other anything; and only so many, so a claim takes no longer for many endpoints than for a few. What was never asked
 * takes the room that retries leave. The claimed rows are joined, not named by a sub-select, which would be run anew for each row and
 * lock more than its limit. Each level takes its rows one by one, so no more are locked than are claimed.
 */
export const claimOf = (table: string): Statement => ({
  name: `${table}-claim`,
  text: `WITH RECURSIVE me AS MATERIALIZED (SELECT owner FROM work_owners WHERE owner = $4 FOR KEY SHARE),
           l AS (
             (SELECT lane, 1 AS n FROM ${table} WHERE $6::uuid IS NULL OR lane > $6 ORDER BY lane LIMIT 1)
             UNION ALL
             SELECT (SELECT d.lane FROM ${table} d WHERE d.lane > l.lane ORDER BY d.lane LIMIT 1), l.n + 1
               FROM l WHERE l.lane IS NOT NULL AND l.n < ${lanesMax.toString()}),
           lanes AS MATERIALIZED (
             SELECT l.lane, coalesce(k.room, $5::int) AS room
               FROM me CROSS JOIN l LEFT JOIN unnest($1::uuid[], $2::int[]) AS k (lane, room) USING (lane)
              WHERE l.lane IS NOT NULL AND coalesce(k.room, $5::int) > 0
              ORDER BY l.lane),
           picked AS MATERIALIZED (
             SELECT d.* FROM lanes CROSS JOIN LATERAL (
                      SELECT * FROM (${dueIn(table, 0)} UNION ALL ${dueIn(table, 1)}) AS ranks LIMIT lanes.room) AS d
              LIMIT $7),
           claimed AS (
             UPDATE ${table} AS q SET owner = $4 FROM picked AS k WHERE ${isNamed}
             RETURNING q.lane, q.rank, q.due_at AS "dueAt", q.place, q.id, q.environment_id AS "environmentId",
                       q.member_id AS "memberId", q.attempt, q.abandoned, q.created_at AS "createdAt")
         SELECT c.*, (SELECT l.lane FROM l WHERE l.n = ${lanesMax.toString()}) AS "upTo"
           FROM (VALUES (1)) AS one LEFT JOIN claimed AS c ON true`,
});

interface ClaimedRow {
  readonly lane: string;
  readonly rank: 0 | 1;
  readonly dueAt: Date;
  readonly place: number;
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly attempt: number;
  readonly abandoned: number;
  readonly createdAt: Date;
  readonly upTo: string | null;
}

/** There is one row at least, which names no lane where nothing was claimed. */
type AnswerRow = ClaimedRow | { readonly lane: null; readonly upTo: string | null };

/** In the order in which they are due: an UPDATE answers in none. */
export const claim = async (
  db: Queryable,
  statement: Statement,
  { owner, nowMs, rooms, roomOfOthers, after, rowsMax }: ClaimAsked,
): Promise<Claimed> => {
  const rows = await db.query<AnswerRow>(statement, [
    rooms.map(({ lane }) => lane),
    rooms.map(({ room }) => room),
    new Date(nowMs),
    owner,
    roomOfOthers,
    after,
    rowsMax,
  ]);
  const jobs = rows.flatMap((row) => (row.lane === null ? [] : [claimedJob(row)]));
  const sorted = jobs.toSorted((a, b) => a.rank - b.rank || a.dueAtMs - b.dueAtMs || a.place - b.place);
  // Cut off by their number: lanes behind the last of them were not looked at.
  const isCut = jobs.length >= rowsMax;
  const last = isCut ? jobs.map(({ lane }) => lane).reduce((a, b) => (a > b ? a : b)) : null;
  return { jobs: sorted, upTo: last ?? rows[0]?.upTo ?? null };
};

const claimedJob = ({ lane, rank, dueAt, place, createdAt, ...row }: ClaimedRow): DueJob => ({
  lane,
  rank,
  place,
  dueAtMs: dueAt.getTime(),
  createdAtMs: createdAt.getTime(),
  id: row.id,
  environmentId: row.environmentId,
  memberId: row.memberId,
  attempt: row.attempt,
  abandoned: row.abandoned,
  handed: null,
});
