import { systemClock, type Clock } from '@loyalty/kernel';
import type { Fetches } from '../fetches.ts';

const everyMs = { awaited: 20, usual: 200 };
/** The pace is fast for so long after the last call of `awaited`. */
const awaitedForMs = 600_000;
/** A seek and a stop take as long, which nobody waits for. */
const maxWaitMs = 500;
/** A sixth of the session's timeout. */
const heartbeatMs = 1_000;

/**
 * Sets how often a follower fetches while facts come: five times a second, because each fetch and each batch has a fixed cost; fifty
 * times while a person waits for its results. A fact after a silence is fetched at once.
 */
export class FollowerPace {
  readonly #clock: Pick<Clock, 'now'>;
  #awaitedUntilMs = -Infinity;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** Called when a person waits for the result of the present facts. */
  awaited(): void {
    this.#awaitedUntilMs = this.#clock.now() + awaitedForMs;
  }

  get fetching(): Fetches {
    const isAwaited = (): boolean => this.#clock.now() < this.#awaitedUntilMs;
    return {
      maxWaitMs,
      heartbeatMs,
      spacing: { everyMs: () => (isAwaited() ? everyMs.awaited : everyMs.usual), after: 'any' },
    };
  }
}
