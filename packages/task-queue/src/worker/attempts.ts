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

/** After so many starts other work of the process has its turn, however many tasks are due. */
const startsATurn = 32;

/** Starts attempts, as many as may run, in turns of the event loop. */
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
