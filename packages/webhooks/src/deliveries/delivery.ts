import type { EnvironmentId } from '@loyalty/kernel';

/** PENDING: never tried. RETRYING: it will be tried again. The others are its ends. */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'RETRYING' | 'FAILED';

/** Where a delivery stands. */
export interface DeliveryKey {
  readonly webhookId: string;
  readonly id: string;
  /** Milliseconds since the epoch: the first 48 bits of the id. */
  readonly createdAtMs: number;
}

/** A delivery that is to be made. */
export interface NewDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly eventAtMs: number;
  /** The type of the event. */
  readonly event: string;
  readonly attemptsMax: number;
  /** The delivery that this one repeats; null when it is the event's own. */
  readonly replayOf: string | null;
}

/** Deliveries as they are named in a statement: its first three parameters. */
export const namesOf = (deliveries: readonly DeliveryKey[]): unknown[] => [
  deliveries.map(({ webhookId }) => webhookId),
  deliveries.map(({ createdAtMs }) => new Date(createdAtMs)),
  deliveries.map(({ id }) => id),
];

/** What {@link namesOf} names, as `k`. */
export const named = 'unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS k (webhook_id, created_at, id)';
