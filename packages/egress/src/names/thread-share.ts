import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { type Claim, Semaphore } from '../limits/semaphore.ts';
import type { Found } from './look-up.ts';

export interface ThreadShareOptions {
  /** A look-up that waits longer for its turn is refused. */
  readonly waitMs: number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** The next look-up of an environment starts when the one before has its result, or after this time. */
const apartMs = 20;
/** 4,000 addresses in both families take some 20 ms of the thread: a twentieth of this time. */
const expensiveApartMs = 400;
/** How long an environment is limited after its last expensive response. */
const expensiveForMs = 600_000;
/** Look-ups of all limited environments together: a fifth of the thread. */
const expensiveOfAll = 4;
const environmentsMax = 2_000;

/**
 * Limits the time of the thread that reading name servers' responses takes: c-ares reads one before any code
 * of ours can see it, 4,000 addresses in 14 ms. Look-ups of an environment start one after the other. After
 * an expensive response, the next one starts once that one is done and its share of time has passed.
 */
export class ThreadShare {
  readonly #options: ThreadShareOptions;
  readonly #slots: Semaphore;
  /** The newest last. */
  readonly #expensiveUntilMs = new Map<EnvironmentId, number>();

  constructor(options: ThreadShareOptions) {
    this.#options = options;
    this.#slots = new Semaphore(options.waitMs);
  }

  /** Runs the look-up when it is the environment's turn. Returns null when that did not come in time. */
  use(environmentId: EnvironmentId, lookUp: () => Promise<Found>): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      this.#slots.ask({
        queue: environmentId.toString(),
        claims: () => this.#claimsOf(environmentId),
        begin: (slot) => {
          const found = this.#noted(environmentId, lookUp());
          found.then(resolve, reject);
          void this.#hold(environmentId, found).then(() => {
            slot.end();
          });
        },
        refuse: () => {
          resolve(null);
        },
      });
    });
  }

  /** Returns true when one of its recent responses was expensive. */
  isExpensive(environmentId: EnvironmentId): boolean {
    return (this.#expensiveUntilMs.get(environmentId) ?? -Infinity) > this.#options.elapsedMs();
  }

  /** Refuses all waiting and later calls. */
  close(): void {
    this.#slots.close();
  }

  #claimsOf(environmentId: EnvironmentId): Claim[] {
    const own = { key: `of ${environmentId.toString()}`, max: 1 };
    return this.isExpensive(environmentId) ? [own, { key: 'expensive', max: expensiveOfAll }] : [own];
  }

  async #noted(environmentId: EnvironmentId, looking: Promise<Found>): Promise<Found> {
    const found = await looking;
    if (!found.isExpensive) return found;
    this.#expensiveUntilMs.delete(environmentId);
    this.#expensiveUntilMs.set(environmentId, this.#options.elapsedMs() + expensiveForMs);
    const [oldest] = this.#expensiveUntilMs.keys();
    if (this.#expensiveUntilMs.size > environmentsMax && oldest !== undefined)
      this.#expensiveUntilMs.delete(oldest);
    return found;
  }

  /** Waits until the environment may start its next look-up. */
  async #hold(environmentId: EnvironmentId, found: Promise<Found>): Promise<void> {
    await Promise.race([Promise.allSettled([found]), pause(apartMs)]);
    // Delayed responses could all arrive at once, so a limited environment has no second look-up running.
    if (this.isExpensive(environmentId)) await Promise.allSettled([found, pause(expensiveApartMs)]);
  }
}

const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
