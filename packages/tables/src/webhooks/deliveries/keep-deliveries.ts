import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import { namesOf, type DeliveryKey } from './delivery.ts';

/** A delivery of an event, created at the event's time. */
export interface KeptDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly eventId: string;
}

const keepStatement: Statement = {
  name: 'deliveries-keep',
  text: `INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts)
         SELECT k.webhook_id, k.created_at, k.id, k.environment_id, e.created_at, e.id, e.type, 'PENDING', 0, $6
           FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::int[], $5::uuid[])
                AS k (webhook_id, created_at, id, environment_id, event_id)
           JOIN LATERAL (SELECT * FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.event_id)) e ON true
         ON CONFLICT DO NOTHING RETURNING id`,
};

/**
 * Stores deliveries that must wait as PENDING, unless they exist. Returns the ids of the stored ones: each needs a task row in the
 * same transaction.
 */
export const keepDeliveries = async (
  tx: Transaction,
  deliveries: readonly KeptDelivery[],
  attemptsMax: number,
): Promise<ReadonlySet<string>> => {
  if (deliveries.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(keepStatement, [
    ...namesOf(deliveries),
    deliveries.map(({ environmentId }) => environmentId),
    deliveries.map(({ eventId }) => eventId),
    attemptsMax,
  ]);
  return new Set(rows.map(({ id }) => id));
};
