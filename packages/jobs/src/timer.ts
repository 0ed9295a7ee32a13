/** A time at which something is due. It is due as well after the clock was set back. */
export class Timer {
  #setAtMs = -Infinity;
  #ms = 0;

  set(nowMs: number, ms: number): void {
    this.#setAtMs = nowMs;
    this.#ms = ms;
  }

  waitMs(nowMs: number): number {
    const passedMs = nowMs - this.#setAtMs;
    return passedMs < 0 ? 0 : Math.max(0, this.#ms - passedMs);
  }
}
