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

export interface RefusedRequest {
  readonly id: string;
  readonly operation: 'evaluate' | 'redeem' | 'event' | 'return' | 'capture' | 'void';
  readonly ref: string;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** The member's id; null while nobody is enrolled under the reference. */
  readonly memberId: string | null;
  readonly createdAt: Date;
}

export interface RefusedQuery {
  readonly code?: string;
  /** The first instant that is included. */
  readonly since?: Date;
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

/** Lists requests that were refused or given up in the last 24 h while no caller waited (D36). */
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

const columns = `r.id, r.operation, r.ref, r.code, r.context, r.created_at AS "createdAt",
  (SELECT m.id FROM members m
    WHERE m.environment_id = r.environment_id AND m.member_key = r.member_key) AS "memberId"`;

const sortedRefused = (environmentId: EnvironmentId, { since, before }: RefusedQuery): Knex.QueryBuilder => {
  const query = sql({ r: 'failed_requests' })
    .where('r.environment_id', environmentId)
    // What is older waits for the purge. What an older build has written has no place in the order.
    .whereRaw(`r.created_at > now() - interval '24 hours' AND r.id IS NOT NULL`);
  if (since !== undefined) void query.where('r.created_at', '>=', since);
  return pageNewestFirst(query, 'r', { before });
};

/** Credits and returns are our own, and an adjustment's caller waits: none is looked for by its reference. */
const narrowingOf = ({ code }: RefusedQuery): BoundedList['narrowing'] => [
  ...(code === undefined ? [] : ([['r.code = ?', [code]]] as const)),
  [`r.operation IN ('evaluate', 'redeem', 'event')`, []],
];
