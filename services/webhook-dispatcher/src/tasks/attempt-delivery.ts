import { testEventType } from '@loyalty/contracts/webhooks';
import type { PostResult } from '@loyalty/egress';
import type { Clock } from '@loyalty/kernel';
import { bodyOf, type DueDelivery, pollUrl, type WebhookEndpoint } from '@loyalty/tables/webhooks';
import type { AttemptResult } from '@loyalty/task-queue';
import { type DeliveryAttempt, type DeliveryBatch, loadSignalOf } from './decide-delivery.ts';

export interface DeliveryAttemptOptions {
  readonly send: SendDelivery;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns true while the service's own network fails: outcomes then say nothing about receivers (D115). */
  readonly isCutOff: () => boolean;
}

export interface DeliveryToAttempt {
  readonly delivery: DueDelivery;
  readonly endpoint: WebhookEndpoint;
}

/** A delivery whose event can be sent. */
export interface PreparedDelivery extends DeliveryToAttempt {
  readonly outcome: 'prepared';
  readonly endpoint: SignedEndpoint;
  /** The body as this delivery sends it. */
  readonly body: Buffer;
}

interface UnsentDelivery {
  readonly outcome: 'unsent';
  readonly attempted: AttemptResult<DeliveryAttempt>;
}

/** Sends the event of a delivery in a body of its own. */
export const sendEvent = async (
  options: DeliveryAttemptOptions,
  { endpoint, body, delivery }: PreparedDelivery,
): Promise<AttemptResult<DeliveryAttempt>> => {
  const { id: deliveryId, eventId: id, event } = delivery;
  const result = await options.send({ endpoint, id, deliveryId, event, body });
  return attemptOf(options, result, { delivery, batch: null });
};

/**
 * Returns what is sent. Nothing is if the member is erased, the endpoint is disabled, has no address or its secret
 * cannot be opened: then it returns the result.
 */
export const preparedOf = (
  { clock }: Pick<DeliveryAttemptOptions, 'clock'>,
  { delivery, endpoint }: DeliveryToAttempt,
): PreparedDelivery | UnsentDelivery => {
  const { body, deliveryIdAt, id, event } = delivery;
  if (body === null) return unsent({ kind: 'unsent', delivery, failure: 'MEMBER_ERASED' });
  if (!takes(endpoint, event)) return unsent({ kind: 'unsent', delivery, failure: 'ENDPOINT_DISABLED' });
  if (endpoint.url === pollUrl) return unsent({ kind: 'polled', delivery, atMs: clock.now() });
  if (!isSigned(endpoint)) return unsent({ kind: 'deferred' });
  return { outcome: 'prepared', delivery, endpoint, body: bodyOf({ body, deliveryIdAt }, id) };
};

const unsent = (attempt: DeliveryAttempt): UnsentDelivery => ({
  outcome: 'unsent',
  attempted: notAttempted(attempt),
});

/** Returns what a POST says about a delivery. */
export const attemptOf = (
  { clock, isCutOff }: Pick<DeliveryAttemptOptions, 'clock' | 'isCutOff'>,
  result: PostResult,
  { delivery, batch }: { readonly delivery: DueDelivery; readonly batch: DeliveryBatch | null },
): AttemptResult<DeliveryAttempt> => {
  // No slot was free in time, so the destination gets fewer attempts at a time.
  if (result.outcome === 'untried') return { result: { kind: 'deferred', batch }, load: 'overloaded' };
  const attempt: DeliveryAttempt = {
    kind: 'sent',
    delivery,
    result,
    atMs: clock.now(),
    isCutOff: isCutOff(),
    batch,
  };
  return { result: attempt, load: loadSignalOf(result) };
};

/** Returns the result of a task without a request, which says nothing about the receiver. */
export const notAttempted = (attempt: DeliveryAttempt): AttemptResult<DeliveryAttempt> => ({
  result: attempt,
  load: 'ok',
});

/** A disabled endpoint still gets test events. */
const takes = ({ status }: WebhookEndpoint, event: string): boolean =>
  status === 'ACTIVE' || event === testEventType;

const isSigned = (endpoint: WebhookEndpoint): endpoint is SignedEndpoint => endpoint.secret !== null;

interface Sending {
  readonly endpoint: SignedEndpoint;
  /** The `webhook-id`: that of the event, or of the batch. */
  readonly id: string;
  readonly deliveryId: string;
  /** The type of the event; null for a batch. */
  readonly event: string | null;
  readonly body: Buffer;
}

export type SignedEndpoint = WebhookEndpoint & { readonly secret: NonNullable<WebhookEndpoint['secret']> };

/** Sends a delivery. The result may be that no request began; it never throws because of a receiver. */
export type SendDelivery = (sending: Sending) => Promise<PostResult>;
