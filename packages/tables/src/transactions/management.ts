import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  type BoundedList,
  type Knex,
  type ListCursor,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage/lists';
import { keptDays } from './refused-records.ts';

export { type LeftOutRecords, readLeftOutRecords } from './refused-records.ts';

export interface RefusedRequest {
  readonly id: string;
  readonly operation: 'evaluate' | 'redeem' | 'event' | 'return' | 'capture' | 'void';
  /** Null for a producer's record that could not be read, or whose reference no receipt can have. */
  readonly ref: string | null;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Null while nobody is enrolled under the reference. */
  readonly memberId: string | null;
  readonly createdAt: Date;
  /** The place of a producer's record; null for the request of a call. */
  readonly topic: string | null;
  readonly partition: number | null;
  readonly offset: number | null;
}

export interface RefusedQuery {
  readonly code?: string;
  readonly partition?: number;
  /** Both times are included. */
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: ListCursor;
  readonly limit: number;
}

interface RefusedPage {
  readonly refused: readonly RefusedRequest[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
}

/** The most rows that a search for a rare code examines, as in request logs. */
const lookedAtMax = 5_000;

/**
 * Lists what was refused or given up while no caller waited: requests of calls of the last 24 h (D36), and records of
 * producers of the last 14 days (D332).
 */
export const listRefused = async (
  source: { readonly db: Database; readonly environmentId: EnvironmentId },
  query: RefusedQuery,
  lookedAt = lookedAtMax,
): Promise<RefusedPage> => {
  const { rows, next } = await readBoundedPage<RefusedRequest>(source.db, {
    sorted: () => sortedRefused(source.environmentId, query),
    columns,
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { refused: rows, next };
};

const columns = `r.id, r.operation, r.ref, r.code, r.context, r.created_at AS "createdAt", r.topic, r.partition,
  r.record_offset AS "offset",
  (SELECT m.id FROM members m
    WHERE m.environment_id = r.environment_id AND m.member_key = r.member_key) AS "memberId"`;

// What is older waits for the purge. What an older build has written has no id, so it has no place in the order.
const refusedText = `(
  SELECT environment_id, id, operation, ref, code, context, created_at, member_key,
         NULL::text AS topic, NULL::int AS partition, NULL::bigint AS record_offset
    FROM failed_requests WHERE created_at > now() - interval '24 hours' AND id IS NOT NULL
  UNION ALL
  SELECT environment_id, id, 'evaluate', ref, code, context, created_at, member_key,
         topic, partition, record_offset
    FROM refused_records WHERE created_at > now() - interval '${keptDays.toString()} days') r`;

const sortedRefused = (
  environmentId: EnvironmentId,
  { since, until, before }: RefusedQuery,
): Knex.QueryBuilder => {
  const query = sql(sql.raw(refusedText)).where('r.environment_id', environmentId);
  if (since !== undefined) void query.where('r.created_at', '>=', since);
  if (until !== undefined) void query.where('r.created_at', '<=', until);
  return pageNewestFirst(query, 'r', { before });
};

/** Credits and returns are our own, and an adjustment's caller waits: none is looked for by its reference. */
const narrowingOf = ({ code, partition }: RefusedQuery): BoundedList['narrowing'] => [
  ...(code === undefined ? [] : ([['r.code = ?', [code]]] as const)),
  ...(partition === undefined ? [] : ([['r.partition = ?', [partition]]] as const)),
  [`r.operation IN ('evaluate', 'redeem', 'event')`, []],
];
