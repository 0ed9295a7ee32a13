import type { DeliveryStatus } from './delivery.ts';

/** One attempt of a delivery (D111). */
export interface AttemptRecord {
  /** The first one is 1. */
  readonly attempt: number;
  /** When it ended. */
  readonly at: string;
  readonly durationMs: number | null;
  readonly responseCode: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
}

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
  /** At most ten, oldest first; deliveries of earlier builds have the last one alone. */
  readonly attempts: readonly AttemptRecord[];
  readonly redelivery: boolean;
  readonly replayOf: string | null;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
}

type Dated = 'createdAt' | 'attemptedAt' | 'nextAttemptAt';

/** A row of {@link deliveryColumns}. */
export type DeliveryRow = Omit<DeliveryRecord, Dated | 'redelivery' | 'attempts'> & {
  readonly earlier: readonly EarlierAttempt[] | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
};

/** An attempt that another one followed, as it is stored; instants in milliseconds since the epoch. */
interface EarlierAttempt {
  readonly n: number;
  readonly at: number;
  readonly ms: number | null;
  readonly code: number | null;
  readonly why: string | null;
}

/** What a record is made of, from `deliveries r`. */
export const deliveryColumns = `
  r.id, r.webhook_id AS "webhookId", r.event_id AS "eventId", r.event, r.status, r.attempt, r.max_attempts AS "maxAttempts",
  r.response_code AS "responseCode", r.failure, r.latency_ms AS "latencyMs", r.earlier,
  CASE WHEN r.status IN ('RETRYING', 'FAILED') THEN
    (SELECT e.error_body FROM delivery_errors e
      WHERE (e.webhook_id, e.created_at, e.delivery_id) = (r.webhook_id, r.created_at, r.id)) END AS "errorBody",
  r.replay_of AS "replayOf", r.created_at AS "createdAt", r.attempted_at AS "attemptedAt", r.next_attempt_at AS "nextAttemptAt"`;

export const deliveryRecordOf = ({
  createdAt,
  attemptedAt,
  nextAttemptAt,
  earlier,
  ...row
}: DeliveryRow): DeliveryRecord => ({
  ...row,
  attempts: [...(earlier ?? []).map(attemptOf), ...lastOf({ ...row, attemptedAt, earlier })],
  redelivery: row.replayOf !== null,
  createdAt: createdAt.toISOString(),
  attemptedAt: attemptedAt?.toISOString() ?? null,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
});

const attemptOf = ({ n, at, ms, code, why }: EarlierAttempt): AttemptRecord => ({
  attempt: n,
  at: new Date(at).toISOString(),
  durationMs: ms,
  responseCode: code,
  error: why,
});

type Last = Pick<
  DeliveryRow,
  'attempt' | 'attemptedAt' | 'latencyMs' | 'responseCode' | 'failure' | 'earlier'
>;

/** The last attempt; none where nobody was asked, or where the last one is told already and nobody was asked since. */
const lastOf = ({
  attempt,
  attemptedAt,
  latencyMs,
  responseCode,
  failure,
  earlier,
}: Last): AttemptRecord[] =>
  attempt === 0 || attemptedAt === null || earlier?.at(-1)?.n === attempt
    ? []
    : [{ attempt, at: attemptedAt.toISOString(), durationMs: latencyMs, responseCode, error: failure }];
