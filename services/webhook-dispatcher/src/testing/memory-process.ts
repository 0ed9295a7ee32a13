import { systemClock } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { TaskWorker } from '@loyalty/task-queue';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import type { FanOutPlan } from '../usecases/fan-out.ts';
import type { PublicFact } from '../usecases/public-fact.ts';
import type { WebhookFixture } from './webhook-fixture.ts';

/** A running process: it makes the first attempts of its deliveries from memory. */
export class MemoryProcess {
  readonly #fixture: WebhookFixture;
  readonly #worker: TaskWorker<Transaction, DeliveryAttempt>;
  #aheadMs = 0;

  constructor(fixture: WebhookFixture) {
    this.#fixture = fixture;
    this.#worker = fixture.worker({ elapsedMs: () => performance.now() + this.#aheadMs });
  }

  /** Resolves once the process is registered. */
  async start(): Promise<void> {
    await this.#worker.start?.();
    const owners = (): Promise<unknown[]> => this.#fixture.db.query('SELECT FROM task_owners');
    while ((await owners()).length === 0) await systemClock.sleep(10);
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
