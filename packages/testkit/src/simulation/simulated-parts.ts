import { createJobPart } from '@loyalty/jobs';
import type { ProducerPort } from '@loyalty/kafka';
import type { Clock, Part } from '@loyalty/kernel';
import type { FactPublisher } from '@loyalty/streams/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { ServerLine } from '../line.ts';
import { MemoryJobStore } from '../memory-job-store.ts';
import { MemoryStore } from '../memory-store.ts';
import { SimulatedEraser } from './members/simulated-eraser.ts';
import { SimulatedExpiry } from './members/simulated-expiry.ts';
import { silentMetrics } from './silent-metrics.ts';
import type { Operation } from './simulated-message.ts';
import { SimulatedSweeper } from './simulated-sweeper.ts';
import type { World } from './world.ts';

export interface SimulatedPartsOptions {
  readonly world: World;
  /** The number of the process, which owns its outbox rows. */
  readonly number: number;
  readonly operation: Operation;
  readonly line: ServerLine;
  readonly producer: ProducerPort;
  readonly facts: FactPublisher;
  readonly clock: Clock;
  /** Registers work to run when the database continues from an earlier commit. */
  readonly onHistoryChange: (work: () => void) => void;
}

/**
 * The parts of a process apart from its streams: it sweeps, erases, and expires points if its engine burns
 * them.
 */
export class SimulatedParts {
  readonly #sweeper: SimulatedSweeper;
  readonly #eraser: SimulatedEraser;
  readonly #expiry: Part | null;

  constructor(options: SimulatedPartsOptions) {
    const { world, number: owner, operation, line, producer, facts, clock, onHistoryChange } = options;
    const { database, erasing } = world;
    const store = new MemoryStore({ database, line, owner, onHistoryChange });
    this.#sweeper = new SimulatedSweeper({
      owner,
      database,
      line,
      producer,
      clock,
      remembers: (outboxId) => facts.tracks(outboxId),
    });
    this.#eraser = new SimulatedEraser({ erasing, store, facts, clock });
    this.#expiry = operation === 'redeem' ? createExpiry(options, store) : null;
  }

  async start(): Promise<void> {
    await this.#sweeper.start();
    await this.#expiry?.start?.();
    void this.#eraser.start();
  }

  /** Waits for the chunk that is running. */
  async stopJobs(): Promise<void> {
    await this.#expiry?.stop?.();
  }

  stop(): void {
    this.#sweeper.stop();
    this.#eraser.stop();
  }
}

/** The real job part, led by one process at a time. */
const createExpiry = ({ world, line, facts, clock }: SimulatedPartsOptions, store: MemoryStore): Part =>
  createJobPart({
    job: new SimulatedExpiry({
      everyMs: world.profile.expireEveryMs,
      configurations: world.configurations,
      store,
      line,
      facts,
      clock,
    }),
    store: new MemoryJobStore({ store, line, clock }),
    unpublished: () => facts.unpublished,
    comparison: { differenceOf: () => Promise.resolve(null) },
    clock,
    logger: silentLogger,
    metrics: silentMetrics,
  });
