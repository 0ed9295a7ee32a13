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

/** An endpoint of which the secret can be opened. */
export type SignedEndpoint = WebhookEndpoint & { readonly secret: NonNullable<WebhookEndpoint['secret']> };

/** Sends a delivery once, or says that it could not even begin; never throws for what the receiver did. */
export type SendDelivery = (sending: Sending) => Promise<PostResult>;
