import type { EnvironmentId } from '@loyalty/kernel';

/** PENDING: not attempted yet. RETRYING: it will be attempted again. The others are final. */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'RETRYING' | 'FAILED';

/** The key of a delivery. */
export interface DeliveryKey {
  readonly webhookId: string;
  readonly id: string;
  /** Milliseconds since the epoch: the first 48 bits of the id. */
  readonly createdAtMs: number;
}

/** A delivery to create. */
export interface NewDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly eventAtMs: number;
  /** The type of the event. */
  readonly event: string;
  readonly attemptsMax: number;
  /** The delivery that this one repeats; null for the event's first delivery. */
  readonly replayOf: string | null;
}

/** The keys of deliveries as the first three parameters of a statement. */
export const namesOf = (deliveries: readonly DeliveryKey[]): unknown[] => [
  deliveries.map(({ webhookId }) => webhookId),
  deliveries.map(({ createdAtMs }) => new Date(createdAtMs)),
  deliveries.map(({ id }) => id),
];

/** The keys of {@link namesOf} as a table `k`. */
export const named = 'unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) AS k (webhook_id, created_at, id)';
