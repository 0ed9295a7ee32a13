import type { Clock } from '@loyalty/kernel';

/** Nothing is fetched behind a batch for at most this long, because heartbeats travel with fetches. */
const waitMsMax = 50;

/**
 * Tracks the batch in flight. Records fetched while it is being decided would only wait, one record a fetch. Records of a fetch
 * that starts with its last statements arrive with their result.
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
