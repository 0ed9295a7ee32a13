import { hash } from 'node:crypto';
import { type PostFailure, readableText, type TriedResult } from '@loyalty/egress';
import { type DeliveryEnd, nextAttemptAtMs, waitAskedFor } from '@loyalty/rules/webhooks';
import type { DueDelivery, RecordedAttempt } from '@loyalty/tables/webhooks';
import type { LoadSignal } from '@loyalty/task-queue';

/** Why a delivery was not sent. ABANDONED means that too many processes died while it was in flight. */
export type UnsentFailure = 'MEMBER_ERASED' | 'ENDPOINT_DISABLED' | 'ABANDONED';

/** The deliveries of one body (D320), whose attempts end alike and are repeated together. */
export interface DeliveryBatch {
  /** Derived from the deliveries that the batch had at first: its `webhook-id` in every attempt. */
  readonly id: string;
  readonly size: number;
}

export type DeliveryAttempt =
  | {
      readonly kind: 'sent';
      readonly delivery: DueDelivery;
      readonly result: TriedResult;
      readonly atMs: number;
      readonly isCutOff: boolean;
      /** Null if the event had a body of its own. */
      readonly batch: DeliveryBatch | null;
    }
  /** The endpoint has no address, so polls read the delivery (D337). */
  | { readonly kind: 'polled'; readonly delivery: DueDelivery; readonly atMs: number }
  | { readonly kind: 'unsent'; readonly delivery: DueDelivery; readonly failure: UnsentFailure }
  /** It waits: its secret cannot be opened here, the database is unavailable, or no slot was free. */
  | { readonly kind: 'deferred'; readonly batch?: DeliveryBatch | null }
  /** Those of a task that stands for the deliveries of a batch. */
  | { readonly kind: 'together'; readonly attempts: readonly DeliveryAttempt[] }
  /** It does not exist or has ended: its row of `delivery_tasks` is deleted. */
  | { readonly kind: 'gone' };

/** The decision on a delivery. `end` counts in the health of the endpoint; it is null if it does not. */
export interface DecidedDelivery {
  readonly delivery: DueDelivery;
  readonly record: RecordedAttempt;
  readonly end: DeliveryEnd | null;
  readonly batch?: DeliveryBatch | null;
  readonly isPolled?: true;
}

interface AttemptedDelivery {
  readonly delivery: DueDelivery;
  readonly atMs: number;
  readonly isCutOff?: boolean;
  readonly batch?: DeliveryBatch | null;
}

/**
 * Decides about an attempt that was sent. A 410 comes from the receiver and also counts while the network
 * fails.
 */
export const decideSent = (attempted: AttemptedDelivery, result: TriedResult): DecidedDelivery => {
  const { delivery, batch = null } = attempted;
  const record = recordOf(attempted, result);
  if (isTaken(result)) return { delivery, record: { ...record, status: 'SUCCEEDED' }, end: 'taken', batch };
  if (isGone(result)) return { delivery, record: { ...record, status: 'FAILED' }, end: 'gone', batch };
  return decideFailed(attempted, record, askedMsOf(attempted, result));
};

/** 429 and 503 are words of the receiver on its own load; with other statuses the header means nothing (D312). */
const askedMsOf = ({ atMs }: AttemptedDelivery, result: TriedResult): number | null => {
  if (result.outcome === 'failed' || result.retryAfter === undefined) return null;
  return result.status === 429 || result.status === 503 ? waitAskedFor(result.retryAfter, atMs) : null;
};

/**
 * Decides about an attempt that was not sent. An abandoned attempt counts as failed; the others end the
 * delivery without counting against its endpoint.
 */
export const decideUnsent = (attempted: AttemptedDelivery, failure: UnsentFailure): DecidedDelivery => {
  const record = { ...unanswered(attempted), failure };
  if (failure === 'ABANDONED') return decideFailed(attempted, record);
  const { delivery } = attempted;
  return { delivery, record: { ...record, attempt: delivery.attempt, status: 'FAILED' }, end: null };
};

/** Decides about a delivery that polls read: it is done as soon as they can. */
export const decidePolled = (attempted: AttemptedDelivery): DecidedDelivery => ({
  delivery: attempted.delivery,
  record: { ...unanswered(attempted), status: 'SUCCEEDED' },
  end: null,
  isPolled: true,
});

const decideFailed = (
  attempted: AttemptedDelivery,
  record: Omit<RecordedAttempt, 'status'>,
  askedMs: number | null = null,
): DecidedDelivery => {
  const { delivery, batch = null } = attempted;
  const { id, event, attempt, attemptsMax } = delivery;
  const attempts = attempt + 1;
  const draw = drawOf(batch?.id ?? id, attempts);
  const nextMs = nextAttemptAtMs({ event, attempts, attemptsMax, atMs: attempted.atMs, draw, askedMs });
  const end = attempted.isCutOff === true ? null : 'failed';
  if (nextMs === null) return { delivery, record: { ...record, status: 'FAILED' }, end, batch };
  return { delivery, record: { ...record, status: 'RETRYING', nextAttemptAtMs: nextMs }, end: null, batch };
};

const isTaken = (result: TriedResult): boolean =>
  result.outcome === 'answered' && result.status >= 200 && result.status < 300;

const isGone = (result: TriedResult): boolean => result.outcome === 'answered' && result.status === 410;

/** The draw is from 0 to 1, for the jitter; every process draws the same number for an attempt. */
const drawOf = (id: string, attempts: number): number =>
  Number.parseInt(hash('sha256', `${id}\0${attempts.toString()}`).slice(0, 8), 16) / 2 ** 32;

type Unjudged = Omit<RecordedAttempt, 'status'>;

const recordOf = (attempted: AttemptedDelivery, result: TriedResult): Unjudged => {
  const { tookMs: latencyMs } = result;
  if (result.outcome === 'failed')
    return {
      ...unanswered(attempted),
      latencyMs,
      failure: result.failure satisfies PostFailure,
      failureReason: result.tlsFailure ?? null,
    };
  // A receiver may repeat what it was sent. Of several events, the text of one could name the member of another, whose
  // erasure would not find it.
  const isKept = !isTaken(result) && (attempted.batch?.size ?? 1) === 1;
  const errorBody = isKept ? keptText(readableText(result.body)) : null;
  return { ...unanswered(attempted), latencyMs, responseCode: result.status, errorBody };
};

/** This much of a receiver's response is kept (D111). */
const keptMaxBytes = 1_024;

const keptText = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= keptMaxBytes) return text;
  let end = keptMaxBytes;
  // The second and further bytes of a character begin with the bits 10.
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
};

const unanswered = ({ delivery, atMs }: AttemptedDelivery): Unjudged => ({
  webhookId: delivery.webhookId,
  id: delivery.id,
  createdAtMs: delivery.createdAtMs,
  environmentId: delivery.environmentId,
  memberId: delivery.memberId,
  attempt: delivery.attempt + 1,
  attemptedAtMs: atMs,
  nextAttemptAtMs: null,
  responseCode: null,
  latencyMs: null,
  failure: null,
  failureReason: null,
  errorBody: null,
});

/**
 * Returns the signal of a result. Receivers that are busy, failing or unreachable get fewer simultaneous
 * attempts.
 */
export const loadSignalOf = (result: TriedResult): LoadSignal => {
  if (result.outcome === 'failed') return 'unreachable';
  return result.status === 429 || result.status >= 500 ? 'overloaded' : 'ok';
};
