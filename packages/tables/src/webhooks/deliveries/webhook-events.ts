import type { WebhookDataByType, WebhookEventType } from '@loyalty/contracts/webhooks';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { insertNewRows, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';

/** An event has the id and the time of its fact. */
interface WebhookEventKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly createdAtMs: number;
}

export interface WebhookEvent extends WebhookEventKey {
  readonly type: string;
  /** The member that its body names; null for an event that erasure ignores. */
  readonly memberId: MemberId | null;
  readonly targets: number;
  /** The body with blanks in place of the delivery's id; null if its member is erased. */
  readonly body: Buffer | null;
  readonly deliveryIdAt: number;
}

const keyRows = rowArrays<WebhookEventKey>((fields, rows) => [
  ...fields('environment_id int'),
  ['created_at', 'timestamptz', rows.map(({ createdAtMs }) => new Date(createdAtMs))],
  ...fields('id uuid'),
]);
const knownStatement: Statement = {
  name: 'webhook-events-known',
  text: `SELECT e.id FROM ${keyRows.as('k')}
          CROSS JOIN LATERAL (SELECT id FROM webhook_events e
                               WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id) LIMIT 1) e`,
};

/** Finds events that were stored, and so fanned out, before. */
export const findWebhookEvents = async (
  db: Queryable,
  events: readonly WebhookEventKey[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(knownStatement, keyRows.valuesOf(events));
  return new Set(rows.map(({ id }) => id));
};

const insertedRows = rowArrays<WebhookEvent>((fields, rows) => [
  ...keyRows.columnsOf(rows),
  ...fields('type text', 'member_id uuid', 'targets smallint', 'body bytea', 'delivery_id_at smallint'),
]);
const insertStatement: Statement = {
  name: 'webhook-events-insert',
  text: `INSERT INTO webhook_events (${insertedRows.names})
         SELECT * FROM unnest(${insertedRows.arrays})`,
};

/**
 * Stores events. Returns false if one of them is stored already; the transaction can then only be rolled
 * back.
 */
export const storeWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEvent[],
): Promise<boolean> => {
  if (events.length === 0) return true;
  const values = insertedRows.valuesOf(events);
  return insertNewRows(tx, { statement: insertStatement, values, keys: ['webhook_events_pkey'] });
};

const holdStatement: Statement = {
  name: 'webhook-events-hold',
  text: `SELECT e.id FROM ${keyRows.as('k')}
           JOIN LATERAL (SELECT id FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id)
                            AND e.body IS NOT NULL FOR SHARE) e ON true
          ORDER BY e.id`,
};

/** Locks events against erasure. Returns the ids of those that are not erased. */
export const lockWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEventKey[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(holdStatement, keyRows.valuesOf(events));
  return new Set(rows.map(({ id }) => id));
};

interface WebhookMessage {
  readonly id: string;
  readonly type: WebhookEventType;
  readonly tenantId: string;
  readonly mode: Mode;
  readonly createdAtMs: number;
  /** An event with a different result that was published in a lost history. */
  readonly corrects?: string | undefined;
  readonly data: WebhookDataByType[WebhookEventType];
}

/** The body that all deliveries of an event share, with blanks in place of the delivery's id. */
export interface SharedBody {
  readonly body: Buffer;
  readonly deliveryIdAt: number;
}

const blanks = ' '.repeat(36);
const beforeId = '"deliveryId":"';

/**
 * Creates the body once. A delivery's bytes follow from stored data, so they are the same in every attempt
 * (D68).
 */
export const sharedBodyOf = ({
  id,
  type,
  tenantId,
  mode,
  createdAtMs,
  corrects,
  data,
}: WebhookMessage): SharedBody => {
  const createdAt = new Date(createdAtMs).toISOString();
  const text = JSON.stringify({
    id,
    event: type,
    // The name that Standard Webhooks recommends, by which generic receivers route.
    type,
    tenantId,
    mode,
    createdAt,
    deliveryId: blanks,
    timestamp: createdAt,
    // Undefined is left out of the JSON.
    corrects,
    data,
  });
  // Everything before it is ASCII, so its offset in bytes is its offset in the text.
  return { body: Buffer.from(text), deliveryIdAt: text.indexOf(beforeId) + beforeId.length };
};

export const bodyOf = ({ body, deliveryIdAt }: SharedBody, deliveryId: string): Buffer => {
  const own = Buffer.from(body);
  own.write(deliveryId, deliveryIdAt, 'latin1');
  return own;
};

const bodiesStatement: Statement = {
  name: 'scrub-webhook-bodies',
  text: `UPDATE webhook_events AS e SET body = NULL
           FROM (SELECT created_at, id FROM webhook_events
                  WHERE environment_id = $1 AND member_id = $2 AND body IS NOT NULL ORDER BY created_at, id LIMIT $3) AS k
          WHERE e.environment_id = $1 AND e.created_at = k.created_at AND e.id = k.id
         RETURNING 1`,
};

const errorsStatement: Statement = {
  name: 'scrub-delivery-errors',
  text: `DELETE FROM delivery_errors AS e
          USING (SELECT webhook_id, created_at, delivery_id FROM delivery_errors
                  WHERE environment_id = $1 AND member_id = $2 LIMIT $3) AS k
          WHERE (e.webhook_id, e.created_at, e.delivery_id) = (k.webhook_id, k.created_at, k.delivery_id)
         RETURNING 1`,
};

/**
 * Empties the bodies of events and errors; unfinished deliveries end unsent. Returns the number of changed
 * rows, which is below `size` once it is done.
 */
export const scrubDeliveries = async (
  tx: Transaction,
  {
    environmentId,
    memberId,
    size,
  }: { readonly environmentId: EnvironmentId; readonly memberId: MemberId; readonly size: number },
): Promise<number> => {
  const bodies = (await tx.query(bodiesStatement, [environmentId, memberId, size])).length;
  if (bodies >= size) return bodies;
  const errors = (await tx.query(errorsStatement, [environmentId, memberId, size - bodies])).length;
  return bodies + errors;
};
