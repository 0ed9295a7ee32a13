/**
 * Keeps fetches apart while records come in quick succession: each would otherwise bring one or two, and has a cost of its
 * own for the broker and for this process. A lone record never waits: only a fetch that brought several is followed by
 * a pause, until `everyMs` after it was asked for.
 */
export class FetchPace {
  readonly #everyMs: number;
  #askedMs = -Infinity;
  #records = 0;
  #pause: Promise<void> | null = null;

  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** A fetch is asked for at `nowMs` of a monotonic clock. */
  asked(nowMs: number): void {
    this.#askedMs = nowMs;
    this.#records = 0;
  }

  /** It brought so many records of one more partition: resolves when the next fetch may be asked for. */
  brought(records: number, nowMs: number): Promise<void> {
    this.#records += records;
    const pauseMs = Math.round(this.#askedMs + this.#everyMs - nowMs);
    if (this.#records < 2 || pauseMs <= 0) return Promise.resolve();
    this.#pause ??= new Promise((resolve) => {
      setTimeout(() => {
        this.#pause = null;
        resolve();
      }, pauseMs);
    });
    return this.#pause;
  }
}
