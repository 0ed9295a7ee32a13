import type { Egress } from '@loyalty/egress';
import { signatureHeaders, signingSecretOf } from '@loyalty/egress/signatures';
import type { Clock } from '@loyalty/kernel';
import type { SendDelivery, SignedEndpoint } from '../tasks/attempt-delivery.ts';

interface SendOptions {
  readonly egress: Pick<Egress, 'post'>;
  /** The database's clock: receivers check the time of a signature. */
  readonly clock: Pick<Clock, 'now'>;
}

/** Bytes read of a response, which may say why a delivery failed (D69). */
const responseMaxBytes = 8_192;

/**
 * Creates a function that signs the bytes that are sent, by the project's own scheme and by Standard Webhooks
 * (D68).
 */
export const createSendDelivery =
  ({ egress, clock }: SendOptions): SendDelivery =>
  ({ endpoint, id, deliveryId, event, body }) => {
    const { owner } = endpoint;
    const nowMs = clock.now();
    const ofEvent: Readonly<Record<string, string>> = event === null ? {} : { 'x-loyalty-event': event };
    const message = { id, timestampSeconds: Math.floor(nowMs / 1_000), body };
    return egress.post({
      caller: owner,
      endpoint: endpoint.id,
      url: endpoint.url,
      isHttpAllowed: owner.isHttpAllowed,
      body,
      bodyMaxBytes: responseMaxBytes,
      mayRepeat: true,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'loyalty-webhooks',
        ...ofEvent,
        'x-loyalty-delivery': deliveryId,
        ...signatureHeaders(message, secretsOf(endpoint, nowMs)),
      },
    });
  };

/** During a rotation the previous secret signs too. */
const secretsOf = ({ secret, previous }: SignedEndpoint, nowMs: number) => ({
  current: signingSecretOf(secret),
  previous: previous === null || previous.untilMs <= nowMs ? null : signingSecretOf(previous.secret),
});
