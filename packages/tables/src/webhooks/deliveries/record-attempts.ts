import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type DeliveryKey, type DeliveryStatus } from './delivery.ts';
import { forgetErrors, recordErrors } from './delivery-errors.ts';

/** The result of one attempt. */
export interface RecordedAttempt extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly status: Exclude<DeliveryStatus, 'PENDING'>;
  /** The number of recorded attempts, including this one. */
  readonly attempt: number;
  readonly responseCode: number | null;
  /** From the start of the attempt to the head of the response, whole milliseconds; null when no request was sent. */
  readonly latencyMs: number | null;
  /** The reason why no response came, or why no request was sent. */
  readonly failure: string | null;
  /** The response body of an attempt that the receiver did not accept, as readable text. */
  readonly errorBody: string | null;
  /** The end of the attempt, milliseconds since the epoch. */
  readonly attemptedAtMs: number;
  /** Null unless RETRYING. */
  readonly nextAttemptAtMs: number | null;
}

/** At most so many attempts are stored; more are never made. */
const attemptsKept = 10;

/** The last attempt, from the columns that this attempt overwrites (D111). Instants in milliseconds since the epoch. */
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

/** Records attempts whose task rows the transaction has locked. The caller must leave out erased members. */
export const recordAttempts = async (
  tx: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await tx.query(updateStatement, [...namesOf(attempts), ...resultsOf(attempts)]);
  // An error body of an earlier attempt is out of date.
  await forgetErrors(
    tx,
    attempts.filter(({ attempt, errorBody }) => attempt > 1 && errorBody === null),
  );
  await recordErrors(tx, attempts);
};

/** The results of attempts, as seven parameters of a statement. */
export const resultsOf = (attempts: readonly RecordedAttempt[]): unknown[] => [
  attempts.map(({ status }) => status),
  attempts.map(({ attempt }) => attempt),
  attempts.map(({ responseCode }) => responseCode),
  attempts.map(({ latencyMs }) => latencyMs),
  attempts.map(({ failure }) => failure),
  attempts.map(({ attemptedAtMs }) => new Date(attemptedAtMs)),
  attempts.map(({ nextAttemptAtMs }) => (nextAttemptAtMs === null ? null : new Date(nextAttemptAtMs))),
];
