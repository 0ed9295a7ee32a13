import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { named, namesOf, type DeliveryKey, type DeliveryStatus } from './delivery.ts';

/** The fields of a delivery that an attempt needs. */
export interface DueDelivery {
  readonly id: string;
  readonly webhookId: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  readonly environmentId: EnvironmentId;
  readonly status: DeliveryStatus;
  /** Attempts that were recorded. */
  readonly attempt: number;
  readonly attemptsMax: number;
  /** The type of the event. */
  readonly event: string;
  readonly eventId: string;
  /** Milliseconds since the epoch. */
  readonly eventAtMs: number;
  readonly memberId: MemberId | null;
  /** Contains blanks in place of the delivery's id; null when its member is erased. */
  readonly body: Buffer | null;
  readonly deliveryIdAt: number;
}

const statement: Statement = {
  name: 'deliveries-due',
  text: `SELECT d.id, d.webhook_id AS "webhookId", d.environment_id AS "environmentId",
                (extract(epoch FROM d.created_at) * 1000)::bigint AS "createdAtMs", d.status, d.attempt, d.max_attempts AS "attemptsMax",
                d.event, d.event_id AS "eventId", (extract(epoch FROM d.event_at) * 1000)::bigint AS "eventAtMs",
                e.member_id AS "memberId", e.body, coalesce(e.delivery_id_at, 0) AS "deliveryIdAt"
           FROM ${named}
           JOIN LATERAL (SELECT * FROM deliveries d
                          WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id)) d ON true
           LEFT JOIN LATERAL (SELECT * FROM webhook_events e
                               WHERE (e.environment_id, e.created_at, e.id) = (d.environment_id, d.event_at, d.event_id)) e ON true`,
};

/** Returns deliveries with the bodies of their events, by id. Deliveries that no longer exist are left out. */
export const readDueDeliveries = async (
  db: Queryable,
  deliveries: readonly DeliveryKey[],
): Promise<ReadonlyMap<string, DueDelivery>> => {
  const rows = await db.query<DueDelivery>(statement, namesOf(deliveries));
  return new Map(rows.map((row) => [row.id, row]));
};
