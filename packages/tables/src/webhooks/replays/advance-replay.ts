import { type EnvironmentId, uuidMax } from '@loyalty/kernel';
import { environmentsWith, type Queryable, type Transaction } from '@loyalty/storage';
import { taskTables } from '@loyalty/task-queue';
import { createReplayDeliveries } from './create-replay-deliveries.ts';
import type { ReplayCandidate, LockedReplay } from './locked-replay.ts';

/** The bounds of a chunk. */
export interface ReplayStep {
  readonly environmentId: EnvironmentId;
  /** Milliseconds since the epoch, by the database's clock; not later than now. */
  readonly atMs: number;
  /** At most so many events. */
  readonly size: number;
}

/** Returns the environments with running replays. */
export const readReplayingEnvironments = async (db: Queryable): Promise<EnvironmentId[]> => {
  const rows = await db.query<{ id: EnvironmentId }>(
    environmentsWith('webhook_replays', `state = 'RUNNING'`),
  );
  return rows.map(({ id }) => id);
};

/**
 * Advances one replay of an environment by a chunk of events: creates the missing deliveries and moves the position, in the given
 * transaction. Returns how many events it read; null when no replay can advance now. It stops replays whose endpoint is deleted, is
 * disabled, or was disabled meanwhile.
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
/**
 * A replay pauses while so many deliveries wait at its endpoint: two seconds' worth for a fast one. So new events do not wait for a
 * whole replay.
 */
const waitingMax = 10_000;

interface ReplayTurn extends LockedReplay {
  readonly walkedAt: Date;
  readonly walkedId: string;
  /** The chunk ends here at the latest. */
  readonly horizon: Date;
  /** True when the horizon is the end of the range. */
  readonly isWhole: boolean;
}

/** Locks the replay that has waited longest for its turn. Skips replays that another process has locked. */
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

/** Reads the next events of all types, in the order of their times. */
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
  /** The number of created deliveries. */
  readonly made: number;
  /** The last event of the chunk; null when there are no more up to the horizon. */
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
