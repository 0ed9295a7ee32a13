import type { Clock } from '@loyalty/kernel';

const windowMs = 60_000;

/**
 * How far this process' clock is ahead of the broker's. A record is some milliseconds old when its batch holds its locks, so the
 * least of a minute comes near to it; below zero, this clock is behind. Redeems are judged by both clocks, and a great lead refuses
 * them before their time.
 */
export class ClockLead {
  readonly #clock: Clock;
  #beganMs = 0;
  /** The least of the present minute, and of the one before. */
  #leastMs = Number.NaN;
  #formerMs = Number.NaN;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes the newest record of a batch: its time in milliseconds since the epoch. */
  note(recordMs: number): void {
    const nowMs = this.#clock.now();
    this.#turn(nowMs);
    const leadMs = nowMs - recordMs;
    this.#leastMs = Number.isNaN(this.#leastMs) ? leadMs : Math.min(this.#leastMs, leadMs);
  }

  /** In seconds; NaN while nothing was noted for a minute. */
  seconds(): number {
    this.#turn(this.#clock.now());
    const known = [this.#formerMs, this.#leastMs].filter((ms) => !Number.isNaN(ms));
    return known.length === 0 ? Number.NaN : Math.min(...known) / 1_000;
  }

  #turn(nowMs: number): void {
    const passedMs = nowMs - this.#beganMs;
    if (passedMs >= 0 && passedMs < windowMs) return;
    this.#formerMs = passedMs < 2 * windowMs ? this.#leastMs : Number.NaN;
    this.#leastMs = Number.NaN;
    this.#beganMs = nowMs;
  }
}
