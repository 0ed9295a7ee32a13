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
import { type OmittedBody, requestLogDays } from './request-logs.ts';

/** This is an entry as the API shows it (D82). */
interface RequestLogRecord {
  readonly id: string;
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly code: string | null;
  /** Any JSON; null where there is none. */
  readonly requestBody: unknown;
  readonly requestBodyOmitted: OmittedBody | null;
  readonly responseBody: unknown;
  readonly responseBodyOmitted: OmittedBody | null;
  readonly at: string;
}

export interface RequestLogQuery {
  readonly status?: number;
  readonly path?: string;
  /** The first instant that is included. */
  readonly since?: Date;
  readonly until?: Date;
  readonly before?: ListCursor;
  readonly limit: number;
}

interface RequestLogPage {
  readonly requestLogs: readonly RequestLogRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListCursor | null;
}

interface RequestLogRow extends Omit<RequestLogRecord, 'requestBody' | 'responseBody' | 'at'> {
  readonly requestBody: Buffer | null;
  readonly responseBody: Buffer | null;
  readonly createdAt: Date;
}

/** Some 15 ms: the most that filters without an index may cost. The whole list is about twice as long. */
const lookedAtMax = 5_000;

/** Lists requests, newest first by (createdAt, id), in the order of the key. */
export const listRequestLogs = async (
  source: { readonly db: Database; readonly environmentId: EnvironmentId },
  query: RequestLogQuery,
  lookedAt = lookedAtMax,
): Promise<RequestLogPage> => {
  const { rows, next } = await readBoundedPage<RequestLogRow>(source.db, {
    sorted: () => sortedLogs(source.environmentId, query),
    columns,
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { requestLogs: rows.map(recordOf), next };
};

const columns = `r.id, r.request_id AS "requestId", r.method, r.path, r.status, r.duration_ms AS "durationMs", r.code,
  r.request_body AS "requestBody", r.request_body_omitted AS "requestBodyOmitted",
  r.response_body AS "responseBody", r.response_body_omitted AS "responseBodyOmitted", r.created_at AS "createdAt"`;

const sortedLogs = (
  environmentId: EnvironmentId,
  { since, until, before }: RequestLogQuery,
): Knex.QueryBuilder => {
  const query = sql({ r: 'request_logs' }).where('r.environment_id', environmentId);
  // What is older waits for the purge.
  void query.whereRaw(`r.created_at > now() - interval '${requestLogDays.toString()} days'`);
  if (since !== undefined) void query.where('r.created_at', '>=', since);
  if (until !== undefined) void query.where('r.created_at', '<=', until);
  return pageNewestFirst(query, 'r', { before });
};

const narrowingOf = ({ status, path }: RequestLogQuery): BoundedList['narrowing'] => [
  ...(status === undefined ? [] : ([['r.status = ?', [status]]] as const)),
  ...(path === undefined ? [] : ([['strpos(r.path, ?) > 0', [path]]] as const)),
];

const recordOf = (row: RequestLogRow): RequestLogRecord => ({
  id: row.id,
  requestId: row.requestId,
  method: row.method,
  path: row.path,
  status: row.status,
  durationMs: row.durationMs,
  code: row.code,
  requestBody: jsonOf(row.requestBody),
  requestBodyOmitted: row.requestBodyOmitted,
  responseBody: jsonOf(row.responseBody),
  responseBodyOmitted: row.responseBodyOmitted,
  at: row.createdAt.toISOString(),
});

/** Ingress wrote these bytes as JSON, and nothing changes them. */
const jsonOf = (bytes: Buffer | null): unknown => (bytes === null ? null : JSON.parse(bytes.toString()));
