import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { type DeliveryKey, deliveryTimeOf } from './deliveries.ts';
import { bodyOf } from './webhook-events.ts';

/** A delivery of an endpoint without an address. */
interface PolledDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
}

const addedRows = rowArrays<PolledDelivery>((fields, rows) => [
  ...fields('webhook_id uuid', 'id uuid'),
  ['created_at', 'timestamptz', rows.map(({ createdAtMs }) => new Date(createdAtMs))],
  ...fields('environment_id int'),
]);
const addStatement: Statement = {
  name: 'polled-deliveries-add',
  text: `INSERT INTO polled_deliveries (${addedRows.names}) SELECT * FROM unnest(${addedRows.arrays})`,
};

/** Lets polls read deliveries, in the transaction that records them. */
export const addPolledDeliveries = async (
  tx: Transaction,
  deliveries: readonly PolledDelivery[],
): Promise<void> => {
  if (deliveries.length > 0) await tx.query(addStatement, addedRows.valuesOf(deliveries));
};

/** The place after a delivery. Transactions have other numbers in each history of the database. */
export interface PollPosition {
  readonly epoch: string;
  readonly added: string;
  readonly deliveryId: string;
}

interface DeliveryPoll {
  readonly webhookId: string;
  /** The present history. */
  readonly epoch: string;
  /** Null begins with the oldest delivery that is kept. */
  readonly after: PollPosition | null;
  readonly limit: number;
}

/** A delivery with the body that would be sent; null if its member is erased. */
export interface PolledRecord {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly createdAt: string;
  readonly body: unknown;
}

export interface PolledDeliveries {
  readonly events: readonly PolledRecord[];
  /** The place after the last event; that of the poll if there is none. */
  readonly last: PollPosition | null;
}

interface PolledRow extends Omit<PolledRecord, 'eventId' | 'event' | 'createdAt' | 'body'> {
  /** Null once the day of the delivery was removed. */
  readonly eventId: string | null;
  readonly event: string | null;
  readonly added: string;
  readonly createdAt: Date;
  readonly sharedBody: Buffer | null;
  readonly deliveryIdAt: number | null;
}

// A transaction that is still open may have a smaller number than rows that can be seen already, so these wait.
const pollStatement: Statement = {
  name: 'polled-deliveries',
  text: `SELECT p.added::text AS added, p.id AS "deliveryId", d.event_id AS "eventId", d.event, p.created_at AS "createdAt",
                e.body AS "sharedBody", e.delivery_id_at AS "deliveryIdAt"
           FROM (SELECT * FROM polled_deliveries
                  WHERE webhook_id = $1 AND (added, id) > ($2::xid8, $3::uuid) AND created_at >= $4
                    AND added < pg_snapshot_xmin(pg_current_snapshot())
                  ORDER BY added, id LIMIT $5) p
           LEFT JOIN deliveries d ON (d.webhook_id, d.created_at, d.id) = (p.webhook_id, p.created_at, p.id)
           LEFT JOIN LATERAL (
             SELECT e.body, e.delivery_id_at FROM webhook_events e
              WHERE (e.environment_id, e.created_at, e.id) = (d.environment_id, d.event_at, d.event_id)
                AND NOT EXISTS (SELECT FROM erasures x
                                 WHERE (x.environment_id, x.member_id) = (e.environment_id, e.member_id))) e ON true
          ORDER BY p.added, p.id`,
};

/** The bodies of one response; it ends with the event that exceeds this. */
const bytesMax = 4 * 1024 * 1024;

const upTo = (max: number, rows: readonly PolledRow[]): readonly PolledRow[] => {
  let bytes = 0;
  return rows.filter(({ sharedBody }) => {
    const isWithin = bytes <= max;
    bytes += sharedBody?.length ?? 0;
    return isWithin;
  });
};

const beginning = ['0', uuidMin, new Date(0)] as const;

/** How much earlier a poll begins in another history, in which the same deliveries may be stored in another order. */
const overlapMs = 3_600_000;

const startOf = ({ after, epoch }: DeliveryPoll): readonly [string, string, Date] => {
  if (after === null) return beginning;
  if (after.epoch === epoch) return [after.added, after.deliveryId, new Date(0)];
  const [added, id] = beginning;
  return [added, id, new Date(deliveryTimeOf(after.deliveryId).getTime() - overlapMs)];
};

/**
 * Returns the deliveries after a position, in the order in which they became known. A later poll finds none
 * before them. After the loss of commits, or in another cell, those of the last hour come again.
 */
export const pollDeliveries = async (db: Queryable, poll: DeliveryPoll): Promise<PolledDeliveries> => {
  const { webhookId, epoch, limit } = poll;
  const rows = await db.query<PolledRow>(pollStatement, [webhookId, ...startOf(poll), limit]);
  const read = upTo(bytesMax, rows);
  const last = read.at(-1);
  return {
    events: read.flatMap(recordsOf),
    last: last === undefined ? poll.after : { epoch, added: last.added, deliveryId: last.deliveryId },
  };
};

const recordsOf = (row: PolledRow): readonly PolledRecord[] => {
  const { deliveryId, eventId, event, createdAt, sharedBody: body, deliveryIdAt } = row;
  if (eventId === null || event === null) return [];
  const sent = body === null || deliveryIdAt === null ? null : bodyOf({ body, deliveryIdAt }, deliveryId);
  const shown: unknown = sent === null ? null : JSON.parse(sent.toString());
  return [{ deliveryId, eventId, event, createdAt: createdAt.toISOString(), body: shown }];
};

/** Removes those of deliveries that were created before this instant, and returns how many. */
export const removePolledDeliveries = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const removed = await tx.query(
    `DELETE FROM polled_deliveries WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM polled_deliveries WHERE created_at < $1 ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING 1`,
    [new Date(beforeMs), limit],
  );
  return removed.length;
};
