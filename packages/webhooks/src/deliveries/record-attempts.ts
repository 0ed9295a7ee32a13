import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type DeliveryKey, type DeliveryStatus } from './delivery.ts';
import { forgetErrors, recordErrors } from './delivery-errors.ts';

/** What came of one attempt. */
export interface RecordedAttempt extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly status: Exclude<DeliveryStatus, 'PENDING'>;
  /** Attempts that were recorded, this one included. */
  readonly attempt: number;
  readonly responseCode: number | null;
  /** From the start of the attempt to the head of the answer, whole milliseconds; null when nothing was asked. */
  readonly latencyMs: number | null;
  /** Why there was no answer, or why nobody was asked. */
  readonly failure: string | null;
  /** What the receiver said to an attempt that it did not take, readable. */
  readonly errorBody: string | null;
  /** When the attempt ended; milliseconds since the epoch. */
  readonly attemptedAtMs: number;
  /** Null unless RETRYING. */
  readonly nextAttemptAtMs: number | null;
}

/** Attempts that are kept: all that are made, and a bound should more ever be. */
const attemptsKept = 10;

/** What the columns say of the last attempt, of which this one takes the place (D111). Instants in milliseconds since the epoch. */
const lastOne = `jsonb_build_array(jsonb_build_object('n', d.attempt, 'at', (extract(epoch FROM d.attempted_at) * 1000)::bigint,
                   'ms', d.latency_ms, 'code', d.response_code, 'why', d.failure))`;
const hasLast = `d.attempt > 0 AND d.attempted_at IS NOT NULL
                   AND coalesce(jsonb_array_length(d.earlier), 0) < ${(attemptsKept - 1).toString()}`;

const updateStatement: Statement = {
  name: 'deliveries-record',
  text: `UPDATE deliveries AS d
            SET earlier = CASE WHEN ${hasLast} THEN coalesce(d.earlier, '[]') || ${lastOne} ELSE d.earlier END,
                status = k.status, attempt = k.attempt, response_code = k.response_code, latency_ms = k.latency_ms,
                failure = k.failure, attempted_at = k.attempted_at, next_attempt_at = k.next_attempt_at
           FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::smallint[], $6::smallint[], $7::int[],
                       $8::text[], $9::timestamptz[], $10::timestamptz[])
                AS k (webhook_id, created_at, id, status, attempt, response_code, latency_ms, failure, attempted_at, next_attempt_at)
          WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id)`,
};

/** Records attempts, whose due rows the transaction has locked. What was erased meanwhile is for the caller to leave out. */
export const recordAttempts = async (
  tx: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await tx.query(updateStatement, [...namesOf(attempts), ...resultsOf(attempts)]);
  // What was said to an attempt before is no longer the last word.
  await forgetErrors(
    tx,
    attempts.filter(({ attempt, errorBody }) => attempt > 1 && errorBody === null),
  );
  await recordErrors(tx, attempts);
};

/** What came of attempts, as seven parameters of a statement. */
export const resultsOf = (attempts: readonly RecordedAttempt[]): unknown[] => [
  attempts.map(({ status }) => status),
  attempts.map(({ attempt }) => attempt),
  attempts.map(({ responseCode }) => responseCode),
  attempts.map(({ latencyMs }) => latencyMs),
  attempts.map(({ failure }) => failure),
  attempts.map(({ attemptedAtMs }) => new Date(attemptedAtMs)),
  attempts.map(({ nextAttemptAtMs }) => (nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs))),
];
