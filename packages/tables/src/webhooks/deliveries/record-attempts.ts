import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { attemptsMaxOf } from '@loyalty/rules/webhooks';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import {
  type DeliveryKey,
  deliveryRows,
  type DeliveryStatus,
  type NewDelivery,
  storedFailureOf,
} from './deliveries.ts';

export interface RecordedAttempt extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly status: Exclude<DeliveryStatus, 'PENDING'>;
  readonly attempt: number;
  readonly responseCode: number | null;
  /** The time to the head of the response in whole milliseconds; null if no request was sent. */
  readonly latencyMs: number | null;
  /** Why there was no response, or why no request was sent. */
  readonly failure: string | null;
  /** What was wrong with the handshake of TLS_FAILED; null for any other failure. */
  readonly failureReason: string | null;
  /** The readable text of an attempt that the receiver did not accept. */
  readonly errorBody: string | null;
  /** When the attempt ended. */
  readonly attemptedAtMs: number;
  /** When the next attempt is due; null unless the delivery is RETRYING. */
  readonly nextAttemptAtMs: number | null;
}

/** A delivery never has more attempts than this. */
const attemptsKept = 10;

/**
 * It is made from the columns that this attempt overwrites (D111). Instants are in milliseconds since the
 * epoch.
 */
const lastOne = `jsonb_build_array(jsonb_build_object('n', d.attempt, 'at', (extract(epoch FROM d.attempted_at) * 1000)::bigint,
                   'ms', d.latency_ms, 'code', d.response_code, 'why', d.failure))`;
const hasLast = `d.attempt > 0 AND d.attempted_at IS NOT NULL
                   AND coalesce(jsonb_array_length(d.earlier), 0) < ${(attemptsKept - 1).toString()}`;

const nextAttemptAt = ({ nextAttemptAtMs: ms }: RecordedAttempt) => (ms === null ? null : new Date(ms));

const recordedRows = rowArrays<RecordedAttempt>((fields, rows) => [
  ...deliveryRows.columnsOf(rows),
  ...fields('status text', 'attempt smallint', 'response_code smallint', 'latency_ms int'),
  ['failure', 'text', rows.map(storedFailureOf)],
  ['attempted_at', 'timestamptz', rows.map(({ attemptedAtMs }) => new Date(attemptedAtMs))],
  ['next_attempt_at', 'timestamptz', rows.map(nextAttemptAt)],
]);
const updateStatement: Statement = {
  name: 'deliveries-record',
  text: `UPDATE deliveries AS d
            SET earlier = CASE WHEN ${hasLast} THEN coalesce(d.earlier, '[]') || ${lastOne} ELSE d.earlier END,
                status = k.status, attempt = k.attempt, response_code = k.response_code, latency_ms = k.latency_ms,
                failure = k.failure, attempted_at = k.attempted_at, next_attempt_at = k.next_attempt_at
           FROM ${recordedRows.as('k')}
          WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id)`,
};

/** Records attempts. Their task rows must be locked, and the caller must leave out erased members. */
export const recordAttempts = async (
  tx: Transaction,
  attempts: readonly RecordedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  await tx.query(updateStatement, recordedRows.valuesOf(attempts));
  // An error body of an earlier attempt is out of date.
  await forgetErrors(
    tx,
    attempts.filter(({ attempt, errorBody }) => attempt > 1 && errorBody === null),
  );
  await recordErrors(tx, attempts);
};

/** The attempt of a leased delivery, which has no row yet. */
export type FirstAttempt = RecordedAttempt & Omit<NewDelivery, 'replayOf'>;

const firstRows = rowArrays<FirstAttempt>((fields, rows) => [
  ...recordedRows.columnsOf(rows),
  ...fields('environment_id int'),
  ['event_at', 'timestamptz', rows.map(({ eventAtMs }) => new Date(eventAtMs))],
  ...fields('event_id uuid', 'event text'),
  ['max_attempts', 'smallint', rows.map(({ event }) => attemptsMaxOf(event))],
]);
const insertStatement: Statement = {
  name: 'deliveries-record-first',
  text: `INSERT INTO deliveries (${firstRows.names})
         SELECT * FROM unnest(${firstRows.arrays})
         ON CONFLICT DO NOTHING RETURNING id`,
};

/** Inserts each delivery with its first attempt. Returns those that were not recorded before. The caller must leave out erased members. */
export const recordFirstAttempts = async (
  tx: Transaction,
  attempts: readonly FirstAttempt[],
): Promise<ReadonlySet<string>> => {
  if (attempts.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(insertStatement, firstRows.valuesOf(attempts));
  const ids = new Set(rows.map(({ id }) => id));
  await recordErrors(
    tx,
    attempts.filter(({ id }) => ids.has(id)),
  );
  return ids;
};

/**
 * An attempt that was not accepted, with its response body as readable text; null if there is none to store.
 */
interface RejectedAttempt extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly errorBody: string | null;
}

const rejectedRows = rowArrays<RejectedAttempt>((fields, rows) => [
  ...fields('webhook_id uuid'),
  ['created_at', 'timestamptz', rows.map(({ createdAtMs }) => new Date(createdAtMs))],
  ['delivery_id', 'uuid', rows.map(({ id }) => id)],
  ...fields('environment_id int', 'member_id uuid', 'error_body text'),
]);
const storeStatement: Statement = {
  name: 'delivery-errors-record',
  text: `INSERT INTO delivery_errors (${rejectedRows.names})
         SELECT * FROM unnest(${rejectedRows.arrays})
         ON CONFLICT (webhook_id, created_at, delivery_id) DO UPDATE SET error_body = EXCLUDED.error_body`,
};

/** Records errors. Each endpoint keeps the newest thousand, and a few more until the next trim. */
export const recordErrors = async (tx: Transaction, attempts: readonly RejectedAttempt[]): Promise<void> => {
  const stored = attempts.filter(({ errorBody }) => errorBody !== null);
  if (stored.length === 0) return;
  await tx.query(storeStatement, rejectedRows.valuesOf(stored));
  const many = new Set(stored.filter(isDrawn).map(({ webhookId }) => webhookId));
  if (many.size > 0) await tx.query(trimStatement, [[...many]]);
};

/** One in 64: so often an endpoint's bodies beyond the thousand are deleted, in any process. */
const isDrawn = ({ id }: DeliveryKey): boolean => Number.parseInt(id.slice(-2), 16) % 64 === 0;

const errorsKept = 1_000;
/** This many are trimmed of one endpoint, more than arrive between two trims. */
const errorsTrimmedMax = 2_000;

/** Skips rows that another transaction has locked; the next trim deletes them. */
const trimStatement: Statement = {
  name: 'delivery-errors-trim',
  text: `DELETE FROM delivery_errors AS e
          USING unnest($1::uuid[]) AS k (webhook_id)
          CROSS JOIN LATERAL (SELECT created_at, delivery_id FROM delivery_errors o WHERE o.webhook_id = k.webhook_id
                               ORDER BY created_at DESC, delivery_id DESC
                              OFFSET ${errorsKept.toString()} LIMIT ${errorsTrimmedMax.toString()} FOR UPDATE SKIP LOCKED) AS old
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, old.created_at, old.delivery_id)`,
};

const forgetStatement: Statement = {
  name: 'delivery-errors-forget',
  text: `DELETE FROM delivery_errors AS e USING ${deliveryRows.as('k')}
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, k.created_at, k.id)`,
};

/** Deletes errors of deliveries that have since succeeded, or failed without a body. */
const forgetErrors = async (tx: Transaction, deliveries: readonly DeliveryKey[]): Promise<void> => {
  if (deliveries.length > 0) await tx.query(forgetStatement, deliveryRows.valuesOf(deliveries));
};
