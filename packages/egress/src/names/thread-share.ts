import { setTimeout as sleep } from 'node:timers/promises';
import type { EnvironmentId } from '@loyalty/kernel';
import { ClaimedSlots, noSlot, type SlotClaim } from '@loyalty/kernel/shares';
import type { Found } from './look-up.ts';

interface ThreadShareOptions {
  /** A look-up that waits longer for its turn is refused. */
  readonly waitMs: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs: () => number;
}

/** The next look-up of an environment starts when the one before has its result, or after this time. */
const apartMs = 20;
/** 4,000 addresses in both families take some 20 ms of the thread: a twentieth of this time. */
const expensiveApartMs = 400;
/** How long an environment is limited after its last expensive response. */
const expensiveForMs = 600_000;
/** Look-ups of all limited environments together: a fifth of the thread. */
const expensiveMax = 4;
const environmentsMax = 2_000;

/**
 * Limits the thread's time that is spent on reading name servers' responses: c-ares reads a response before
 * any code of ours can see it, and 4,000 addresses take 14 ms. Look-ups of an environment start one after the
 * other. After an expensive response, the next look-up starts once that one is done and the environment's
 * share of time allows it.
 */
export class ThreadShare {
  readonly #options: ThreadShareOptions;
  readonly #slots: ClaimedSlots;
  /**
   * The time until which responses to an environment count as expensive, in the order in which they were
   * added; the newest is last.
   */
  readonly #expensiveUntilMs = new Map<EnvironmentId, number>();

  constructor(options: ThreadShareOptions) {
    this.#options = options;
    this.#slots = new ClaimedSlots({ waitMs: options.waitMs });
  }

  /** Runs the look-up when it is the environment's turn. Returns null if its turn did not come in time. */
  async use(environmentId: EnvironmentId, lookUp: () => Promise<Found>): Promise<Found | null> {
    const found = await this.#slots.run(
      { owner: environmentId, claims: () => this.#claimsOf(environmentId) },
      () => this.#noted(environmentId, lookUp()),
      (running) => this.#hold(environmentId, running),
    );
    return found === noSlot ? null : found;
  }

  /** Returns true if a recent response to this environment was expensive. */
  isExpensive(environmentId: EnvironmentId): boolean {
    return (this.#expensiveUntilMs.get(environmentId) ?? -Infinity) > this.#options.elapsedMs();
  }

  /** Refuses all waiting and later calls. */
  close(): void {
    this.#slots.close();
  }

  #claimsOf(environmentId: EnvironmentId): SlotClaim[] {
    const own = { key: environmentId, max: 1 };
    return this.isExpensive(environmentId) ? [own, { key: 'expensive', max: expensiveMax }] : [own];
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
