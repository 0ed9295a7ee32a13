import { silentLogger } from '@loyalty/telemetry';
import { createWorker, type OwedWork, type Worker } from '@loyalty/work';
import type { MemoryTransaction } from '../../memory-database.ts';
import { MemoryStore } from '../../memory-store.ts';
import { MemoryWorkStore } from '../../memory-work-store.ts';
import { silentMetrics } from '../silent-metrics.ts';
import { SimulatedHost } from '../simulated-host.ts';
import { ToyWork, type ToyAnswer } from './toy-work.ts';
import type { WorkWorld } from './work-world.ts';

/** One run of one process that works off the queue. */
export class WorkProcess extends SimulatedHost {
  protected readonly part: Worker<MemoryTransaction, ToyAnswer>;
  /** True once it has had more than one number. */
  wasDisowned = false;
  #numbers = 0;
  readonly #store: MemoryStore;
  readonly #kind: ToyWork;

  constructor(world: WorkWorld, number: number) {
    super(world, number);
    const { database, tables, turns } = world;
    const { line, clock } = this;
    this.#store = new MemoryStore({ database, line, owner: number });
    this.#kind = new ToyWork(world, this, this.#store);
    const workStore = new MemoryWorkStore({ tables, store: this.#store });
    this.part = createWorker({
      queue: 'toy',
      clock,
      elapsedMs: () => turns.nowMs,
      nextTurn: () => clock.sleep(0),
      kind: this.#kind,
      store: Object.assign(workStore, { join: this.#counting(workStore) }),
      logger: silentLogger,
      metrics: silentMetrics,
    });
  }

  /** Makes jobs in one transaction, and works them off from memory. Whoever hears that it failed makes others. */
  handOver(works: readonly OwedWork[]): void {
    this.make(works).catch(() => undefined);
  }

  /** Waits for room, then makes jobs in one transaction. Throws what the database throws. */
  async make(works: readonly OwedWork[]): Promise<void> {
    await this.part.room();
    const handOver = this.part.handOver(
      works.map((work) => ({ ...work, bytes: 0, attempt: () => this.#kind.attempt(work) })),
    );
    await this.#store.transact((tx) => handOver.store(tx));
    handOver.stored();
  }

  #counting(store: MemoryWorkStore): () => Promise<number> {
    const join = store.join.bind(store);
    return () => {
      this.#numbers += 1;
      this.wasDisowned = this.#numbers > 1;
      return join();
    };
  }
}
