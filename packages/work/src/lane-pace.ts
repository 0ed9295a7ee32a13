import type { LaneLimits, LaneSign } from './due-job.ts';

/** A lane whose attempts take less than this is fast; new ones are not, until they have shown it. */
const fastMs = 500;
/** Weight of the newest attempt in the mean. */
const newest = 0.2;
/** It is halved at most once in so long: attempts that were under way together tell of one trouble. */
const halvedEveryMs = 1_000;

/** How many attempts a lane bears: one more after each that went well, half after one that did not. */
export class LanePace {
  readonly #limitsOf: () => LaneLimits;
  #max: number;
  #cap: number;
  #meanMs: number | null = null;
  #halvedAtMs = -Infinity;
  #awayInARow = 0;
  #closedUntilMs = -Infinity;

  /** The limits are asked for again after each attempt: they may be known only from the first one on, and may be changed. */
  constructor(limitsOf: () => LaneLimits) {
    this.#limitsOf = limitsOf;
    const { first, max } = limitsOf();
    this.#max = max;
    this.#cap = Math.min(first, max);
  }

  /** How many may be under way for each of so many processes. */
  capFor(owners: number): number {
    if (this.#isFailing) return 1;
    return Math.max(1, Math.floor(this.#cap / Math.max(1, owners)));
  }

  get isFast(): boolean {
    return this.#meanMs !== null && this.#meanMs < fastMs;
  }

  isClosed(nowMs: number): boolean {
    return nowMs < this.#closedUntilMs;
  }

  note(sign: LaneSign, tookMs: number, nowMs: number): void {
    this.#meanMs = this.#meanMs === null ? tookMs : this.#meanMs + newest * (tookMs - this.#meanMs);
    this.#awayInARow = sign === 'away' ? this.#awayInARow + 1 : 0;
    const limits = this.#limitsOf();
    if (this.#isFailing) this.#closedUntilMs = nowMs + (limits.closedMs ?? 0);
    if (limits.max !== this.#max) this.#beginWith(limits);
    else if (sign === 'well') this.#cap = Math.min(limits.max, this.#cap + 1);
    if (sign !== 'well') this.#halve(nowMs);
  }

  #beginWith({ first, max }: LaneLimits): void {
    this.#max = max;
    this.#cap = Math.min(first, max);
  }

  /** Closed, or open for one that tries. */
  get #isFailing(): boolean {
    return this.#awayInARow >= (this.#limitsOf().closeAfter ?? Infinity);
  }

  #halve(nowMs: number): void {
    if (nowMs - this.#halvedAtMs < halvedEveryMs) return;
    this.#halvedAtMs = nowMs;
    this.#cap = Math.max(1, Math.floor(this.#cap / 2));
  }
}
