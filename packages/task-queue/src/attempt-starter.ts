import { setImmediate as turnOfProcess } from 'node:timers/promises';
import type { Task } from './task.ts';
import type { InFlight } from './in-flight.ts';

export interface AttemptStarterOptions<Result> {
  /** Null while nothing may start. */
  readonly inFlight: () => InFlight<Result> | null;
  readonly begin: (inFlight: InFlight<Result>, task: Task) => void;
  /** Resolves in the next turn of the event loop, after what the sockets brought. Default: that of the process. */
  readonly nextTurn?: (() => Promise<void>) | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

/** A batch of facts, or what the database answered, has its turn after so many, however many are due. */
const startsATurn = 32;

/** Begins attempts, as many as may be under way, in turns of the event loop. */
export class AttemptStarter<Result> {
  readonly #options: AttemptStarterOptions<Result>;
  #startedThisTurn = 0;

  constructor(options: AttemptStarterOptions<Result>) {
    this.#options = options;
  }

  startAll(): void {
    const { inFlight: findInFlight, begin, elapsedMs } = this.#options;
    while (this.#startedThisTurn < startsATurn) {
      const inFlight = findInFlight();
      const task = inFlight?.scheduler.start(elapsedMs()) ?? null;
      if (inFlight === null || task === null) return;
      this.#startedThisTurn += 1;
      begin(inFlight, task);
      if (this.#startedThisTurn === 1) void this.#goOnNextTurn();
    }
  }

  async #goOnNextTurn(): Promise<void> {
    await (this.#options.nextTurn ?? turnOfProcess)();
    this.#startedThisTurn = 0;
    this.startAll();
  }
}
