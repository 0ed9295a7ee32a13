import { isUuid } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
import { deliveryTimeOf, type DeliveryStatus, failureIn } from './deliveries.ts';
import { bodyOf } from './webhook-events.ts';

interface AttemptRecord {
  /** Attempts are numbered from 1. */
  readonly attempt: number;
  readonly at: string;
  readonly durationMs: number | null;
  readonly responseCode: number | null;
  /** Why no response came; null after a response. */
  readonly error: string | null;
  readonly failureReason: string | null;
}

/** A delivery as the interface shows it (D70). Instants are in ISO 8601 in UTC, with milliseconds. */
export interface DeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: DeliveryStatus;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly responseCode: number | null;
  /** Why the last attempt got no response, or was not made. */
  readonly failure: string | null;
  /** What was wrong with the handshake if the last attempt was TLS_FAILED. */
  readonly failureReason: string | null;
  readonly latencyMs: number | null;
  /** The body of the last attempt, if the receiver did not accept it. */
  readonly errorBody: string | null;
  /** At most ten attempts, oldest first. Deliveries of earlier builds have only the last one. */
  readonly attempts: readonly AttemptRecord[];
  readonly redelivery: boolean;
  readonly replayOf: string | null;
  readonly createdAt: string;
  readonly attemptedAt: string | null;
  readonly nextAttemptAt: string | null;
}

type DeliveryInstants = 'createdAt' | 'attemptedAt' | 'nextAttemptAt';

type DeliveryRow = Omit<DeliveryRecord, DeliveryInstants | 'redelivery' | 'attempts' | 'failureReason'> & {
  readonly earlier: readonly EarlierAttempt[] | null;
  readonly createdAt: Date;
  readonly attemptedAt: Date | null;
  readonly nextAttemptAt: Date | null;
};

/** Attempts are as stored, except for the last one; instants are in milliseconds since the epoch. */
interface EarlierAttempt {
  readonly n: number;
  readonly at: number;
  readonly ms: number | null;
  readonly code: number | null;
  readonly why: string | null;
}

const deliveryColumns = `
  r.id, r.webhook_id AS "webhookId", r.event_id AS "eventId", r.event, r.status, r.attempt, r.max_attempts AS "maxAttempts",
  r.response_code AS "responseCode", r.failure, r.latency_ms AS "latencyMs", r.earlier,
  CASE WHEN r.status IN ('RETRYING', 'FAILED') THEN
    (SELECT e.error_body FROM delivery_errors e
      WHERE (e.webhook_id, e.created_at, e.delivery_id) = (r.webhook_id, r.created_at, r.id)) END AS "errorBody",
  r.replay_of AS "replayOf", r.created_at AS "createdAt", r.attempted_at AS "attemptedAt", r.next_attempt_at AS "nextAttemptAt"`;

export interface DeliveryQuery extends PageQuery {
  readonly webhookId: string;
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
  readonly eventId?: string | undefined;
}

/** Newest first. Indexes serve statuses but SUCCEEDED; other filters scan 10,000 at a time. */
export const listDeliveries = boundedList<DeliveryQuery, DeliveryRow, DeliveryRecord>('deliveries', {
  columns: deliveryColumns,
  index: ({ webhookId, status }) => [
    ['r.webhook_id = ?', webhookId],
    status !== undefined && status !== 'SUCCEEDED' && [isInUnhappyStatus[status]],
  ],
  filters: ({ status, event, eventId }) => [
    status === 'SUCCEEDED' && ['r.status = ?', status],
    event !== undefined && ['r.event = ?', event],
    eventId !== undefined && ['r.event_id = ?', eventId],
  ],
  /** Some 15 ms: the most that filters without an index may cost. */
  lookedAt: 10_000,
  recordOf: (row) => deliveryRecordOf(row),
});

/** States are in the text, not bound, so that the planner can use the partial index. */
const isInUnhappyStatus: Readonly<Record<Exclude<DeliveryStatus, 'SUCCEEDED'>, string>> = {
  PENDING: `r.status = 'PENDING'`,
  RETRYING: `r.status = 'RETRYING'`,
  FAILED: `r.status = 'FAILED'`,
};

const deliveryRecordOf = ({
  createdAt,
  attemptedAt,
  nextAttemptAt,
  earlier,
  ...row
}: DeliveryRow): DeliveryRecord => ({
  ...row,
  ...failureIn(row.failure),
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
  ...errorOf(why),
});

type Last = Pick<
  DeliveryRow,
  'attempt' | 'attemptedAt' | 'latencyMs' | 'responseCode' | 'failure' | 'earlier'
>;

/** None if no attempt was made, or if `earlier` contains the last one already. */
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
    : [{ attempt, at: attemptedAt.toISOString(), durationMs: latencyMs, responseCode, ...errorOf(failure) }];

const errorOf = (stored: string | null): Pick<AttemptRecord, 'error' | 'failureReason'> => {
  const { failure: error, failureReason } = failureIn(stored);
  return { error, failureReason };
};

interface DeliveryWithBody extends DeliveryRecord {
  /** This is the body as it is sent. It is null once its member is erased, or the event is no longer kept. */
  readonly body: unknown;
}

interface StoredBody {
  readonly sharedBody: Buffer | null;
  readonly deliveryIdAt: number | null;
}

/**
 * Finds a delivery of an endpoint that the caller knows as its own. Returns null also for a text that is not
 * a UUID (D2).
 */
export const findDelivery = async (
  db: Queryable,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<DeliveryWithBody | null> => {
  if (!isUuid(deliveryId)) return null;
  const [row] = await db.query<DeliveryRow & StoredBody>(oneStatement, [
    webhookId,
    deliveryTimeOf(deliveryId),
    deliveryId,
  ]);
  if (row === undefined) return null;
  const { sharedBody: body, deliveryIdAt, ...delivery } = row;
  const sent = body === null || deliveryIdAt === null ? null : bodyOf({ body, deliveryIdAt }, delivery.id);
  return { ...deliveryRecordOf(delivery), body: sent === null ? null : JSON.parse(sent.toString()) };
};

const oneStatement: Statement = {
  name: 'deliveries-one',
  // The second phase of an erasure empties bodies half a minute after the first.
  text: `SELECT ${deliveryColumns}, e.body AS "sharedBody", e.delivery_id_at AS "deliveryIdAt"
           FROM deliveries r
           LEFT JOIN LATERAL (
             SELECT e.body, e.delivery_id_at FROM webhook_events e
              WHERE (e.environment_id, e.created_at, e.id) = (r.environment_id, r.event_at, r.event_id)
                AND NOT EXISTS (SELECT FROM erasures x
                                 WHERE (x.environment_id, x.member_id) = (e.environment_id, e.member_id))) e ON true
          WHERE r.webhook_id = $1 AND r.created_at = $2 AND r.id = $3`,
};
