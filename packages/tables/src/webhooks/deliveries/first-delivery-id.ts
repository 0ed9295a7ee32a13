import { derivedIds } from '@loyalty/kernel';

/** An event and one endpoint. */
export interface FirstDelivery {
  /** The environment's secret, the key of derived ids. */
  readonly secret: Uint8Array;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly eventAtMs: number;
  readonly webhookId: string;
}

/**
 * Returns the id of an event's first delivery to an endpoint. The id is the same in every process, and again when the event is
 * fanned out again after a restore.
 */
export const firstDeliveryId = ({ secret, eventId, eventAtMs, webhookId }: FirstDelivery): string =>
  derivedIds({ secret, atMs: eventAtMs, operation: 'deliver', ref: eventId })(webhookId);
