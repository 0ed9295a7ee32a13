import { randomId, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import {
  listReplays,
  replayEvents,
  type AskedReplay,
  type DeliveryStatus,
  type ReplayRecord,
} from '@loyalty/webhooks';
import type { Transaction } from '@loyalty/storage';
import { eventually } from '@loyalty/testkit';
import type { PublicFact } from '../usecases/public-fact.ts';
import { createReplayEventsJob } from '../jobs/replay-events.ts';
import { minute, type WebhookFixture } from './webhook-fixture.ts';

/** How a first delivery came out, as a test wants it. */
interface Ended {
  readonly eventId: string;
  readonly status: DeliveryStatus;
}

/** Replays of ranges in one environment of a {@link WebhookFixture}, chunk by chunk. */
export class ReplayFixture {
  readonly house: WebhookFixture;
  readonly environmentId: EnvironmentId;
  readonly job: ReturnType<typeof createReplayEventsJob>;
  #memberId: MemberId | null = null;

  constructor(fixture: WebhookFixture, environmentId: EnvironmentId) {
    this.house = fixture;
    this.environmentId = environmentId;
    this.job = createReplayEventsJob(fixture.db);
  }

  /** Facts of one member, two in each millisecond, from a millisecond of now on. */
  async facts(count: number): Promise<PublicFact[]> {
    this.#memberId ??= await this.house.member(this.environmentId);
    const data = { memberId: this.#memberId, pointsExpired: 7 };
    const first = this.house.fact(this.environmentId, { type: 'points.expired', data });
    return Array.from({ length: count }, (_, at) => ({
      ...first,
      id: randomId(),
      ledgerSeq: at + 1,
      occurredAtMs: first.occurredAtMs + Math.floor(at / 2),
    }));
  }

  /** Events that were fanned out, of which nothing is due any more. */
  async told(count: number): Promise<PublicFact[]> {
    const facts = await this.facts(count);
    // As batches have them: what is beyond the share of an environment in one would be put off.
    for (let from = 0; from < count; from += 500) await this.house.fanOut(facts.slice(from, from + 500));
    await this.house.db.query('TRUNCATE delivery_tasks');
    return facts;
  }

  /** Gives deliveries of an endpoint, first ones or those of replays, this end. */
  async end(webhookId: string, ended: readonly Ended[], which: 'first' | 'replays' = 'first'): Promise<void> {
    await this.house.db.query(
      `UPDATE deliveries d SET status = k.status FROM unnest($2::uuid[], $3::text[]) AS k (event_id, status)
        WHERE d.webhook_id = $1 AND d.event_id = k.event_id AND (d.replay_of IS NULL) = $4`,
      [webhookId, ended.map(({ eventId }) => eventId), ended.map(({ status }) => status), which === 'first'],
    );
  }

  /** Three minutes later: asks for a replay of the last hour. */
  async ask(webhookId: string, given: Partial<AskedReplay> = {}): Promise<ReplayRecord> {
    this.house.nowMs += 3 * minute;
    const { nowMs } = this.house;
    const range = { sinceMs: nowMs - 60 * minute, untilMs: nowMs - 2 * minute };
    const asked = await replayEvents(this.house.db, this.environmentId, {
      webhookId,
      ...range,
      only: 'UNDELIVERED',
      atMs: nowMs,
      ...given,
    });
    if (asked.outcome !== 'asked') throw new Error(JSON.stringify(asked));
    return asked.replay;
  }

  /** One chunk of the job in this transaction. */
  chunk(tx: Transaction, size = 1_000) {
    const { environmentId } = this;
    return this.job.chunk(tx, { environmentId, atMs: this.house.nowMs, cursor: null, size });
  }

  /** All that can be done now; answers how many chunks that took. */
  async walk(size?: number): Promise<number> {
    for (let chunks = 0; ; chunks += 1) {
      const { cursor } = await this.house.db.transaction((tx) => this.chunk(tx, size));
      if (cursor === null) return chunks;
    }
  }

  /** Asks for a replay and does all of it; answers how it ended. */
  async replay(webhookId: string, given: Partial<AskedReplay> = {}): Promise<ReplayRecord | undefined> {
    await this.ask(webhookId, given);
    await this.walk();
    return this.newest(webhookId);
  }

  async newest(webhookId: string): Promise<ReplayRecord | undefined> {
    return (await listReplays(this.house.db, this.environmentId, { webhookId, limit: 1 }))[0];
  }

  /** Until a transaction waits for another one. */
  untilBlocked(): Promise<void> {
    return eventually('a transaction waits for another one', async () => {
      const waiting = await this.house.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  }

  /** Deliveries that wait, of this endpoint, in the order in which they are taken; each has to be due. */
  waiting(webhookId: string): Promise<WaitingDelivery[]> {
    return this.house.db.query<WaitingDelivery>(
      `SELECT d.id, d.event_id AS "eventId", d.replay_of AS "replayOf", q.rank
         FROM delivery_tasks q JOIN deliveries d ON (d.webhook_id, d.created_at, d.id) = (q.destination_id, q.created_at, q.id)
        WHERE q.destination_id = $1 AND d.status = 'PENDING' ORDER BY q.rank, q.due_at, q.number`,
      [webhookId],
    );
  }
}

export interface WaitingDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly replayOf: string | null;
  readonly rank: number;
}
