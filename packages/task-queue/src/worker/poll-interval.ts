/** Rests between two polls, in milliseconds. */
const leastMs = 500;
const perPoll = 10;

/** Slow polls are made less often: they may keep a tenth of a connection busy. A single slow one has met a pause and counts nothing. */
export class PollInterval {
  #lastMs = 0;

  /** How long to rest after a poll that took so long, in milliseconds. */
  after(tookMs: number): number {
    const usualMs = Math.min(tookMs, this.#lastMs);
    this.#lastMs = tookMs;
    return Math.max(leastMs, perPoll * usualMs);
  }
}
