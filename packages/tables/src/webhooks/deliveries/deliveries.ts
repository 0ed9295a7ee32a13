import { derivedIds, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import { attemptsMaxOf, eventAttemptsMax } from '@loyalty/rules/webhooks';
import { onlyRow, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';

/**
 * The state of a delivery. PENDING: not attempted yet. RETRYING: it will be attempted again. The others are
 * final.
 */
export type DeliveryStatus = 'PENDING' | 'SUCCEEDED' | 'RETRYING' | 'FAILED';

export interface DeliveryKey {
  readonly webhookId: string;
  readonly id: string;
  /** The time in the first 48 bits of the id. */
  readonly createdAtMs: number;
}

export interface NewDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly eventId: string;
  readonly eventAtMs: number;
  readonly event: string;
  /** The delivery that this one repeats; null for the event's first one. */
  readonly replayOf: string | null;
}

/** Returns the time in a UUID: its first 48 bits are milliseconds since the epoch. */
export const deliveryTimeOf = (id: string): Date =>
  new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16));

export const deliveryRows = rowArrays<DeliveryKey>((fields, rows) => [
  ...fields('webhook_id uuid'),
  ['created_at', 'timestamptz', rows.map(({ createdAtMs }) => new Date(createdAtMs))],
  ...fields('id uuid'),
]);

interface DeliveryFailure {
  readonly failure: string | null;
  readonly failureReason: string | null;
}

/** Returns the text of the column `failure`, of which `earlier` keeps copies: `TLS_FAILED:SELF_SIGNED`, or the failure alone. */
export const storedFailureOf = ({ failure, failureReason }: DeliveryFailure): string | null =>
  failure === null || failureReason === null ? failure : `${failure}:${failureReason}`;

/** Reads what {@link storedFailureOf} made. Texts of earlier builds have no reason. */
export const failureIn = (stored: string | null): DeliveryFailure => {
  const [failure = null, failureReason = null] = stored?.split(':') ?? [];
  return { failure, failureReason };
};

/** A delivery that is PENDING, or FAILED because it must not be sent. */
export interface StoredDelivery extends NewDelivery {
  readonly failure: 'MEMBER_ERASED' | null;
}

const insertedRows = rowArrays<StoredDelivery>((fields, rows) => [
  ...deliveryRows.columnsOf(rows),
  ...fields('environment_id int'),
  ['event_at', 'timestamptz', rows.map(({ eventAtMs }) => new Date(eventAtMs))],
  ...fields('event_id uuid', 'event text'),
  ['status', 'text', rows.map(({ failure }) => (failure === null ? 'PENDING' : 'FAILED'))],
  ['max_attempts', 'smallint', rows.map(({ event }) => attemptsMaxOf(event))],
  ...fields('failure text', 'replay_of uuid'),
]);
const insertStatement: Statement = {
  name: 'deliveries-insert',
  text: `INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt,
                                 max_attempts, failure, replay_of)
         SELECT webhook_id, created_at, id, environment_id, event_at, event_id, event, status, 0, max_attempts, failure, replay_of
           FROM ${insertedRows.as('k')}`,
};

/** Adds deliveries. Each needs a task row in the same transaction, unless it has failed. */
export const addDeliveries = async (
  tx: Transaction,
  deliveries: readonly StoredDelivery[],
): Promise<void> => {
  if (deliveries.length > 0) await tx.query(insertStatement, insertedRows.valuesOf(deliveries));
};

/** Created at the event's time; never of a test. */
interface KeptDelivery extends DeliveryKey {
  readonly environmentId: EnvironmentId;
  readonly eventId: string;
}

const keptRows = rowArrays<KeptDelivery>((fields, rows) => [
  ...deliveryRows.columnsOf(rows),
  ...fields('environment_id int', 'event_id uuid'),
]);
const keepStatement: Statement = {
  name: 'deliveries-keep',
  text: `INSERT INTO deliveries (webhook_id, created_at, id, environment_id, event_at, event_id, event, status, attempt, max_attempts)
         SELECT k.webhook_id, k.created_at, k.id, k.environment_id, e.created_at, e.id, e.type, 'PENDING', 0, $6
           FROM ${keptRows.as('k')}
           JOIN LATERAL (SELECT * FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.event_id) LIMIT 1) e ON true
         ON CONFLICT DO NOTHING RETURNING id`,
};

/**
 * Inserts deliveries as PENDING, unless they exist. Returns the stored ones, each of which needs a task row
 * in this transaction.
 */
export const keepDeliveries = async (
  tx: Transaction,
  deliveries: readonly KeptDelivery[],
): Promise<ReadonlySet<string>> => {
  if (deliveries.length === 0) return new Set();
  const rows = await tx.query<{ id: string }>(keepStatement, [
    ...keptRows.valuesOf(deliveries),
    eventAttemptsMax,
  ]);
  return new Set(rows.map(({ id }) => id));
};

export interface DueDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly createdAtMs: number;
  readonly environmentId: EnvironmentId;
  readonly status: DeliveryStatus;
  readonly attempt: number;
  readonly attemptsMax: number;
  readonly event: string;
  readonly eventId: string;
  readonly eventAtMs: number;
  readonly memberId: MemberId | null;
  /** The body with blanks in place of the delivery's id; null if its member is erased. */
  readonly body: Buffer | null;
  readonly deliveryIdAt: number;
}

const dueStatement: Statement = {
  name: 'deliveries-due',
  text: `SELECT d.id, d.webhook_id AS "webhookId", d.environment_id AS "environmentId",
                (extract(epoch FROM d.created_at) * 1000)::bigint AS "createdAtMs", d.status, d.attempt, d.max_attempts AS "attemptsMax",
                d.event, d.event_id AS "eventId", (extract(epoch FROM d.event_at) * 1000)::bigint AS "eventAtMs",
                e.member_id AS "memberId", e.body, coalesce(e.delivery_id_at, 0) AS "deliveryIdAt"
           FROM ${deliveryRows.as('k')}
           JOIN LATERAL (SELECT * FROM deliveries d
                          WHERE (d.webhook_id, d.created_at, d.id) = (k.webhook_id, k.created_at, k.id) LIMIT 1) d ON true
           LEFT JOIN LATERAL (SELECT * FROM webhook_events e
                               WHERE (e.environment_id, e.created_at, e.id) = (d.environment_id, d.event_at, d.event_id) LIMIT 1) e ON true`,
};

/** Returns deliveries with the bodies of their events, by id. Those that no longer exist are left out. */
export const readDueDeliveries = async (
  db: Queryable,
  deliveries: readonly DeliveryKey[],
): Promise<ReadonlyMap<string, DueDelivery>> => {
  if (deliveries.length === 0) return new Map();
  const rows = await db.query<DueDelivery>(dueStatement, deliveryRows.valuesOf(deliveries));
  return new Map(rows.map((row) => [row.id, row]));
};

interface FirstDelivery {
  readonly secret: Uint8Array;
  readonly eventId: string;
  readonly eventAtMs: number;
  readonly webhookId: string;
}

/**
 * Returns the id of an event's first delivery. It is the same in every process, and when the event is fanned
 * out again after a restore.
 */
export const firstDeliveryId = ({ secret, eventId, eventAtMs, webhookId }: FirstDelivery): string =>
  derivedIds({ secret, atMs: eventAtMs, operation: 'deliver', ref: eventId })(webhookId);

export const deliveryDaysAhead = 8;

/** Adds days from yesterday to {@link deliveryDaysAhead} days ahead. Returns how many were missing. */
export const addDeliveryDays = async (tx: Transaction, atMs: number): Promise<number> => {
  const rows = await tx.query<{ made: number }>(
    `SELECT add_delivery_days(($1::timestamptz AT TIME ZONE 'UTC')::date - 1, $2) AS made`,
    [new Date(atMs), deliveryDaysAhead + 2],
  );
  return onlyRow(rows, 'days').made;
};

const addDay: Statement = {
  name: 'delivery-day-add',
  text: `SELECT add_delivery_days(k.day, 1) FROM (SELECT ($1::timestamptz AT TIME ZONE 'UTC')::date AS day) AS k
          WHERE EXISTS (SELECT FROM unnest(ARRAY['webhook_events', 'deliveries', 'delivery_errors']) AS parent
                         WHERE to_regclass(parent || '_' || to_char(k.day, 'YYYYMMDD')) IS NULL)`,
};

/** Adds a day. If the day exists, it waits for no lock. */
export const addDeliveryDay = async (tx: Transaction, atMs: number): Promise<void> => {
  await tx.query(addDay, [new Date(atMs)]);
};

/**
 * Removes days, oldest first, and returns how many. It and its readers wait for each other only for
 * milliseconds.
 */
export const removeDeliveryDays = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const rows = await tx.query<{ removed: number }>('SELECT remove_delivery_days($1, $2) AS removed', [
    new Date(beforeMs),
    limit,
  ]);
  return onlyRow(rows, 'days').removed;
};

/** Returns the oldest day with stored events, in milliseconds since the epoch. */
export const readOldestDeliveryDay = async (db: Queryable): Promise<number> => {
  const rows = await db.query<{ atMs: number }>(oldestDay);
  return onlyRow(rows, 'days').atMs;
};

const oldestDay = `
  SELECT (extract(epoch FROM min(to_date(right(c.relname, 8), 'YYYYMMDD'))) * 1000)::bigint AS "atMs"
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'webhook_events'::regclass`;

const daysLookedAt = 31;

const aheadText = `
  SELECT coalesce(min(n), ${daysLookedAt.toString()}) - 1 AS ahead
    FROM generate_series(0, ${(daysLookedAt - 1).toString()}) AS n
   WHERE EXISTS (SELECT FROM unnest(ARRAY['webhook_events', 'deliveries', 'delivery_errors']) AS parent
                  WHERE to_regclass(parent || '_' || to_char((now() AT TIME ZONE 'UTC')::date + n, 'YYYYMMDD')) IS NULL)`;

/** Counts the days after today; -1 if today is missing. */
export const readDeliveryDaysAhead = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ ahead: number }>(aheadText), 'days').ahead;
