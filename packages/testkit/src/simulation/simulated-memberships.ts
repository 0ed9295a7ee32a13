import type { SimulatedConsumer } from './simulated-consumer.ts';
import type { SimulatedGroup } from './simulated-group.ts';
import type { Actor, SimulationScheduler } from './simulation-scheduler.ts';

export interface SimulatedMembershipsOptions {
  readonly process: Actor & { readonly isStopping: boolean };
  readonly turns: SimulationScheduler;
  readonly members: readonly { readonly consumer: SimulatedConsumer; readonly group: SimulatedGroup }[];
}

const heartbeatMs = 300;

/**
 * The memberships of one process in its groups. They end without its knowledge, and begin again at its next
 * heartbeat.
 */
export class SimulatedMemberships {
  readonly #options: SimulatedMembershipsOptions;

  constructor(options: SimulatedMembershipsOptions) {
    this.#options = options;
  }

  end(): void {
    for (const { consumer, group } of this.#options.members) group.leave(consumer);
  }

  renew(): void {
    for (const { consumer, group } of this.#options.members) if (!group.has(consumer)) this.#rejoin(consumer);
  }

  #rejoin(consumer: SimulatedConsumer): void {
    const { process, turns } = this.#options;
    const run = (): void => {
      if (process.isStopping) return;
      consumer.rejoin().catch(() => {
        this.#rejoin(consumer);
      });
    };
    turns.ofProcess(process, `${process.name}: a heartbeat fails`, { run, afterMs: heartbeatMs });
  }
}
