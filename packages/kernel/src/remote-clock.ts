/** One answer of another clock. By a clock of ours that never goes back it was asked for and had at these times, in milliseconds. */
export interface ClockReading {
  readonly askedMs: number;
  readonly answeredMs: number;
  /** Where theirs stood at some time in between, milliseconds since the epoch. */
  readonly theirsMs: number;
}

/** How far something is ahead, in milliseconds: between these two. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Two clocks drift apart by so much, at most: ten times what quartz does. */
const driftPerMs = 1 / 10_000;
/** Theirs is told in whole milliseconds, and rounded. */
const roundedMs = 1;

/**
 * Another machine's clock, as far as its answers tell. It stands between two bounds, which each answer narrows and time widens; an
 * answer that fits the bounds known so far nowhere says that it was set, and stands alone. A slow answer so does no harm.
 */
export class RemoteClock {
  /** How far theirs is ahead of our clock that never goes back. */
  #ahead: Bounds | null = null;
  #heardMs = -Infinity;

  note({ askedMs, answeredMs, theirsMs }: ClockReading): void {
    const heard = { least: theirsMs - answeredMs - roundedMs, most: theirsMs - askedMs + roundedMs };
    const known = this.#aheadAt(answeredMs);
    const least = Math.max(heard.least, known?.least ?? -Infinity);
    const most = Math.min(heard.most, known?.most ?? Infinity);
    this.#ahead = least <= most ? { least, most } : heard;
    this.#heardMs = answeredMs;
  }

  /** Where theirs stands when ours shows `elapsedMs`, milliseconds since the epoch; null before its first answer. */
  at(elapsedMs: number): Bounds | null {
    const ahead = this.#aheadAt(elapsedMs);
    return ahead && { least: elapsedMs + ahead.least, most: elapsedMs + ahead.most };
  }

  /** How long ago it was last heard when ours shows `elapsedMs`; Infinity before its first answer. */
  ageMs(elapsedMs: number): number {
    return elapsedMs - this.#heardMs;
  }

  #aheadAt(elapsedMs: number): Bounds | null {
    if (this.#ahead === null) return null;
    const driftMs = Math.max(0, elapsedMs - this.#heardMs) * driftPerMs;
    return { least: this.#ahead.least - driftMs, most: this.#ahead.most + driftMs };
  }
}
