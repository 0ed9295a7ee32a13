/** Knows since when a runtime makes no progress with the work that waits for it. */
export class ProgressWatch {
  /** Milliseconds of a clock that never goes back. */
  readonly #elapsedMs: () => number;
  /** The last attempt's end, or the moment when work began to wait; null while none waits, or while Kafka is waited for. */
  #sinceMs: number | null = null;

  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  /** No work waits. */
  rested(): void {
    this.#sinceMs = null;
  }

  /** Work waits, and attempts at it begin. */
  began(): void {
    this.#sinceMs = this.#elapsedMs();
  }

  /** An attempt has ended, whatever came of it. */
  attempted(): void {
    if (this.#sinceMs !== null) this.#sinceMs = this.#elapsedMs();
  }

  /** Milliseconds since work waits and no attempt at it has ended; 0 while none waits. */
  stuckForMs(): number {
    return this.#sinceMs === null ? 0 : this.#elapsedMs() - this.#sinceMs;
  }
}
