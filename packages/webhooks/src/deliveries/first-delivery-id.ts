import { derivedIds } from '@loyalty/kernel';

/** An event, for one endpoint. */
export interface FirstDelivery {
  /** The environment's own: keys derived ids. */
  readonly secret: Uint8Array;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly eventAtMs: number;
  readonly webhookId: string;
}

/**
 * The id of the delivery by which an endpoint is told of an event for the first time: the same whoever makes it, and again when the
 * event is fanned out anew after a restore.
 */
export const firstDeliveryId = ({ secret, eventId, eventAtMs, webhookId }: FirstDelivery): string =>
  derivedIds({ secret, atMs: eventAtMs, operation: 'deliver', ref: eventId })(webhookId);
