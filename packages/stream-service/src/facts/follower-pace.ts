import { systemClock, type Clock } from '@loyalty/kernel';
import type { Fetches } from '../fetches.ts';

const everyMs = { awaited: 20, usual: 200 };
/** After it, the first fact waits once as nobody's does. */
const awaitedForMs = 600_000;
/** A seek and a stop wait for as long; nobody waits for either. */
const maxWaitMs = 500;
/** A sixth of what the session allows. */
const heartbeatMs = 1_000;

/**
 * How often a follower of facts fetches while they come: five times a second, because each fetch and each batch has its cost
 * whatever it brings; fifty times while somebody waits for what it does. A fact that comes after a silence waits for nothing.
 */
export class FollowerPace {
  readonly #clock: Pick<Clock, 'now'>;
  #awaitedUntilMs = -Infinity;

  constructor(clock: Pick<Clock, 'now'> = systemClock) {
    this.#clock = clock;
  }

  /** What it was told of is for somebody who waits. */
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
