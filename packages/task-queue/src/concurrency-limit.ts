import type { ConcurrencyBounds, LoadSignal } from './task.ts';

/** A lane whose attempts take less than this is fast; new ones are not, until they have shown it. */
const fastMs = 500;
/** Weight of the newest attempt in the mean. */
const newest = 0.2;
/** It is halved at most once in so long: attempts that were under way together tell of one trouble. */
const halvedEveryMs = 1_000;

/** How many attempts a lane bears: one more after each that went well, half after one that did not. */
export class ConcurrencyLimit {
  readonly #boundsOf: () => ConcurrencyBounds;
  #max: number;
  #limit: number;
  #meanMs: number | null = null;
  #halvedAtMs = -Infinity;
  #unreachableInARow = 0;
  #openUntilMs = -Infinity;

  /** The limits are asked for again after each attempt: they may be known only from the first one on, and may be changed. */
  constructor(limitsOf: () => ConcurrencyBounds) {
    this.#boundsOf = limitsOf;
    const { initial, max } = limitsOf();
    this.#max = max;
    this.#limit = Math.min(initial, max);
  }

  /** How many may be under way for each of so many processes. */
  limitFor(owners: number): number {
    if (this.#isFailing) return 1;
    return Math.max(1, Math.floor(this.#limit / Math.max(1, owners)));
  }

  get isFast(): boolean {
    return this.#meanMs !== null && this.#meanMs < fastMs;
  }

  isCircuitOpen(nowMs: number): boolean {
    return nowMs < this.#openUntilMs;
  }

  record(load: LoadSignal, tookMs: number, nowMs: number): void {
    this.#meanMs = this.#meanMs === null ? tookMs : this.#meanMs + newest * (tookMs - this.#meanMs);
    this.#unreachableInARow = load === 'away' ? this.#unreachableInARow + 1 : 0;
    const limits = this.#boundsOf();
    if (this.#isFailing) this.#openUntilMs = nowMs + (limits.openMs ?? 0);
    if (limits.max !== this.#max) this.#beginWith(limits);
    else if (load === 'well') this.#limit = Math.min(limits.max, this.#limit + 1);
    if (load !== 'well') this.#halve(nowMs);
  }

  #beginWith({ initial, max }: ConcurrencyBounds): void {
    this.#max = max;
    this.#limit = Math.min(initial, max);
  }

  /** Closed, or open for one that tries. */
  get #isFailing(): boolean {
    return this.#unreachableInARow >= (this.#boundsOf().openAfterFailures ?? Infinity);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < halvedEveryMs) return;
    this.#halvedAtMs = nowMs;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
