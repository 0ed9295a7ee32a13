import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import type { Task, TaskKey } from '../task.ts';
import type { Claimed, ClaimRequest, DestinationCapacity } from './task-store.ts';

const dueIn = (table: string, rank: TaskKey['rank']): string => `
  SELECT * FROM (
    SELECT ctid AS place, destination_id FROM ${table} d
     WHERE d.destination_id = destinations.destination_id AND d.rank = ${rank.toString()}
       AND d.due_at >= destinations.due_from_${rank.toString()} AND d.due_at <= $3 AND d.owner = 0
     ORDER BY due_at, number LIMIT destinations.capacity FOR NO KEY UPDATE SKIP LOCKED) AS of_rank_${rank.toString()}`;

/** Some 15 ms where nothing of theirs is due. */
const destinationsMax = 2_000;

/** No destination has one of these ids. */
const beforeAll = '00000000-0000-0000-0000-000000000000';
const behindAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const timeOf = (ms = -Infinity): Date | string => (ms === -Infinity ? '-infinity' : new Date(ms));

const capacityRows = rowArrays<DestinationCapacity>((fields) =>
  fields('destination_id uuid', 'capacity int'),
);
const dueRows = rowArrays<DestinationCapacity>((_, rows) => [
  ['due_from_0', 'timestamptz', rows.map(({ dueFromMs }) => timeOf(dueFromMs?.[0]))],
  ['due_from_1', 'timestamptz', rows.map(({ dueFromMs }) => timeOf(dueFromMs?.[1]))],
  ['due_from_2', 'timestamptz', rows.map(({ dueFromMs }) => timeOf(dueFromMs?.[2]))],
]).from(8);

/**
 * Returns the statement that claims tasks. A process that was declared dead claims nothing, because nobody
 * would free its rows. Destinations are found along the key, so the backlog of one delays no other. Rows are
 * picked once: a sub-select would run for each row and lock more than its limit. They are changed by their
 * place, which no plan can search for in the whole table.
 */
export const claimOf = (table: string): Statement => ({
  name: `${table}-claim`,
  // Remembered destinations ($11) are taken without a search, which would walk over their old rows. `at`: the
  // next one of them.
  text: `WITH RECURSIVE me AS MATERIALIZED (SELECT owner FROM task_owners WHERE owner = $4 FOR KEY SHARE),
           k AS MATERIALIZED (
             SELECT * FROM unnest(${capacityRows.arrays}, ${dueRows.arrays}) AS k (${capacityRows.names}, ${dueRows.names})),
           l AS (
             SELECT coalesce($6::uuid, '${beforeAll}') AS destination_id, 1 AS at, 0 AS n
             UNION ALL
             SELECT coalesce(found.destination_id, remembered.destination_id), l.at + (found.destination_id IS NULL)::int, l.n + 1
               FROM l CROSS JOIN LATERAL (SELECT ($11::uuid[])[l.at] AS destination_id) AS remembered
               LEFT JOIN LATERAL (
                      SELECT d.destination_id FROM ${table} d
                       WHERE d.destination_id > l.destination_id AND d.destination_id < coalesce(remembered.destination_id, '${behindAll}')
                       ORDER BY d.destination_id LIMIT 1) AS found ON true
              WHERE l.n < ${destinationsMax.toString()} AND coalesce(found.destination_id, remembered.destination_id) IS NOT NULL),
           destinations AS MATERIALIZED (
             SELECT l.destination_id, coalesce(k.capacity, $5::int) AS capacity, coalesce(k.due_from_0, '-infinity') AS due_from_0,
                    coalesce(k.due_from_1, '-infinity') AS due_from_1, coalesce(k.due_from_2, '-infinity') AS due_from_2
               FROM me CROSS JOIN l LEFT JOIN k USING (destination_id)
              WHERE l.n > 0 AND coalesce(k.capacity, $5::int) > 0
              ORDER BY destination_id),
           picked AS MATERIALIZED (
             SELECT d.* FROM destinations CROSS JOIN LATERAL (
                      SELECT * FROM (${dueIn(table, 0)} UNION ALL ${dueIn(table, 1)} UNION ALL ${dueIn(table, 2)}) AS ranks LIMIT destinations.capacity) AS d
              LIMIT $7),
           claimed AS (
             UPDATE ${table} AS q SET owner = $4 WHERE q.ctid = ANY (ARRAY(SELECT place FROM picked))
             RETURNING q.destination_id AS "destinationId", q.rank, q.due_at AS "dueAt", q.number, q.id, q.environment_id AS "environmentId",
                       q.member_id AS "memberId", q.attempt, q.abandoned, q.created_at AS "createdAt",
                       q.is_bulk AS "isBulk", q.batch_ids AS "batchIds")
         SELECT c.*, (SELECT l.destination_id FROM l WHERE l.n = ${destinationsMax.toString()}) AS "upTo"
           FROM (VALUES (1)) AS one LEFT JOIN claimed AS c ON true`,
});

interface ClaimedRow {
  readonly destinationId: string;
  readonly rank: TaskKey['rank'];
  readonly dueAt: Date;
  readonly number: number;
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly attempt: number;
  readonly abandoned: number;
  readonly createdAt: Date;
  readonly isBulk: boolean;
  readonly batchIds: readonly string[] | null;
  readonly upTo: string | null;
}

/** At least one row is returned; it names no destination if nothing was claimed. */
type ResultRow = ClaimedRow | { readonly destinationId: null; readonly upTo: string | null };

/**
 * Claims tasks and returns them in the order in which they are due, because an UPDATE returns rows in no
 * order.
 */
export const claim = async (
  db: Queryable,
  statement: Statement,
  { owner, nowMs, capacities, capacityOfOthers, after, rowsMax }: ClaimRequest,
): Promise<Claimed> => {
  const rows = await db.query<ResultRow>(statement, [
    ...capacityRows.valuesOf(capacities),
    new Date(nowMs),
    owner,
    capacityOfOthers,
    after,
    rowsMax,
    ...dueRows.valuesOf(capacities),
    rememberedAmong(capacities, after),
  ]);
  const tasks = rows.flatMap((row) => (row.destinationId === null ? [] : [claimedTask(row)]));
  const sorted = tasks.toSorted((a, b) => a.rank - b.rank || a.dueAtMs - b.dueAtMs || a.number - b.number);
  // Cut off by their number: destinations behind the last of them were not looked at.
  const isCut = tasks.length >= rowsMax;
  const last = isCut
    ? tasks.map(({ destinationId }) => destinationId).reduce((a, b) => (a > b ? a : b))
    : null;
  return { tasks: sorted, upTo: last ?? rows[0]?.upTo ?? null };
};

const rememberedAmong = (
  capacities: readonly DestinationCapacity[],
  after: string | null,
): readonly string[] =>
  capacities
    .filter(({ dueFromMs }) => dueFromMs !== undefined)
    .map(({ destinationId }) => destinationId)
    .filter((destinationId) => after === null || destinationId > after)
    .toSorted((a, b) => (a < b ? -1 : 1));

const claimedTask = ({ destinationId, rank, dueAt, number, createdAt, ...row }: ClaimedRow): Task => ({
  destinationId,
  rank,
  number,
  dueAtMs: dueAt.getTime(),
  createdAtMs: createdAt.getTime(),
  id: row.id,
  environmentId: row.environmentId,
  memberId: row.memberId,
  attempt: row.attempt,
  abandoned: row.abandoned,
  isBulk: row.isBulk,
  batchIds: row.batchIds,
  lease: null,
});
