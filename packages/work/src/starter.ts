import { setImmediate as turnOfProcess } from 'node:timers/promises';
import type { DueJob } from './due-job.ts';
import type { Hand } from './hand.ts';

export interface StarterOptions<Answer> {
  /** Null while nothing may start. */
  readonly hand: () => Hand<Answer> | null;
  readonly begin: (hand: Hand<Answer>, job: DueJob) => void;
  /** Resolves in the next turn of the event loop, after what the sockets brought. Default: that of the process. */
  readonly nextTurn?: (() => Promise<void>) | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

/** A batch of facts, or what the database answered, has its turn after so many, however many are due. */
const startsATurn = 32;

/** Begins attempts, as many as may be under way, in turns of the event loop. */
export class Starter<Answer> {
  readonly #options: StarterOptions<Answer>;
  #startedThisTurn = 0;

  constructor(options: StarterOptions<Answer>) {
    this.#options = options;
  }

  startAll(): void {
    const { hand: handNow, begin, elapsedMs } = this.#options;
    while (this.#startedThisTurn < startsATurn) {
      const hand = handNow();
      const job = hand?.lanes.start(elapsedMs()) ?? null;
      if (hand === null || job === null) return;
      this.#startedThisTurn += 1;
      begin(hand, job);
      if (this.#startedThisTurn === 1) void this.#goOnNextTurn();
    }
  }

  async #goOnNextTurn(): Promise<void> {
    await (this.#options.nextTurn ?? turnOfProcess)();
    this.#startedThisTurn = 0;
    this.startAll();
  }
}
