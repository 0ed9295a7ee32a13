import type { Clock, EnvironmentId } from '@loyalty/kernel';

/** The share of the time that a job may work for one environment, and for all of them (D118). */
export const timeShares = { environment: 0.2, job: 0.5 } as const;
/** Transactions end after 5 s: a longer time means that the clock was set. */
const workMsMax = 5_000;
/** If there are more environments, those that may work are forgotten: they need no entry. */
const environmentsMax = 1_000;

/**
 * Bounds the time that a job works. After a chunk of 100 ms an environment waits for 400 ms. After a rest,
 * `burstMs` of work are free.
 */
export class JobTimeShares {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #burstMs: number;
  readonly #job: Allowance;
  readonly #environments = new Map<EnvironmentId, Allowance>();

  constructor({ clock, burstMs = 0 }: { readonly clock: Pick<Clock, 'now'>; readonly burstMs?: number }) {
    this.#clock = clock;
    this.#burstMs = burstMs;
    this.#job = new Allowance(timeShares.job, burstMs);
  }

  waitMsOf(environmentId: EnvironmentId): number {
    return this.#environments.get(environmentId)?.waitMs(this.#clock.now()) ?? 0;
  }

  get jobWaitMs(): number {
    return this.#job.waitMs(this.#clock.now());
  }

  worked(environmentId: EnvironmentId, workedMs: number): void {
    const nowMs = this.#clock.now();
    const ms = Math.min(workMsMax, Math.max(0, workedMs));
    this.#forget(nowMs);
    const environment =
      this.#environments.get(environmentId) ?? new Allowance(timeShares.environment, this.#burstMs);
    environment.spend(ms, nowMs);
    this.#environments.set(environmentId, environment);
    this.#job.spend(ms, nowMs);
  }

  #forget(nowMs: number): void {
    if (this.#environments.size < environmentsMax) return;
    for (const [environmentId, allowance] of this.#environments)
      if (allowance.isUnused(nowMs)) this.#environments.delete(environmentId);
  }
}

/** A share of the time (GCRA): one number says until when the work so far has used it up. */
class Allowance {
  readonly #share: number;
  readonly #leadMs: number;
  #usedUntilMs = -Infinity;
  #nowMs = -Infinity;

  constructor(share: number, burstMs: number) {
    this.#share = share;
    this.#leadMs = burstMs * (1 / share - 1);
  }

  waitMs(nowMs: number): number {
    this.#notice(nowMs);
    return Math.max(0, this.#usedUntilMs - this.#leadMs - nowMs);
  }

  isUnused(nowMs: number): boolean {
    this.#notice(nowMs);
    return this.#usedUntilMs <= nowMs;
  }

  spend(ms: number, nowMs: number): void {
    this.#notice(nowMs);
    this.#usedUntilMs = Math.max(this.#usedUntilMs, nowMs - ms) + ms / this.#share;
  }

  /** If the clock was set back, nothing counts as used up: the wait would be as long as the step. */
  #notice(nowMs: number): void {
    if (nowMs < this.#nowMs) this.#usedUntilMs = nowMs;
    this.#nowMs = nowMs;
  }
}
