import { testEventType } from '@loyalty/contracts/webhooks';
import { derivedIds, type EnvironmentId, type MemberId, uuidMax } from '@loyalty/kernel';
import { environmentsWith, type Queryable, rowArrays, type Transaction } from '@loyalty/storage';
import { enqueueTasks, taskTables } from '@loyalty/task-queue/task-tables';
import { addDeliveries, firstDeliveryId, type StoredDelivery } from '../deliveries/deliveries.ts';
import { isSubscribedTo } from '../endpoints/webhook-directory.ts';
import type { ReplayedEvents } from './replay-events.ts';

interface ReplayStep {
  readonly environmentId: EnvironmentId;
  /** The time is from the database's clock, and not later than now. */
  readonly atMs: number;
  /** At most this many events are read. */
  readonly size: number;
}

export const readReplayingEnvironments = async (db: Queryable): Promise<EnvironmentId[]> => {
  const rows = await db.query<{ id: EnvironmentId }>(
    environmentsWith('webhook_replays', `state = 'RUNNING'`),
  );
  return rows.map(({ id }) => id);
};

/**
 * Advances a replay and returns the number of events that were read; null if none can advance. It stops
 * replays whose endpoint is disabled or deleted.
 */
export const advanceReplay = async (tx: Transaction, step: ReplayStep): Promise<number | null> => {
  await stopReplays(tx, step.environmentId);
  const replay = await lockReplay(tx, step);
  if (replay === null) return null;
  const events = await readEvents(tx, replay, step.size);
  const made = await createReplayDeliveries(tx, { replay, events, dueAtMs: step.atMs });
  await move(tx, replay, { made, last: events.length < step.size ? null : (events.at(-1) ?? null) });
  return events.length;
};

const stopReplays = async (tx: Transaction, environmentId: EnvironmentId): Promise<void> => {
  await tx.query(
    `UPDATE webhook_replays AS r SET state = 'STOPPED', finished_at = now() FROM webhooks w
      WHERE (w.environment_id, w.id) = (r.environment_id, r.webhook_id) AND r.environment_id = $1 AND r.state = 'RUNNING'
        AND (w.status = 'DISABLED' OR w.deleted_at IS NOT NULL OR w.enabled_at <> r.enabled_at)`,
    [environmentId],
  );
};

/** A younger event may be in its first attempt, with no delivery stored yet. */
const firstAttemptMs = 60_000;
/** Deliveries that may wait at its endpoint, two seconds' worth for a fast one: new events go first. */
const waitingMax = 10_000;

interface ReplayTurn extends LockedReplay {
  readonly walkedAt: Date;
  readonly walkedId: string;
  /** The chunk ends here at the latest. */
  readonly horizon: Date;
  /** The horizon is the end of the range. */
  readonly isWhole: boolean;
}

/** The one that has waited longest for its turn. Skips those that another process has locked. */
const lockReplay = async (
  tx: Transaction,
  { environmentId, atMs }: ReplayStep,
): Promise<ReplayTurn | null> => {
  const [found] = await tx.query<ReplayTurn>(
    `SELECT r.environment_id AS "environmentId", r.webhook_id AS "webhookId", r.id, r.selection AS "only",
            (extract(epoch FROM r.created_at) * 1000)::bigint AS "createdAtMs", r.walked_at AS "walkedAt", r.walked_id AS "walkedId",
            least(r.until, $2::timestamptz) AS horizon, r.until <= $2::timestamptz AS "isWhole", w.events AS types,
            (extract(epoch FROM w.created_at) * 1000)::bigint AS "webhookCreatedAtMs", e.secret
       FROM webhook_replays r
       JOIN webhooks w ON (w.environment_id, w.id) = (r.environment_id, r.webhook_id)
       JOIN environments e ON e.id = r.environment_id
      WHERE r.environment_id = $1 AND r.state = 'RUNNING'
        AND (r.walked_at, r.walked_id) < (least(r.until, $2::timestamptz), $3::uuid)
        AND (SELECT count(*) FROM (SELECT FROM ${taskTables.delivery} q
                                    WHERE q.destination_id = r.webhook_id AND q.rank > 0 LIMIT ${waitingMax.toString()}) AS waiting)
            < ${waitingMax.toString()}
        -- Deferred deliveries are created by the catch-up.
        AND NOT EXISTS (SELECT FROM webhook_catch_ups c
                         WHERE (c.environment_id, c.webhook_id) = (r.environment_id, r.webhook_id))
      ORDER BY r.turn_at NULLS FIRST, r.created_at, r.id LIMIT 1 FOR NO KEY UPDATE OF r SKIP LOCKED`,
    [environmentId, new Date(atMs - firstAttemptMs), uuidMax],
  );
  return found ?? null;
};

/** Events of all types are in the order of their times. */
const readEvents = (
  tx: Transaction,
  { environmentId, walkedAt, walkedId, horizon }: ReplayTurn,
  size: number,
): Promise<ReplayCandidate[]> =>
  tx.query<ReplayCandidate>(
    `SELECT id, (extract(epoch FROM created_at) * 1000)::bigint AS "atMs", type, member_id AS "memberId", body IS NOT NULL AS "hasBody"
       FROM webhook_events
      WHERE environment_id = $1 AND created_at >= $2 AND (created_at, id) > ($2, $3) AND created_at <= $4
      ORDER BY created_at, id LIMIT $5`,
    [environmentId, walkedAt, walkedId, horizon, size],
  );

interface Walked {
  readonly made: number;
  /** Null if there are no more up to the horizon. */
  readonly last: ReplayCandidate | null;
}

const move = async (tx: Transaction, replay: ReplayTurn, { made, last }: Walked): Promise<void> => {
  const { environmentId, webhookId, createdAtMs, id, horizon, isWhole } = replay;
  await tx.query(
    `UPDATE webhook_replays
        SET walked_at = $5, walked_id = $6, made = made + $7, turn_at = clock_timestamp(),
            state = CASE WHEN $8 THEN 'DONE' ELSE state END, finished_at = CASE WHEN $8 THEN now() END
      WHERE (environment_id, webhook_id, created_at, id) = ($1, $2, $3, $4)`,
    [
      environmentId,
      webhookId,
      new Date(createdAtMs),
      id,
      ...(last === null ? [horizon, uuidMax] : [new Date(last.atMs), last.id]),
      made,
      last === null && isWhole,
    ],
  );
};

interface ReplayedChunk {
  readonly replay: LockedReplay;
  /** Events are in the order of their times. */
  readonly events: readonly ReplayCandidate[];
  readonly dueAtMs: number;
}

/**
 * Due after all earlier ones. A missing first delivery gets its usual id: if that is stored meanwhile, the
 * chunk fails and runs again. Others get an id that follows from replay and event.
 */
const createReplayDeliveries = async (
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

/** A test event is sent once and never replayed. */
const isEligible = (
  { types, webhookCreatedAtMs: createdAtMs }: LockedReplay,
  event: ReplayCandidate,
): boolean =>
  event.hasBody &&
  event.type !== testEventType &&
  isSubscribedTo({ events: new Set(types), createdAtMs }, event);

interface ReplayedBody {
  readonly event: ReplayCandidate;
  /** This is the id of the first delivery to the endpoint, even if there is none. */
  readonly firstId: string;
}

const firstOf = ({ secret, webhookId }: LockedReplay, event: ReplayCandidate): ReplayedBody => ({
  event,
  firstId: firstDeliveryId({ secret, webhookId, eventId: event.id, eventAtMs: event.atMs }),
});

const replayedRows = rowArrays<ReplayedBody>((fields, rows) => [
  ['event_id', 'uuid', rows.map(({ event }) => event.id)],
  ['event_at', 'timestamptz', rows.map(({ event }) => new Date(event.atMs))],
  ...fields('first_id uuid'),
]).from(2);

/**
 * The statement is not prepared, because a plan that was made for empty partitions would scan all of them.
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
       FROM ${replayedRows.as('k')}
       LEFT JOIN LATERAL (SELECT status FROM deliveries d
                           WHERE (d.webhook_id, d.created_at, d.id) = ($1, k.event_at, k.first_id)) f ON true
       LEFT JOIN replayed r ON r.event_id = k.event_id
      WHERE (f.status IS NOT NULL OR NOT EXISTS (SELECT FROM in_flight h WHERE h.id = k.first_id))
        AND NOT (coalesce(f.status IN ('PENDING', 'RETRYING'), false) OR coalesce(r.is_open, false))
        AND ($5 OR NOT (coalesce(f.status = 'SUCCEEDED', false) OR coalesce(r.is_taken, false)))`,
    [webhookId, ...replayedRows.valuesOf(candidates), only === 'ALL'],
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
      failure: null,
      ...(found.hasFirst
        ? { id: idOf(eventId), createdAtMs: atMs, replayOf: firstId }
        : { id: firstId, createdAtMs: eventAtMs, replayOf: null }),
    };
  });
};

const replayedEventRows = rowArrays<StoredDelivery>((fields, rows) => [
  ...fields('environment_id int'),
  ['created_at', 'timestamptz', rows.map(({ eventAtMs }) => new Date(eventAtMs))],
  ['id', 'uuid', rows.map(({ eventId }) => eventId)],
]);

const countTargets = async (tx: Transaction, deliveries: readonly StoredDelivery[]): Promise<void> => {
  const firsts = deliveries.filter(({ replayOf }) => replayOf === null);
  if (firsts.length === 0) return;
  await tx.query(
    `UPDATE webhook_events AS e SET targets = targets + 1
       FROM ${replayedEventRows.as('k')}
      WHERE (e.environment_id, e.created_at, e.id) = (k.environment_id, k.created_at, k.id)`,
    replayedEventRows.valuesOf(firsts),
  );
};

interface LockedReplay {
  readonly environmentId: EnvironmentId;
  readonly webhookId: string;
  readonly id: string;
  readonly only: ReplayedEvents;
  readonly createdAtMs: number;
  readonly types: readonly string[];
  readonly webhookCreatedAtMs: number;
  readonly secret: Uint8Array;
}

interface ReplayCandidate {
  readonly id: string;
  readonly atMs: number;
  readonly type: string;
  readonly memberId: MemberId | null;
  /** False if it was erased with its member. */
  readonly hasBody: boolean;
}

/** Removes replays that ended before this instant, and returns how many. */
export const removeReplays = async (
  tx: Transaction,
  { beforeMs, limit }: { readonly beforeMs: number; readonly limit: number },
): Promise<number> => {
  const removed = await tx.query(
    `DELETE FROM webhook_replays AS r
      USING (SELECT environment_id, webhook_id, created_at, id FROM webhook_replays WHERE finished_at < $1 LIMIT $2) AS k
      WHERE (r.environment_id, r.webhook_id, r.created_at, r.id) = (k.environment_id, k.webhook_id, k.created_at, k.id)
     RETURNING 1`,
    [new Date(beforeMs), limit],
  );
  return removed.length;
};
