import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type DeliveryName, type DeliveryStatus } from './delivery.ts';

/** What came of one attempt. */
export interface RecordedAttempt extends DeliveryName {
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

const updateStatement: Statement = {
  name: 'deliveries-record',
  text: `UPDATE deliveries AS d
            SET status = k.status, attempt = k.attempt, response_code = k.response_code, latency_ms = k.latency_ms,
                failure = k.failure, attempted_at = k.attempted_at, next_attempt_at = k.next_attempt_at
           FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::text[], $5::smallint[], $6::smallint[], $7::int[],
                       $8::text[], $9::timestamptz[], $10::timestamptz[])
                AS k (webhook_id, created_at, id, status, attempt, response_code, latency_ms, failure, attempted_at, next_attempt_at)
          WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id)`,
};

const errorStatement: Statement = {
  name: 'delivery-errors-record',
  text: `INSERT INTO delivery_errors (webhook_id, created_at, delivery_id, environment_id, member_id, error_body)
         SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::uuid[], $6::text[])
         ON CONFLICT (webhook_id, created_at, delivery_id) DO UPDATE SET error_body = EXCLUDED.error_body`,
};

/** Records attempts, whose due rows the transaction has locked. What was erased meanwhile is for the caller to leave out. */
export const recordAttempts = async (
  tx: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await tx.query(updateStatement, [...namesOf(attempts), ...resultsOf(attempts)]);
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

/** Stores what receivers said, where they said something. */
export const recordErrors = async (tx: Transaction, attempts: readonly RecordedAttempt[]): Promise<void> => {
  const told = attempts.filter(({ errorBody }) => errorBody !== null);
  if (told.length === 0) return;
  await tx.query(errorStatement, [
    ...namesOf(told),
    told.map(({ environmentId }) => environmentId),
    told.map(({ memberId }) => memberId),
    told.map(({ errorBody }) => errorBody),
  ]);
};
