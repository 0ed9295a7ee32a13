import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { DeliveryStatus } from '@loyalty/tables/webhooks';
import {
  type AskedReplay,
  listReplays,
  replayEvents,
  type ReplayRecord,
} from '@loyalty/tables/webhooks/management';
import { eventually } from '@loyalty/testkit/runs';
import { createReplayEventsJob } from '../jobs/delivery-jobs.ts';
import type { PublicFact } from '../usecases/public-fact.ts';
import { minute, type WebhookFixture } from './webhook-fixture.ts';

/** The status that a test gives to a delivery. */
interface Ended {
  readonly eventId: string;
  readonly status: DeliveryStatus;
}

/** Runs replays of ranges in one environment of a {@link WebhookFixture}, chunk by chunk. */
export class ReplayFixture {
  readonly fixture: WebhookFixture;
  readonly environmentId: EnvironmentId;
  readonly job: ReturnType<typeof createReplayEventsJob>;
  #memberId: MemberId | null = null;

  constructor(fixture: WebhookFixture, environmentId: EnvironmentId) {
    this.fixture = fixture;
    this.environmentId = environmentId;
    this.job = createReplayEventsJob(fixture.db);
  }

  /** Returns facts of one member, two in each millisecond, from now on. */
  async facts(count: number): Promise<PublicFact[]> {
    this.#memberId ??= await this.fixture.member(this.environmentId);
    const data = { memberId: this.#memberId, pointsExpired: 7 };
    const first = this.fixture.fact(this.environmentId, { type: 'points.expired', data });
    return Array.from({ length: count }, (_, at) => ({
      ...first,
      id: randomId(),
      ledgerSeq: at + 1,
      occurredAtMs: first.occurredAtMs + Math.floor(at / 2),
    }));
  }

  /** Fans out new facts and deletes their tasks, so that nothing is due. */
  async publish(count: number): Promise<PublicFact[]> {
    const facts = await this.facts(count);
    // In several batches: fan-out would put off events beyond the environment's share of one.
    for (let from = 0; from < count; from += 500) await this.fixture.fanOut(facts.slice(from, from + 500));
    await this.fixture.db.query('TRUNCATE delivery_tasks');
    return facts;
  }

  /** Sets the status of an endpoint's deliveries, either first ones or those of replays. */
  async end(webhookId: string, ended: readonly Ended[], which: 'first' | 'replays' = 'first'): Promise<void> {
    await this.fixture.db.query(
      `UPDATE deliveries d SET status = k.status FROM unnest($2::uuid[], $3::text[]) AS k (event_id, status)
        WHERE d.webhook_id = $1 AND d.event_id = k.event_id AND (d.replay_of IS NULL) = $4`,
      [webhookId, ended.map(({ eventId }) => eventId), ended.map(({ status }) => status), which === 'first'],
    );
  }

  /** Advances the clock by three minutes and requests a replay of the last hour. */
  async ask(webhookId: string, given: Partial<AskedReplay> = {}): Promise<ReplayRecord> {
    this.fixture.nowMs += 3 * minute;
    const { nowMs } = this.fixture;
    const range = { sinceMs: nowMs - 60 * minute, untilMs: nowMs - 2 * minute };
    const asked = await replayEvents(this.fixture.db, this.environmentId, {
      webhookId,
      ...range,
      only: 'UNDELIVERED',
      atMs: nowMs,
      ...given,
    });
    if (asked.outcome !== 'asked') throw new Error(JSON.stringify(asked));
    return asked.replay;
  }

  chunk(tx: Transaction, size = 1_000) {
    const { environmentId } = this;
    return this.job.chunk(tx, { environmentId, atMs: this.fixture.nowMs, cursor: null, size });
  }

  /** Runs chunks until none is left. Returns their number. */
  async walk(size?: number): Promise<number> {
    for (let chunks = 0; ; chunks += 1) {
      const { cursor } = await this.fixture.db.transaction((tx) => this.chunk(tx, size));
      if (cursor === null) return chunks;
    }
  }

  /** Requests a replay and runs it to its end. Returns its record. */
  async replay(webhookId: string, given: Partial<AskedReplay> = {}): Promise<ReplayRecord | undefined> {
    await this.ask(webhookId, given);
    await this.walk();
    return this.newest(webhookId);
  }

  async newest(webhookId: string): Promise<ReplayRecord | undefined> {
    return (await listReplays(this.fixture.db, this.environmentId, { webhookId, limit: 1 }))[0];
  }

  /** Resolves when a transaction waits for a lock. */
  untilBlocked(): Promise<void> {
    return eventually('a transaction waits for another one', async () => {
      const waiting = await this.fixture.db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    });
  }

  /** Reads the pending deliveries of this endpoint, in the order of their tasks; each must have a task. */
  waiting(webhookId: string): Promise<WaitingDelivery[]> {
    return this.fixture.db.query<WaitingDelivery>(
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
