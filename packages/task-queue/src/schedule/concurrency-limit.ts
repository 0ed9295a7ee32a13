import type { ConcurrencyBounds, LoadSignal } from './task.ts';

/** A destination whose attempts take less than this is fast. A new one is slow until its attempts say otherwise. */
const fastMs = 500;
/** Weight of the newest attempt in the mean. */
const newest = 0.2;
/** The limit is halved at most once in so long: attempts that ran together fail of one cause. */
const halvedEveryMs = 1_000;

/** How many attempts a destination gets at a time (AIMD): one more after each success, half after a failure. */
export class ConcurrencyLimit {
  readonly #boundsOf: () => ConcurrencyBounds;
  #max: number;
  #limit: number;
  #meanMs: number | null = null;
  #halvedAtMs = -Infinity;
  #unreachableInARow = 0;
  #openUntilMs = -Infinity;

  /** The bounds are read again after each attempt: they may be known only from the first one on, and may change. */
  constructor(limitsOf: () => ConcurrencyBounds) {
    this.#boundsOf = limitsOf;
    const { initial, max } = limitsOf();
    this.#max = max;
    this.#limit = Math.min(initial, max);
  }

  /** How many attempts each of so many processes may run. */
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
    this.#unreachableInARow = load === 'unreachable' ? this.#unreachableInARow + 1 : 0;
    const limits = this.#boundsOf();
    if (this.#isFailing) this.#openUntilMs = nowMs + (limits.openMs ?? 0);
    if (limits.max !== this.#max) this.#beginWith(limits);
    else if (load === 'ok') this.#limit = Math.min(limits.max, this.#limit + 1);
    if (load !== 'ok') this.#halve(nowMs);
  }

  #beginWith({ initial, max }: ConcurrencyBounds): void {
    this.#max = max;
    this.#limit = Math.min(initial, max);
  }

  /** The circuit is open, or open for one attempt that tries. */
  get #isFailing(): boolean {
    return this.#unreachableInARow >= (this.#boundsOf().openAfterFailures ?? Infinity);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < halvedEveryMs) return;
    this.#halvedAtMs = nowMs;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }
}
