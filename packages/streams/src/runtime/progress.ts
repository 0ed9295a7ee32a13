import type { Clock } from '@loyalty/kernel';

export class ProgressWatch {
  /** Returns milliseconds of a monotonic clock. */
  readonly #elapsedMs: () => number;
  /** When the last attempt ended, or when work began to wait; null while no work or Kafka is waited for. */
  #sinceMs: number | null = null;

  constructor(elapsedMs = () => performance.now()) {
    this.#elapsedMs = elapsedMs;
  }

  rested(): void {
    this.#sinceMs = null;
  }

  began(): void {
    this.#sinceMs = this.#elapsedMs();
  }

  attempted(): void {
    if (this.#sinceMs !== null) this.#sinceMs = this.#elapsedMs();
  }

  /** Returns how long work has been stuck; 0 while no work waits. */
  stuckForMs(): number {
    return this.#sinceMs === null ? 0 : this.#elapsedMs() - this.#sinceMs;
  }
}

/** The wait is at most this long, because heartbeats travel with fetches. */
const waitMsMax = 50;

/**
 * Tells when to fetch for the next batch. Records that are fetched while a batch is decided would only wait;
 * those of a fetch that starts with its last statements come in time.
 */
export class RunningBatch {
  readonly #clock: Pick<Clock, 'sleep'>;
  #sent: AbortController | null = null;
  #wait: Promise<void> | null = null;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  begin(): void {
    this.#sent = new AbortController();
  }

  /** Notes that the batch was sent or has ended. Only the first call counts. */
  sent(): void {
    // An explicit reason: the default one captures a stack trace.
    this.#sent?.abort('sent');
    this.#sent = null;
    this.#wait = null;
  }

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
