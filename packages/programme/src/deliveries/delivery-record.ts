import type { DeliveryStatus } from './delivery.ts';

/** A delivery as the interface shows it (D70). Instants are ISO 8601, UTC, milliseconds. */
export interface DeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  /** Attempts that were made. */
  readonly attempt: number;
  readonly maxAttempts: number;
  /** Of the last attempt; null where there was no answer. */
  readonly responseCode: number | null;
  /** Why the last attempt brought no answer, or was not made. */
  readonly failure: string | null;
  readonly latencyMs: number | null;
  /** What the receiver said to the last attempt, which it did not take. */
  readonly errorBody: string | null;
  readonly redelivery: boolean;
  readonly replayOf: string | null;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
}

type Dated = 'createdAt' | 'attemptedAt' | 'nextAttemptAt';

/** A row of {@link deliveryColumns}. */
export type DeliveryRow = Omit<DeliveryRecord, Dated | 'redelivery'> & {
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
};

/** What a record is made of, from `deliveries r`. */
export const deliveryColumns = `
  r.id, r.webhook_id AS "webhookId", r.event_id AS "eventId", r.event, r.status, r.attempt, r.max_attempts AS "maxAttempts",
  r.response_code AS "responseCode", r.failure, r.latency_ms AS "latencyMs",
  CASE WHEN r.status IN ('RETRYING', 'FAILED') THEN
    (SELECT e.error_body FROM delivery_errors e
      WHERE (e.webhook_id, e.created_at, e.delivery_id) = (r.webhook_id, r.created_at, r.id)) END AS "errorBody",
  r.replay_of AS "replayOf", r.created_at AS "createdAt", r.attempted_at AS "attemptedAt", r.next_attempt_at AS "nextAttemptAt"`;

export const deliveryRecordOf = ({
  createdAt,
  attemptedAt,
  nextAttemptAt,
  ...row
}: DeliveryRow): DeliveryRecord => ({
  ...row,
  redelivery: row.replayOf !== null,
  createdAt: createdAt.toISOString(),
  attemptedAt: attemptedAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});
