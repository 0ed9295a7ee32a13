import { systemClock } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import type { TaskWorker } from '@loyalty/task-queue';
import type { DeliveryAttempt } from '../tasks/decide-delivery.ts';
import type { FanOutPlan } from '../usecases/fan-out.ts';
import type { PublicFact } from '../usecases/public-fact.ts';
import type { WebhookFixture } from './webhook-fixture.ts';

/** A process that runs: what it fans out goes to its first attempts from memory. */
export class MemoryProcess {
  readonly #house: WebhookFixture;
  readonly #worker: TaskWorker<Transaction, DeliveryAttempt>;
  #aheadMs = 0;

  constructor(fixture: WebhookFixture) {
    this.#house = fixture;
    this.#worker = fixture.worker({ elapsedMs: () => performance.now() + this.#aheadMs });
  }

  /** Once it has a number. */
  async start(): Promise<void> {
    await this.#worker.start?.();
    const owners = (): Promise<unknown[]> => this.#house.db.query('SELECT FROM task_owners');
    while ((await owners()).length === 0) await systemClock.sleep(10);
  }

  async stop(): Promise<void> {
    await this.#worker.stop?.();
  }

  /** Time passes for this process alone. */
  elapse(ms: number): void {
    this.#aheadMs += ms;
  }

  /** Stores a batch, and does not hear of it. */
  store(facts: readonly PublicFact[]): Promise<FanOutPlan> {
    return this.#house.store(this.#house.fanOutBy(this.#worker), facts);
  }

  /** Stores a batch, and begins with it. */
  async fanOut(facts: readonly PublicFact[]): Promise<void> {
    const { handOver } = await this.store(facts);
    handOver.committed();
  }
}
