import type { Clock } from '@loyalty/kernel';

/** Knows since when a runtime makes no progress with the work that waits for it. */
export class ProgressWatch {
  /** Milliseconds of a clock that never goes back. */
  readonly #elapsedMs: () => number;
  /**
   * The last attempt's end, or the moment when work began to wait; null while none waits, or while Kafka is
   * waited for.
   */
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

/** Nothing is fetched behind a batch for at most this long, because heartbeats travel with fetches. */
const waitMsMax = 50;

/**
 * Tracks the batch in flight. Records fetched while it is being decided would only wait, one record a fetch.
 * Records of a fetch that starts with its last statements arrive with their result.
 */
export class BatchUnderWay {
  readonly #clock: Pick<Clock, 'sleep'>;
  #sent: AbortController | null = null;
  #wait: Promise<void> | null = null;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  begin(): void {
    this.#sent = new AbortController();
  }

  /** Its last statements were sent, or it has ended. Called more than once: the first call counts. */
  sent(): void {
    // An explicit reason: the default one captures a stack trace.
    this.#sent?.abort('sent');
    this.#sent = null;
    this.#wait = null;
  }

  /** Resolves when the batch is {@link sent}, or after a limit; null while none is in flight. */
  untilSent(): Promise<void> | null {
    if (this.#sent === null) return null;
    this.#wait ??= this.#waitFor(this.#sent.signal);
    return this.#wait;
  }

  #waitFor(sent: AbortSignal): Promise<void> {
    const wait = this.#clock.sleep(waitMsMax, sent).then(() => {
      if (this.#wait === wait) this.#wait = null;
    });
    return wait;
  }
}
