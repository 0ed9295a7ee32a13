import type { EnvironmentId } from '@loyalty/kernel';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';

export interface RefusedRequest {
  readonly id: string;
  readonly operation: 'evaluate' | 'redeem' | 'event' | 'return' | 'capture' | 'void';
  readonly ref: string;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Null while nobody is enrolled under the reference. */
  readonly memberId: string | null;
  readonly createdAt: Date;
}

export interface RefusedQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly code?: string | undefined;
}

/** Lists what was refused or given up in the last 24 h while no caller waited (D36). */
export const listRefused = boundedList<RefusedQuery, RefusedRequest, RefusedRequest>('failed_requests', {
  columns: `r.id, r.operation, r.ref, r.code, r.context, r.created_at AS "createdAt",
    (SELECT m.id FROM members m
      WHERE m.environment_id = r.environment_id AND m.member_key = r.member_key) AS "memberId"`,
  index: ({ environmentId }) => [
    ['r.environment_id = ?', environmentId],
    // What is older waits for the purge. What an older build has written has no place in the order.
    [`r.created_at > now() - interval '24 hours' AND r.id IS NOT NULL`],
  ],
  filters: ({ code }) => [
    code !== undefined && ['r.code = ?', code],
    // Credits and returns are our own, and an adjustment's caller waits: none is looked for by its reference.
    [`r.operation IN ('evaluate', 'redeem', 'event')`],
  ],
  /** The most rows that a search for a rare code examines, as in request logs. */
  lookedAt: 5_000,
  recordOf: (row) => row,
});
