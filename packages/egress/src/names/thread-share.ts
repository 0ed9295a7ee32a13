import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { Semaphore, type Claim } from '../semaphore.ts';
import type { Found } from './look-up.ts';

export interface ThreadShareOptions {
  /** Who waits longer for a turn is refused. */
  readonly waitMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
}

/** The next look-up of an environment begins when the one before is answered, or after this time. */
const apartMs = 20;
/** 4,000 addresses in both families take some 20 ms of the thread: one such look-up in this time is a twentieth of it. */
const dearApartMs = 400;
/** An environment is held to that for so long after its last dear answer. */
const dearForMs = 600_000;
/** Look-ups of dear environments together: a fifth of the thread. */
const dearOfAll = 4;
const environmentsMax = 2_000;

/**
 * Turns to begin a look-up, so that what strangers' name servers answer takes a bounded share of the thread. c-ares reads an answer on our
 * thread before anything of ours sees it, 4,000 addresses in 14 ms. So look-ups of an environment begin one after the other; once an answer
 * was dear, the next one begins when that one is done with and its share of the time has passed.
 */
export class ThreadShare {
  readonly #options: ThreadShareOptions;
  readonly #turns: Semaphore;
  /** The newest last. */
  readonly #dearUntilMs = new Map<EnvironmentId, number>();

  constructor(options: ThreadShareOptions) {
    this.#options = options;
    this.#turns = new Semaphore(options.waitMs);
  }

  /** Looks up when it is the environment's turn; null when that has not come in time. */
  use(environmentId: EnvironmentId, lookUp: () => Promise<Found>): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      this.#turns.ask({
        queue: environmentId.toString(),
        claims: () => this.#claimsOf(environmentId),
        begin: (turn) => {
          const found = this.#noted(environmentId, lookUp());
          found.then(resolve, reject);
          void this.#hold(environmentId, found).then(() => {
            turn.end();
          });
        },
        refuse: () => {
          resolve(null);
        },
      });
    });
  }

  /** One of its answers was dear, not long ago. */
  isDear(environmentId: EnvironmentId): boolean {
    return (this.#dearUntilMs.get(environmentId) ?? -Infinity) > this.#options.elapsedMs();
  }

  /** From now on nobody waits. */
  close(): void {
    this.#turns.close();
  }

  #claimsOf(environmentId: EnvironmentId): Claim[] {
    const own = { key: `of ${environmentId.toString()}`, max: 1 };
    return this.isDear(environmentId) ? [own, { key: 'dear', max: dearOfAll }] : [own];
  }

  async #noted(environmentId: EnvironmentId, looking: Promise<Found>): Promise<Found> {
    const found = await looking;
    if (!found.isDear) return found;
    this.#dearUntilMs.delete(environmentId);
    this.#dearUntilMs.set(environmentId, this.#options.elapsedMs() + dearForMs);
    const [oldest] = this.#dearUntilMs.keys();
    if (this.#dearUntilMs.size > environmentsMax && oldest !== undefined) this.#dearUntilMs.delete(oldest);
    return found;
  }

  /** Until the environment may begin its next one. */
  async #hold(environmentId: EnvironmentId, found: Promise<Found>): Promise<void> {
    await Promise.race([Promise.allSettled([found]), pause(apartMs)]);
    // Answers that were kept back could all come at once: it has no second one under way.
    if (this.isDear(environmentId)) await Promise.allSettled([found, pause(dearApartMs)]);
  }
}

const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
