import { hash } from 'node:crypto';
import { readableText, type PostFailure, type TriedResult } from '@loyalty/egress';
import type { DueDelivery, RecordedAttempt } from '@loyalty/webhooks';
import { nextAttemptAtMs, type DeliveryEnd } from '@loyalty/rules';
import type { LoadSignal } from '@loyalty/task-queue';

/** Why nobody was asked; ABANDONED: processes were gone with it in hand too often. */
export type UnsentFailure = 'MEMBER_ERASED' | 'ENDPOINT_DISABLED' | 'ABANDONED';

/** What an attempt came to. */
export type DeliveryAttempt =
  | {
      readonly kind: 'sent';
      readonly delivery: DueDelivery;
      readonly result: TriedResult;
      readonly atMs: number;
      /** Our own network failed as it ended. */
      readonly isCutOff: boolean;
    }
  | { readonly kind: 'unsent'; readonly delivery: DueDelivery; readonly failure: UnsentFailure }
  /** Its secret cannot be opened here, the database is away, or its turn has not come: it waits. */
  | { readonly kind: 'deferred' }
  /** It is no more, or at its end: its due row goes. */
  | { readonly kind: 'gone' };

/** What is recorded of a delivery, and what it says of its endpoint; null: nothing. */
export interface DecidedDelivery {
  readonly delivery: DueDelivery;
  readonly record: RecordedAttempt;
  readonly end: DeliveryEnd | null;
}

interface AttemptedDelivery {
  readonly delivery: DueDelivery;
  /** When the attempt ended, milliseconds since the epoch. */
  readonly atMs: number;
  /** Its failure says nothing of its endpoint. */
  readonly isCutOff?: boolean;
}

/** An attempt that was sent. An answer of 410 is the receiver's own word, whatever our network does. */
export const decideSent = (told: AttemptedDelivery, result: TriedResult): DecidedDelivery => {
  const { delivery } = told;
  const record = recordOf(told, result);
  if (isTaken(result)) return { delivery, record: { ...record, status: 'SUCCEEDED' }, end: 'taken' };
  if (isGone(result)) return { delivery, record: { ...record, status: 'FAILED' }, end: 'gone' };
  return decideFailed(told, record);
};

/** An attempt of which nothing is known counts as one that failed; the others end the delivery, and say nothing of its endpoint. */
export const decideUnsent = (told: AttemptedDelivery, failure: UnsentFailure): DecidedDelivery => {
  const record = { ...unanswered(told), failure };
  if (failure === 'ABANDONED') return decideFailed(told, record);
  const { delivery } = told;
  return { delivery, record: { ...record, attempt: delivery.attempt, status: 'FAILED' }, end: null };
};

const decideFailed = (told: AttemptedDelivery, record: Omit<RecordedAttempt, 'status'>): DecidedDelivery => {
  const { delivery } = told;
  const { id, attempt, attemptsMax } = delivery;
  const attempts = attempt + 1;
  const nextMs = nextAttemptAtMs({ attempts, attemptsMax, atMs: told.atMs, draw: drawOf(id, attempts) });
  const end = told.isCutOff === true ? null : 'failed';
  if (nextMs === null) return { delivery, record: { ...record, status: 'FAILED' }, end };
  return { delivery, record: { ...record, status: 'RETRYING', nextAttemptAtMs: nextMs }, end: null };
};

const isTaken = (result: TriedResult): boolean =>
  result.outcome === 'answered' && result.status >= 200 && result.status < 300;

const isGone = (result: TriedResult): boolean => result.outcome === 'answered' && result.status === 410;

/** The same for the same attempt, whoever counts it. */
const drawOf = (deliveryId: string, attempts: number): number =>
  Number.parseInt(hash('sha256', `${deliveryId}\0${attempts.toString()}`).slice(0, 8), 16) / 2 ** 32;

type Unjudged = Omit<RecordedAttempt, 'status'>;

const recordOf = (told: AttemptedDelivery, result: TriedResult): Unjudged => {
  const { tookMs: latencyMs } = result;
  if (result.outcome === 'failed')
    return { ...unanswered(told), latencyMs, failure: result.failure satisfies PostFailure };
  const errorBody = isTaken(result) ? null : keptText(readableText(result.body));
  return { ...unanswered(told), latencyMs, responseCode: result.status, errorBody };
};

/** So much of what a receiver said is kept (D111). */
const keptMaxBytes = 1_024;

/** Whole characters. */
const keptText = (text: string): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= keptMaxBytes) return text;
  let end = keptMaxBytes;
  // A byte that goes on a character begins with the bits 10.
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
  errorBody: null,
});

/** How the receiver took it: who is busy, slow or away is asked less at once. */
export const loadSignalOf = (result: TriedResult): LoadSignal => {
  if (result.outcome === 'failed') return 'unreachable';
  return result.status === 429 || result.status >= 500 ? 'overloaded' : 'ok';
};
