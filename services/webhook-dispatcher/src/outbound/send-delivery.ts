import { signatureHeaders, signingSecretOf, type Egress } from '@loyalty/egress';
import type { Clock } from '@loyalty/kernel';
import type { SendDelivery, SignedEndpoint } from '../usecases/ports.ts';

export interface SendOptions {
  readonly egress: Pick<Egress, 'post'>;
  /** The database's: receivers judge what is signed by its time. */
  readonly clock: Pick<Clock, 'now'>;
}

/** So much of an answer is kept, where it says why a delivery was not taken (D69). */
const answerMaxBytes = 8_192;

/** Sends deliveries over HTTP: signed over the very bytes that are sent, as our own header and Standard Webhooks want it (D68). */
export const createSendDelivery =
  ({ egress, clock }: SendOptions): SendDelivery =>
  ({ endpoint, deliveryId, eventId, event, body }) => {
    const { owner } = endpoint;
    const nowMs = clock.now();
    const message = { id: eventId, timestampSeconds: Math.floor(nowMs / 1_000), body };
    return egress.post({
      caller: owner,
      endpoint: endpoint.id,
      url: endpoint.url,
      isHttpAllowed: owner.isHttpAllowed,
      body,
      bodyMaxBytes: answerMaxBytes,
      mayRepeat: true,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'loyalty-webhooks',
        'x-loyalty-event': event,
        'x-loyalty-delivery': deliveryId,
        ...signatureHeaders(message, secretsOf(endpoint, nowMs)),
      },
    });
  };

/** While a rotation lasts, the secret before it signs too. */
const secretsOf = ({ secret, previous }: SignedEndpoint, nowMs: number) => ({
  current: signingSecretOf(secret),
  previous: previous === null || previous.untilMs <= nowMs ? null : signingSecretOf(previous.secret),
});
