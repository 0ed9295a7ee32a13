import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import {
  environmentsWith,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { enqueueTasks, taskTables } from '@loyalty/task-queue/task-tables';
import { firstDeliveryId, keepDeliveries } from './deliveries/deliveries.ts';

/** An event whose deliveries to some endpoints are created later. */
export interface EventToDefer {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  readonly createdAtMs: number;
  readonly webhookIds: readonly string[];
}

const insertStatement: Statement = {
  name: 'webhook-catch-ups-insert',
  text: `INSERT INTO webhook_catch_ups (environment_id, webhook_id, event_ids, event_ats)
         SELECT $1, w.id, $3::uuid[], $4::timestamptz[] FROM unnest($2::uuid[]) AS w (id)`,
};

/**
 * Adds catch-ups in the transaction that stores the events: one row for each endpoint, however many events
 * there are.
 */
export const addCatchUps = async (tx: Transaction, events: readonly EventToDefer[]): Promise<void> => {
  const groups = new Map<string, EventToDefer[]>();
  for (const event of events) {
    const key = [event.environmentId, ...event.webhookIds].join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  for (const group of groups.values()) {
    const [{ environmentId, webhookIds } = none] = group;
    const times = group.map(({ createdAtMs }) => new Date(createdAtMs));
    await tx.query(insertStatement, [environmentId, webhookIds, group.map(({ id }) => id), times]);
  }
};

const none = { environmentId: 0, webhookIds: [] };

export const readCatchingUpEnvironments = async (db: Queryable): Promise<EnvironmentId[]> => {
  const rows = await db.query<{ id: EnvironmentId }>(environmentsWith('webhook_catch_ups'));
  return rows.map(({ id }) => id);
};

/** While this many deliveries wait at an endpoint, further rows would not be sent any earlier. */
const waitingMax = 1_000;

/** The oldest one of an endpoint. Skips rows that another process has locked. */
const takeStatement: Statement = {
  name: 'webhook-catch-ups-take',
  text: `DELETE FROM webhook_catch_ups AS d
          USING (SELECT c.environment_id, c.webhook_id, c.id
                   FROM (SELECT DISTINCT ON (webhook_id) environment_id, webhook_id, id FROM webhook_catch_ups
                          WHERE environment_id = $1 ORDER BY webhook_id, id) AS oldest
                   JOIN webhook_catch_ups c USING (environment_id, webhook_id, id)
                  WHERE (SELECT count(*) FROM (SELECT FROM ${taskTables.delivery} q
                                                WHERE q.destination_id = c.webhook_id AND q.rank > 0 LIMIT ${waitingMax.toString()}) AS w)
                        < ${waitingMax.toString()}
                  ORDER BY c.id LIMIT 1 FOR UPDATE OF c SKIP LOCKED) AS k
          WHERE (d.environment_id, d.webhook_id, d.id) = (k.environment_id, k.webhook_id, k.id)
         RETURNING d.webhook_id AS "webhookId", d.event_ids AS "eventIds", d.event_ats AS "eventAts",
                   (SELECT secret FROM environments e WHERE e.id = d.environment_id) AS secret`,
};

interface TakenCatchUp {
  readonly webhookId: string;
  readonly eventIds: readonly string[];
  readonly eventAts: readonly Date[];
  readonly secret: Uint8Array;
}

/** One row has the arrays of all its events. */
const eventRows = rowArrays<TakenCatchUp>((_, [taken]) => [
  ['id', 'uuid', taken?.eventIds ?? []],
  ['created_at', 'timestamptz', taken?.eventAts ?? []],
]).from(2);
const eventsStatement: Statement = {
  name: 'webhook-catch-ups-events',
  text: `SELECT e.id, (extract(epoch FROM e.created_at) * 1000)::bigint AS "atMs", e.member_id AS "memberId"
           FROM unnest(${eventRows.arrays}) WITH ORDINALITY AS k (${eventRows.names}, n)
           JOIN LATERAL (SELECT * FROM webhook_events e
                          WHERE (e.environment_id, e.created_at, e.id) = ($1, k.created_at, k.id) LIMIT 1) e ON true
          ORDER BY k.n`,
};

interface CatchUpStep {
  readonly environmentId: EnvironmentId;
  readonly atMs: number;
}

/**
 * Advances the catch-up that is due first, without deleted days. Returns the number of events; null if no
 * delivery can be created.
 */
export const advanceCatchUp = async (
  tx: Transaction,
  { environmentId, atMs }: CatchUpStep,
): Promise<number | null> => {
  const [taken] = await tx.query<TakenCatchUp>(takeStatement, [environmentId]);
  if (taken === undefined) return null;
  const { webhookId, eventIds, secret } = taken;
  const events = await tx.query<{
    readonly id: string;
    readonly atMs: number;
    readonly memberId: MemberId | null;
  }>(eventsStatement, [environmentId, ...eventRows.valuesOf([taken])]);
  const deliveries = events.map(({ id: eventId, atMs: eventAtMs, memberId }) => ({
    webhookId,
    environmentId,
    eventId,
    memberId,
    createdAtMs: eventAtMs,
    id: firstDeliveryId({ secret, eventId, eventAtMs, webhookId }),
  }));
  const made = await keepDeliveries(tx, deliveries);
  const due = deliveries
    .filter(({ id }) => made.has(id))
    .map(({ id, memberId, createdAtMs }) => ({
      destinationId: webhookId,
      // Only a flood is caught up with: tills' deliveries go first.
      rank: 2 as const,
      isBulk: true,
      dueAtMs: atMs,
      id,
      environmentId,
      memberId,
      attempt: 0,
      createdAtMs,
    }));
  await enqueueTasks(tx, 'delivery', due);
  return eventIds.length;
};
