import type { Warning } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
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
  readonly warnings: readonly Warning[];
  readonly at: string;
}

export interface RequestLogQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly status?: number | undefined;
  readonly path?: string | undefined;
}

interface RequestLogRow extends Omit<RequestLogRecord, 'requestBody' | 'responseBody' | 'warnings' | 'at'> {
  readonly warnings: readonly Warning[] | null;
  readonly requestBody: Buffer | null;
  readonly responseBody: Buffer | null;
  readonly createdAt: Date;
}

/** Lists the newest first by (createdAt, id), in the order of the key. */
export const listRequestLogs = boundedList<RequestLogQuery, RequestLogRow, RequestLogRecord>('request_logs', {
  columns: `r.id, r.request_id AS "requestId", r.method, r.path, r.status, r.duration_ms AS "durationMs", r.code,
    r.request_body AS "requestBody", r.request_body_omitted AS "requestBodyOmitted",
    r.response_body AS "responseBody", r.response_body_omitted AS "responseBodyOmitted", r.warnings, r.created_at AS "createdAt"`,
  index: ({ environmentId }) => [
    ['r.environment_id = ?', environmentId],
    // What is older waits for the purge.
    [`r.created_at > now() - interval '${requestLogDays.toString()} days'`],
  ],
  filters: ({ status, path }) => [
    status !== undefined && ['r.status = ?', status],
    path !== undefined && ['strpos(r.path, ?) > 0', path],
  ],
  /** Some 15 ms: the most that filters without an index may cost. The whole list is about twice as long. */
  lookedAt: 5_000,
  recordOf: (row) => ({
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
    warnings: row.warnings ?? [],
    at: row.createdAt.toISOString(),
  }),
});

/** Ingress wrote these bytes as JSON, and nothing changes them. */
const jsonOf = (bytes: Buffer | null): unknown => (bytes === null ? null : JSON.parse(bytes.toString()));
