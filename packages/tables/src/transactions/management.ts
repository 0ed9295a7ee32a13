import type { EnvironmentId } from '@loyalty/kernel';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
import { memberOfKey } from '../members/members.ts';
import { keptDays } from './refused-records.ts';

export { readLeftOutRecords } from './refused-records.ts';

export interface RefusedRequest {
  readonly id: string;
  readonly operation: 'evaluate' | 'redeem' | 'event' | 'return' | 'capture' | 'void';
  /** Null for a producer's record that could not be read, or whose reference no receipt can have. */
  readonly ref: string | null;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** The member's id; null while nobody is enrolled under the reference. */
  readonly memberId: string | null;
  readonly createdAt: Date;
  /** The place of a producer's record; null for the request of a call. */
  readonly topic: string | null;
  readonly partition: number | null;
  readonly offset: number | null;
}

export interface RefusedQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly code?: string | undefined;
  readonly partition?: number | undefined;
}

// What is older waits for the purge. What an older build has written has no id, so it has no place in the order.
const refusedText = `(
  SELECT environment_id, id, operation, ref, code, context, created_at, member_key,
         NULL::text AS topic, NULL::int AS partition, NULL::bigint AS record_offset
    FROM failed_requests WHERE created_at > now() - interval '24 hours' AND id IS NOT NULL
  UNION ALL
  SELECT environment_id, id, 'evaluate', ref, code, context, created_at, member_key,
         topic, partition, record_offset
    FROM refused_records WHERE created_at > now() - interval '${keptDays.toString()} days')`;

/**
 * Lists what was refused or given up while no caller waited: requests of calls of the last 24 h (D36), and records of
 * producers of the last 14 days (D332).
 */
export const listRefused = boundedList<RefusedQuery, RefusedRequest, RefusedRequest>(refusedText, {
  columns: `r.id, r.operation, r.ref, r.code, r.context, r.created_at AS "createdAt",
    r.topic, r.partition, r.record_offset AS "offset",
    ${memberOfKey('r.environment_id', 'r.member_key')} AS "memberId"`,
  index: ({ environmentId }) => [['r.environment_id = ?', environmentId]],
  filters: ({ code, partition }) => [
    code !== undefined && ['r.code = ?', code],
    partition !== undefined && ['r.partition = ?', partition],
    // Credits and returns are our own, and an adjustment's caller waits: none is looked for by its reference.
    [`r.operation IN ('evaluate', 'redeem', 'event')`],
  ],
  /** The most rows that a search for a rare code examines, as in request logs. */
  lookedAt: 5_000,
  recordOf: (row) => row,
});
