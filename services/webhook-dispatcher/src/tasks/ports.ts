import type { PostResult } from '@loyalty/egress';
import type { WebhookEndpoint } from '@loyalty/webhooks';

/** One attempt of a delivery. */
export interface Sending {
  readonly endpoint: SignedEndpoint;
  readonly deliveryId: string;
  readonly eventId: string;
  /** The type of the event. */
  readonly event: string;
  readonly body: Buffer;
}

/** An endpoint whose secret is opened. */
export type SignedEndpoint = WebhookEndpoint & { readonly secret: NonNullable<WebhookEndpoint['secret']> };

/** Sends a delivery once. The result may be that no request began; a receiver's failure never throws. */
export type SendDelivery = (sending: Sending) => Promise<PostResult>;
