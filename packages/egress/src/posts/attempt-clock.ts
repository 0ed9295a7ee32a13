/** The time of one attempt. It stops while the attempt waits in our own queues (D115). */
export class AttemptClock {
  readonly #limitMs: number;
  readonly #onOver: () => void;
  #spentMs = 0;
  /** Null while the clock is stopped. */
  #sinceMs: number | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, onOver: () => void) {
    this.#limitMs = limitMs;
    this.#onOver = onOver;
  }

  /** The time so far, in milliseconds. */
  get spentMs(): number {
    return this.#spentMs + (this.#sinceMs === null ? 0 : performance.now() - this.#sinceMs);
  }

  go(): void {
    if (this.#sinceMs !== null) return;
    this.#sinceMs = performance.now();
    this.#timer = setTimeout(this.#onOver, this.#limitMs - this.#spentMs);
  }

  hold(): void {
    this.#spentMs = this.spentMs;
    this.#sinceMs = null;
    clearTimeout(this.#timer);
  }
}
