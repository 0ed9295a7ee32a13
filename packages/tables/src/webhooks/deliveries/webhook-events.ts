import type { WebhookDataByType, WebhookEventType } from '@loyalty/contracts/webhooks';
import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { insertNewRows, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** An event has the id and the time of its fact. */
interface WebhookEventKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly createdAtMs: number;
}

export interface WebhookEvent extends WebhookEventKey {
  readonly type: string;
  /** Named by its body; null for an event that erasure ignores. */
  readonly memberId: MemberId | null;
  readonly targets: number;
  /** It has blanks in place of the delivery's id, and is null when its member is erased. */
  readonly body: Buffer | null;
  readonly deliveryIdAt: number;
}

/** The first three parameters of a statement. */
const namesOf = (events: readonly WebhookEventKey[]): unknown[] => [
  events.map(({ environmentId }) => environmentId),
  events.map(({ createdAtMs }) => new Date(createdAtMs)),
  events.map(({ id }) => id),
];
const named = 'unnest($1::int[], $2::timestamptz[], $3::uuid[]) AS k (environment_id, created_at, id)';

const knownStatement: Statement = {
  name: 'webhook-events-known',
  text: `SELECT e.id FROM ${named}
          CROSS JOIN LATERAL (SELECT id FROM webhook_events e
                               WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id) LIMIT 1) e`,
};

/** Stored, and so fanned out, before. */
export const findWebhookEvents = async (
  db: Queryable,
  events: readonly WebhookEventKey[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(knownStatement, namesOf(events));
  return new Set(rows.map(({ id }) => id));
};

const insertStatement: Statement = {
  name: 'webhook-events-insert',
  text: `INSERT INTO webhook_events (environment_id, created_at, id, type, member_id, targets, body, delivery_id_at)
         SELECT * FROM unnest($1::int[], $2::timestamptz[], $3::uuid[], $4::text[], $5::uuid[], $6::smallint[], $7::bytea[],
                              $8::smallint[])`,
};

/** Returns false if one of them is stored already; the transaction can then only be rolled back. */
export const storeWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEvent[],
): Promise<boolean> => {
  if (events.length === 0) return true;
  const values = [
    ...namesOf(events),
    events.map(({ type }) => type),
    events.map(({ memberId }) => memberId),
    events.map(({ targets }) => targets),
    events.map(({ body }) => body),
    events.map(({ deliveryIdAt }) => deliveryIdAt),
  ];
  return insertNewRows(tx, { statement: insertStatement, values, keys: ['webhook_events_pkey'] });
};

const holdStatement: Statement = {
  name: 'webhook-events-hold',
  text: `SELECT e.id FROM ${named}
           JOIN LATERAL (SELECT id FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id)
                            AND e.body IS NOT NULL FOR SHARE) e ON true
          ORDER BY e.id`,
};

/** Against erasure. Returns the ids of those that are not erased. */
export const lockWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEventKey[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(holdStatement, namesOf(events));
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

/** All deliveries of an event share it, with blanks in place of the delivery's id. */
export interface SharedBody {
  readonly body: Buffer;
  readonly deliveryIdAt: number;
}

const blanks = ' '.repeat(36);
const beforeId = '"deliveryId":"';

/** Once. A delivery's bytes follow from stored data: the same in every attempt (D68). */
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

/** Event and error bodies; unfinished deliveries end unsent. Returns changed rows: below `size` once done. */
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
