import type { Transaction } from '@loyalty/storage';
import { createPostgresTaskStore, type TaskStore, type TaskWorker } from '@loyalty/task-queue';
import { eventually } from '@loyalty/testkit/runs';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import type { FanOutPlan } from '../usecases/fan-out.ts';
import type { PublicFact } from '../usecases/public-fact.ts';
import type { WebhookFixture } from './webhook-fixture.ts';

/** A running process: it makes the first attempts of its deliveries from memory. */
export class MemoryProcess {
  readonly #fixture: WebhookFixture;
  readonly #worker: TaskWorker<Transaction, DeliveryAttempt>;
  #aheadMs = 0;
  #heartbeats = 0;

  constructor(fixture: WebhookFixture) {
    this.#fixture = fixture;
    const store = this.#counting(createPostgresTaskStore(fixture.db, 'delivery'));
    this.#worker = fixture.worker({ store, elapsedMs: () => performance.now() + this.#aheadMs });
  }

  #counting(store: TaskStore<Transaction>): TaskStore<Transaction> {
    const heartbeat: typeof store.heartbeat = async (owner) => {
      const result = await store.heartbeat(owner);
      this.#heartbeats += 1;
      return result;
    };
    return { ...store, heartbeat };
  }

  /** Resolves once the process has seen its first heartbeat: before, it takes no task into memory. */
  async start(): Promise<void> {
    await this.#worker.start?.();
    await eventually('the process has a heartbeat', () => this.#heartbeats > 0);
  }

  async stop(): Promise<void> {
    await this.#worker.stop?.();
  }

  /** Advances the clock of this process alone. */
  elapse(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Stores a batch without confirming its commit. */
  store(facts: readonly PublicFact[]): Promise<FanOutPlan> {
    return this.#fixture.store(this.#fixture.fanOutBy(this.#worker), facts);
  }

  /** Stores a batch, and confirms its commit. */
  async fanOut(facts: readonly PublicFact[]): Promise<void> {
    const { submission } = await this.store(facts);
    submission.committed();
  }
}
