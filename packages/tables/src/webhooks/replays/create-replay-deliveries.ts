import { testEventType } from '@loyalty/contracts';
import { derivedIds } from '@loyalty/kernel';
import { deliveryAttemptsMax } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import { enqueueTasks } from '@loyalty/task-queue';
import { addDeliveries, type StoredDelivery } from '../deliveries/add-deliveries.ts';
import { firstDeliveryId } from '../deliveries/first-delivery-id.ts';
import { isSubscribedTo } from '../endpoints/webhook-endpoint.ts';
import type { ReplayCandidate, LockedReplay } from './locked-replay.ts';

/** A chunk of a replay's events. */
export interface ReplayedChunk {
  readonly replay: LockedReplay;
  /** In the order of their times. */
  readonly events: readonly ReplayCandidate[];
  /** Milliseconds since the epoch. */
  readonly dueAtMs: number;
}

/**
 * Creates the wanted deliveries, due after all earlier ones. Returns how many. An event without a first delivery gets that
 * delivery, with its usual id. If another transaction stores the same id meanwhile, the chunk fails and runs again. An event with a
 * first delivery gets an id that follows from replay and event.
 */
export const createReplayDeliveries = async (
  tx: Transaction,
  { replay, events, dueAtMs }: ReplayedChunk,
): Promise<number> => {
  const candidates = events
    .filter((event) => isEligible(replay, event))
    .map((event) => firstOf(replay, event));
  const wanted = await readWanted(tx, replay, candidates);
  const deliveries = deliveriesOf(replay, candidates, wanted);
  await countTargets(tx, deliveries);
  const members = new Map(events.map(({ id, memberId }) => [id, memberId]));
  await enqueueTasks(
    tx,
    'delivery',
    deliveries.map(({ webhookId: destinationId, eventId, id, environmentId, createdAtMs }) => ({
      destinationId,
      // A replay is a backlog of its own: what comes meanwhile goes first.
      rank: 2,
      isBulk: true,
      dueAtMs,
      id,
      environmentId,
      createdAtMs,
      attempt: 0,
      memberId: members.get(eventId) ?? null,
    })),
  );
  await addDeliveries(tx, deliveries);
  return deliveries.length;
};

/** Returns whether an endpoint gets an event. A test event is sent once and never replayed. */
const isEligible = (
  { types, webhookCreatedAtMs: createdAtMs }: LockedReplay,
  event: ReplayCandidate,
): boolean =>
  event.hasBody &&
  event.type !== testEventType &&
  isSubscribedTo({ events: new Set(types), createdAtMs }, event);

interface ReplayedBody {
  readonly event: ReplayCandidate;
  /** The id of its first delivery to the endpoint, even if there is none. */
  readonly firstId: string;
}

const firstOf = ({ secret, webhookId }: LockedReplay, event: ReplayCandidate): ReplayedBody => ({
  event,
  firstId: firstDeliveryId({ secret, webhookId, eventId: event.id, eventAtMs: event.atMs }),
});

/**
 * Returns the events that need a delivery, and whether each has a first one. Events with a delivery that waits, is retried or is
 * leased are left out. It is no prepared statement: a plan made for empty partitions would scan all of them.
 */
const readWanted = async (
  tx: Transaction,
  { webhookId, only }: LockedReplay,
  candidates: readonly ReplayedBody[],
): Promise<ReadonlyMap<string, { readonly hasFirst: boolean }>> => {
  if (candidates.length === 0) return new Map();
  const rows = await tx.query<{ id: string; hasFirst: boolean }>(
    `WITH replayed AS MATERIALIZED (
       SELECT event_id, bool_or(status IN ('PENDING', 'RETRYING')) AS is_open, bool_or(status = 'SUCCEEDED') AS is_taken
         FROM deliveries WHERE webhook_id = $1 AND event_id = ANY ($2::uuid[]) AND replay_of IS NOT NULL GROUP BY event_id),
     in_flight AS MATERIALIZED (SELECT unnest(ids) AS id FROM task_leases)
     SELECT k.event_id AS id, f.status IS NOT NULL AS "hasFirst"
       FROM unnest($2::uuid[], $3::timestamptz[], $4::uuid[]) AS k (event_id, event_at, first_id)
       LEFT JOIN LATERAL (SELECT status FROM deliveries d
                           WHERE (d.webhook_id, d.created_at, d.id) = ($1, k.event_at, k.first_id)) f ON true
       LEFT JOIN replayed r ON r.event_id = k.event_id
      WHERE (f.status IS NOT NULL OR NOT EXISTS (SELECT FROM in_flight h WHERE h.id = k.first_id))
        AND NOT (coalesce(f.status IN ('PENDING', 'RETRYING'), false) OR coalesce(r.is_open, false))
        AND ($5 OR NOT (coalesce(f.status = 'SUCCEEDED', false) OR coalesce(r.is_taken, false)))`,
    [
      webhookId,
      candidates.map(({ event }) => event.id),
      candidates.map(({ event }) => new Date(event.atMs)),
      candidates.map(({ firstId }) => firstId),
      only === 'ALL',
    ],
  );
  return new Map(rows.map(({ id, hasFirst }) => [id, { hasFirst }]));
};

const deliveriesOf = (
  { environmentId, webhookId, secret, id: replayId, createdAtMs: atMs }: LockedReplay,
  candidates: readonly ReplayedBody[],
  wanted: ReadonlyMap<string, { readonly hasFirst: boolean }>,
): StoredDelivery[] => {
  const idOf = derivedIds({ secret, atMs, operation: 'replay', ref: replayId });
  return candidates.flatMap(({ event: { id: eventId, atMs: eventAtMs, type: event }, firstId }) => {
    const found = wanted.get(eventId);
    if (found === undefined) return [];
    return {
      webhookId,
      environmentId,
      eventId,
      eventAtMs,
      event,
      attemptsMax: deliveryAttemptsMax,
      failure: null,
      ...(found.hasFirst
        ? { id: idOf(eventId), createdAtMs: atMs, replayOf: firstId }
        : { id: firstId, createdAtMs: eventAtMs, replayOf: null }),
    };
  });
};

/** Adds a target to each event that gets its first delivery to the endpoint. */
const countTargets = async (tx: Transaction, deliveries: readonly StoredDelivery[]): Promise<void> => {
  const firsts = deliveries.filter(({ replayOf }) => replayOf === null);
  if (firsts.length === 0) return;
  await tx.query(
    `UPDATE webhook_events AS e SET targets = targets + 1
       FROM unnest($1::int[], $2::timestamptz[], $3::uuid[]) AS k (environment_id, created_at, id)
      WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id)`,
    [
      firsts.map(({ environmentId }) => environmentId),
      firsts.map(({ eventAtMs }) => new Date(eventAtMs)),
      firsts.map(({ eventId }) => eventId),
    ],
  );
};
