import { testEventType } from '@loyalty/contracts/webhooks';
import type { PostResult } from '@loyalty/egress';
import type { Clock } from '@loyalty/kernel';
import { bodyOf, type DueDelivery, pollUrl, type WebhookEndpoint } from '@loyalty/tables/webhooks';
import type { AttemptResult } from '@loyalty/task-queue';
import { type DeliveryAttempt, loadSignalOf } from './decide-delivery.ts';

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

/**
 * Attempts a delivery. It sends nothing if the member is erased, the endpoint is disabled or its secret
 * cannot be opened.
 */
export const attemptDelivery = async (
  { send, clock, isCutOff }: DeliveryAttemptOptions,
  { delivery, endpoint }: DeliveryToAttempt,
): Promise<AttemptResult<DeliveryAttempt>> => {
  const { body, deliveryIdAt, id: deliveryId, eventId, event } = delivery;
  if (body === null) return notAttempted({ kind: 'unsent', delivery, failure: 'MEMBER_ERASED' });
  if (!takes(endpoint, event))
    return notAttempted({ kind: 'unsent', delivery, failure: 'ENDPOINT_DISABLED' });
  if (endpoint.url === pollUrl) return notAttempted({ kind: 'polled', delivery, atMs: clock.now() });
  if (!isSigned(endpoint)) return notAttempted({ kind: 'deferred' });
  const own = bodyOf({ body, deliveryIdAt }, deliveryId);
  const result = await send({ endpoint, deliveryId, eventId, event, body: own });
  if (result.outcome === 'untried') return crowded;
  const attempt: DeliveryAttempt = {
    kind: 'sent',
    delivery,
    result,
    atMs: clock.now(),
    isCutOff: isCutOff(),
  };
  return { result: attempt, load: loadSignalOf(result) };
};

/** No slot was free in time, so the destination gets fewer attempts at a time. */
const crowded: AttemptResult<DeliveryAttempt> = { result: { kind: 'deferred' }, load: 'overloaded' };

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
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly body: Buffer;
}

export type SignedEndpoint = WebhookEndpoint & { readonly secret: NonNullable<WebhookEndpoint['secret']> };

/** Sends a delivery. The result may be that no request began; it never throws because of a receiver. */
export type SendDelivery = (sending: Sending) => Promise<PostResult>;
