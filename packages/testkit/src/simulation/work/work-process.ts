import type { Part } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry';
import { createWorker } from '@loyalty/work';
import { MemoryStore } from '../../memory-store.ts';
import { MemoryWorkStore } from '../../memory-work-store.ts';
import { silentMetrics } from '../silent-metrics.ts';
import { SimulatedHost } from '../simulated-host.ts';
import { ToyWork } from './toy-work.ts';
import type { WorkWorld } from './work-world.ts';

/** One run of one process that works off the queue. */
export class WorkProcess extends SimulatedHost {
  protected readonly part: Part;
  /** True once it has had more than one number. */
  wasDisowned = false;
  #numbers = 0;

  constructor(world: WorkWorld, number: number) {
    super(world, number);
    const { database, tables, turns } = world;
    const { line, clock } = this;
    const store = new MemoryStore({ database, line, owner: number });
    const workStore = new MemoryWorkStore({ tables, store });
    this.part = createWorker({
      ...{ queue: 'toy', clock, elapsedMs: () => turns.nowMs },
      kind: new ToyWork(world, this, store),
      store: Object.assign(workStore, { join: this.#counting(workStore) }),
      ...{ logger: silentLogger, metrics: silentMetrics },
    });
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
