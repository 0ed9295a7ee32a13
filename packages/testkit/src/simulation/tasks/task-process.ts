import { createTaskWorker, type TaskSpec, type TaskWorker } from '@loyalty/task-queue';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { MemoryTransaction } from '../../memory-database.ts';
import { MemoryStore } from '../../memory-store.ts';
import { MemoryTaskStore } from '../../memory-task-store.ts';
import { silentMetrics } from '../silent-metrics.ts';
import { SimulatedHost } from '../simulated-host.ts';
import type { TaskWorld } from './task-world.ts';
import { type ToyResult, ToyTaskHandler } from './toy-task-handler.ts';

/** One run of a process that works off the queue. */
export class TaskProcess extends SimulatedHost {
  protected readonly part: TaskWorker<MemoryTransaction, ToyResult>;
  /** True once it has had more than one owner number. */
  wasDisowned = false;
  #numbers = 0;
  readonly #store: MemoryStore;
  readonly #kind: ToyTaskHandler;

  constructor(world: TaskWorld, number: number) {
    super(world, number);
    const { database, tables, turns } = world;
    const { line, clock } = this;
    this.#store = new MemoryStore({ database, line, owner: number });
    this.#kind = new ToyTaskHandler(world, this, this.#store);
    const workStore = new MemoryTaskStore({ tables, store: this.#store });
    this.part = createTaskWorker({
      queue: 'toy',
      clock,
      elapsedMs: () => turns.nowMs,
      nextTurn: () => clock.sleep(0),
      handler: this.#kind,
      store: Object.assign(workStore, { join: this.#counting(workStore) }),
      logger: silentLogger,
      metrics: silentMetrics,
    });
  }

  /**
   * Submits tasks in one transaction, and works them off from memory. After a failure the caller submits
   * other tasks.
   */
  submit(works: readonly TaskSpec[]): void {
    this.make(works).catch(() => undefined);
  }

  /** Waits for capacity, then adds tasks in one transaction. Throws the errors of the database. */
  async make(works: readonly TaskSpec[]): Promise<void> {
    await this.part.waitForCapacity();
    const submission = this.part.submit(
      works.map((work) => ({ ...work, bytes: 0, attempt: () => this.#kind.attempt(work) })),
    );
    await this.#store.transact((tx) => submission.store(tx));
    submission.committed();
  }

  #counting(store: MemoryTaskStore): () => Promise<number> {
    const join = store.register.bind(store);
    return () => {
      this.#numbers += 1;
      this.wasDisowned = this.#numbers > 1;
      return join();
    };
  }
}
