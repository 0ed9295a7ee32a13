import type { Clock } from '@loyalty/kernel';

export class ProgressWatch {
  /** The time is monotonic. */
  readonly #elapsedMs: () => number;
  /** The last attempt's end, or when work began to wait; null while none or Kafka is waited for. */
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

  /** It is 0 while no work waits. */
  stuckForMs(): number {
    return this.#sinceMs === null ? 0 : this.#elapsedMs() - this.#sinceMs;
  }
}

/** The wait is at most this long, because heartbeats travel with fetches. */
const waitMsMax = 50;

/**
 * Records fetched while a batch is decided would only wait; those of a fetch that starts with its last
 * statements come in time.
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

  /** Call it when the batch was sent or has ended. The first call counts. */
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
