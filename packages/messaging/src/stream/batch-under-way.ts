import type { Clock } from '@loyalty/kernel';

/** So long at most nothing is fetched behind a batch: heartbeats travel with fetches. */
const waitMsMax = 50;

/**
 * Whether a batch is under way, and how far it is: what is fetched while it is being decided only waits, one record a fetch. What is
 * asked for when its last statements were sent arrives with their answer.
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

  /** Its last statements are on their way, or it has ended. Called more than once: the first counts. */
  sent(): void {
    // With a reason of its own: making the usual one takes a trace of the stack.
    this.#sent?.abort('sent');
    this.#sent = null;
    this.#wait = null;
  }

  /** Resolves when the batch is {@link sent}, or has taken long; null while none is under way. */
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
