import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** The key of an event: its id and time are those of the fact. */
export interface WebhookEventKey {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
}

/** A stored event, once for all endpoints. */
export interface WebhookEvent extends WebhookEventKey {
  readonly type: string;
  /** The member whom its body names; null for an event that erasure ignores. */
  readonly memberId: MemberId | null;
  /** The number of deliveries to which it was fanned out. */
  readonly targets: number;
  /** Contains blanks in place of the delivery's id; null when its member is erased. */
  readonly body: Buffer | null;
  /** The byte offset of those blanks. */
  readonly deliveryIdAt: number;
}

/** The keys of events as the first three parameters of a statement. */
const namesOf = (events: readonly WebhookEventKey[]): unknown[] => [
  events.map(({ environmentId }) => environmentId),
  events.map(({ createdAtMs }) => new Date(createdAtMs)),
  events.map(({ id }) => id),
];
const named = 'unnest($1::int[], $2::timestamptz[], $3::uuid[]) AS k (environment_id, created_at, id)';

const knownStatement: Statement = {
  name: 'webhook-events-known',
  text: `SELECT e.id FROM ${named} JOIN webhook_events e USING (environment_id, created_at, id)`,
};

/** Returns the ids of the events that were stored, and so fanned out, before. */
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
                              $8::smallint[])
         ON CONFLICT DO NOTHING RETURNING id`,
};

/** Stores events. Returns how many of them no other transaction had stored. */
export const storeWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEvent[],
): Promise<number> => {
  if (events.length === 0) return 0;
  const stored = await tx.query(insertStatement, [
    ...namesOf(events),
    events.map(({ type }) => type),
    events.map(({ memberId }) => memberId),
    events.map(({ targets }) => targets),
    events.map(({ body }) => body),
    events.map(({ deliveryIdAt }) => deliveryIdAt),
  ]);
  return stored.length;
};

const holdStatement: Statement = {
  name: 'webhook-events-hold',
  text: `SELECT e.id FROM ${named}
           JOIN LATERAL (SELECT id FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id)
                            AND e.body IS NOT NULL FOR SHARE) e ON true
          ORDER BY e.id`,
};

/** Locks events against erasure until the transaction ends. Returns the ids of the events that are not erased. */
export const lockWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEventKey[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(holdStatement, namesOf(events));
  return new Set(rows.map(({ id }) => id));
};
