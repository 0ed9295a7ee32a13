import { type EnvironmentId, randomId, uuidMin } from '@loyalty/kernel';
import { type Database, type Queryable, type Transaction, writeTransaction } from '@loyalty/storage';
import { type NewestFirstPage, pageNewestFirst, runBuilt, sql } from '@loyalty/storage/lists';
import type { InvalidContent } from '../../configuration/write-configuration.ts';
import { readOldestDeliveryDay } from '../deliveries/deliveries.ts';
import { subscriptionGraceMs } from '../endpoints/webhook-directory.ts';
import type { WebhookRecord } from '../endpoints/webhook-record.ts';
import { findWebhook } from '../endpoints/webhooks.ts';

/** A range of events to send to an endpoint again, in milliseconds since the epoch. */
export interface AskedReplay {
  readonly webhookId: string;
  readonly sinceMs: number;
  /** The last instant of the range. Null, and any time after `atMs`, means `atMs`. */
  readonly untilMs: number | null;
  readonly only: ReplayedEvents;
  readonly atMs: number;
}

export type ReplayEventsResult =
  | { readonly outcome: 'asked'; readonly replay: ReplayRecord }
  | { readonly outcome: 'not-found' }
  | InvalidContent
  /** The endpoint is disabled, or another replay is running. */
  | {
      readonly outcome: 'refused';
      readonly from: 'DISABLED' | 'RUNNING';
      readonly reason: 'ENDPOINT_DISABLED' | 'REPLAY_RUNNING';
    };

/**
 * Replays events in chunks ({@link advanceReplay}). The range is cut to the stored days, and refused if it
 * contains none.
 */
export const replayEvents = (
  db: Database,
  environmentId: EnvironmentId,
  asked: AskedReplay,
): Promise<ReplayEventsResult> =>
  writeTransaction(db, async (tx) => {
    const webhook = await findWebhook(tx, environmentId, asked.webhookId);
    if (webhook === null) return { outcome: 'not-found' };
    const range = rangeOf(asked, await readOldestDeliveryDay(tx));
    if ('outcome' in range) return range;
    if (webhook.status === 'DISABLED')
      return { outcome: 'refused', from: 'DISABLED', reason: 'ENDPOINT_DISABLED' };
    const replay = await insert(tx, { environmentId, webhook, asked, range });
    return replay === null
      ? { outcome: 'refused', from: 'RUNNING', reason: 'REPLAY_RUNNING' }
      : { outcome: 'asked', replay };
  });

/** Both ends are included. */
interface Range {
  readonly sinceMs: number;
  readonly untilMs: number;
}

const rangeOf = ({ sinceMs, untilMs, atMs }: AskedReplay, oldestMs: number): Range | InvalidContent => {
  const endMs = Math.min(untilMs ?? atMs, atMs);
  if (sinceMs >= endMs) return faulty('/since', 'must be before until, and in the past');
  if (endMs <= oldestMs)
    return faulty('/until', `must be after ${iso(oldestMs)}, because nothing from before that is kept`);
  return { sinceMs: Math.max(sinceMs, oldestMs), untilMs: endMs };
};

const faulty = (pointer: string, message: string): InvalidContent => ({
  outcome: 'invalid',
  faults: [{ pointer, message }],
});

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** Null means that another replay is running. */
const insert = async (
  tx: Transaction,
  {
    environmentId,
    webhook,
    asked: { only, atMs },
    range: { sinceMs, untilMs },
  }: {
    readonly environmentId: EnvironmentId;
    readonly webhook: WebhookRecord;
    readonly asked: AskedReplay;
    readonly range: Range;
  },
): Promise<ReplayRecord | null> => {
  const firstMs = Date.parse(webhook.createdAt) - subscriptionGraceMs;
  const beginMs = Math.min(Math.max(sinceMs, firstMs), untilMs);
  const [row] = await tx.query<ReplayRow>(
    `INSERT INTO webhook_replays AS r (environment_id, webhook_id, id, since, until, selection, enabled_at, walked_at, walked_id,
                                       created_at)
     SELECT environment_id, id, $3::uuid, $4::timestamptz, $5::timestamptz, $6::text, enabled_at, $7::timestamptz,
            '${uuidMin}', $8::timestamptz
       FROM webhooks WHERE environment_id = $1 AND id = $2
     ON CONFLICT (environment_id, webhook_id) WHERE state = 'RUNNING' DO NOTHING
     RETURNING ${replayColumns}`,
    [
      environmentId,
      webhook.id,
      randomId(),
      ...[sinceMs, untilMs].map(dateOf),
      only,
      ...[beginMs, atMs].map(dateOf),
    ],
  );
  return row === undefined ? null : replayRecordOf(row);
};

const dateOf = (atMs: number): Date => new Date(atMs);

/** Lists replays, newest first by (createdAt, id) (D11). */
export const listReplays = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { webhookId, ...page }: NewestFirstPage & { readonly webhookId: string },
): Promise<ReplayRecord[]> => {
  const query = sql('webhook_replays as r')
    .select(sql.raw(replayColumns))
    .where({ 'r.environment_id': environmentId, 'r.webhook_id': webhookId });
  void pageNewestFirst(query, 'r', page);
  return (await runBuilt<ReplayRow>(db, query)).map(replayRecordOf);
};

/** Which events are replayed. UNDELIVERED means only those that the endpoint has not accepted yet. */
export type ReplayedEvents = 'UNDELIVERED' | 'ALL';

/** STOPPED: its endpoint was disabled or deleted before the end. */
type ReplayState = 'RUNNING' | 'DONE' | 'STOPPED';

/** A replay as the interface shows it. Instants are in ISO 8601 in UTC, with milliseconds. */
export interface ReplayRecord {
  readonly replayId: string;
  readonly since: string;
  /** The last instant, which is included, as `since` is. */
  readonly until: string;
  readonly only: ReplayedEvents;
  readonly state: ReplayState;
  readonly made: number;
  readonly createdAt: string;
  /** When the replay finished; null while it is RUNNING. */
  readonly finishedAt: string | null;
}

type ReplayInstants = 'since' | 'until' | 'createdAt' | 'finishedAt';

type ReplayRow = Omit<ReplayRecord, ReplayInstants> & {
  readonly since: Date;
  readonly until: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

const replayColumns = `
  r.id AS "replayId", r.since, r.until, r.selection AS "only", r.state, r.made, r.created_at AS "createdAt",
  r.finished_at AS "finishedAt"`;

const replayRecordOf = ({
  replayId,
  since,
  until,
  only,
  state,
  made,
  createdAt,
  finishedAt,
}: ReplayRow): ReplayRecord => ({
  replayId,
  since: since.toISOString(),
  until: until.toISOString(),
  only,
  state,
  made,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
