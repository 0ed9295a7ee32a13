import { randomId, uuidMin, type EnvironmentId } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { readOldestDeliveryDay } from '../deliveries/delivery-days.ts';
import type { InvalidContent } from '@loyalty/configuration';
import { subscriptionGraceMs } from '../endpoints/webhook-endpoint.ts';
import type { WebhookRecord } from '../endpoints/webhook-record.ts';
import { findWebhook } from '../endpoints/webhooks.ts';
import {
  replayColumns,
  replayRecordOf,
  type ReplayedEvents,
  type ReplayRecord,
  type ReplayRow,
} from './replay-record.ts';

/** A range of events to send to an endpoint again. Milliseconds since the epoch. */
export interface AskedReplay {
  readonly webhookId: string;
  readonly sinceMs: number;
  /** Inclusive. Null, and any time after `atMs`, means `atMs`. */
  readonly untilMs: number | null;
  readonly only: ReplayedEvents;
  /** The time of the request. */
  readonly atMs: number;
}

export type ReplayEventsResult =
  | { readonly outcome: 'asked'; readonly replay: ReplayRecord }
  | { readonly outcome: 'not-found' }
  | InvalidContent
  /** Its endpoint is disabled, or another replay is running. */
  | {
      readonly outcome: 'refused';
      readonly from: 'DISABLED' | 'RUNNING';
      readonly reason: 'ENDPOINT_DISABLED' | 'REPLAY_RUNNING';
    };

/**
 * Requests the replay of a range, which {@link advanceReplay} processes in chunks. The range is cut to the days that are still
 * stored. A range without any stored day is refused.
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

/** Both ends inclusive, milliseconds since the epoch. */
interface Range {
  readonly sinceMs: number;
  readonly untilMs: number;
}

const rangeOf = ({ sinceMs, untilMs, atMs }: AskedReplay, oldestMs: number): Range | InvalidContent => {
  const endMs = Math.min(untilMs ?? atMs, atMs);
  if (sinceMs >= endMs) return faulty('/since', 'must be before until, and in the past');
  if (endMs <= oldestMs)
    return faulty('/until', `must be after ${iso(oldestMs)}: of what was before, nothing is kept`);
  return { sinceMs: Math.max(sinceMs, oldestMs), untilMs: endMs };
};

const faulty = (pointer: string, message: string): InvalidContent => ({
  outcome: 'invalid',
  faults: [{ pointer, message }],
});

const iso = (atMs: number): string => new Date(atMs).toISOString();

interface NewReplay {
  readonly environmentId: EnvironmentId;
  readonly webhook: WebhookRecord;
  readonly asked: AskedReplay;
  readonly range: Range;
}

/** Returns null when another replay is running. */
const insert = async (
  tx: Transaction,
  { environmentId, webhook, asked: { only, atMs }, range: { sinceMs, untilMs } }: NewReplay,
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
