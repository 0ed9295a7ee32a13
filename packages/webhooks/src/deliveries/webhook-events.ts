import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** Which event of which environment: its id and time are those of the fact. */
export interface WebhookEventName {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
}

/** An event as it is stored, once for all endpoints. */
export interface WebhookEvent extends WebhookEventName {
  readonly type: string;
  /** Whom its body tells of; null where erasure leaves it. */
  readonly memberId: MemberId | null;
  /** How many deliveries it was fanned out to. */
  readonly targets: number;
  /** With blanks where the id of the delivery stands; null when its member is erased. */
  readonly body: Buffer | null;
  /** The byte at which those blanks begin. */
  readonly deliveryIdAt: number;
}

/** Events as they are named in a statement: its first three parameters. */
const namesOf = (events: readonly WebhookEventName[]): unknown[] => [
  events.map(({ environmentId }) => environmentId),
  events.map(({ createdAtMs }) => new Date(createdAtMs)),
  events.map(({ id }) => id),
];
const named = 'unnest($1::int[], $2::timestamptz[], $3::uuid[]) AS k (environment_id, created_at, id)';

const knownStatement: Statement = {
  name: 'webhook-events-known',
  text: `SELECT e.id FROM ${named} JOIN webhook_events e USING (environment_id, created_at, id)`,
};

/** The ids of those of the events that were stored before: they are fanned out already. */
export const findWebhookEvents = async (
  db: Queryable,
  events: readonly WebhookEventName[],
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

/** Stores events; answers how many of them no other transaction had stored. */
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

/** Keeps erasure away from events until the transaction ends; answers the ids of those that it has not reached yet. */
export const lockWebhookEvents = async (
  tx: Transaction,
  events: readonly WebhookEventName[],
): Promise<ReadonlySet<string>> => {
  if (events.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(holdStatement, namesOf(events));
  return new Set(rows.map(({ id }) => id));
};
