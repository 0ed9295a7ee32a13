/** Time as a value that tests can replace. All instants are milliseconds since the epoch. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`; resolves early, without error, when `signal` aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * Sleeps as `sleep` does, to the nearest tick of the process. It is for rounds that may start slightly
   * early or late.
   */
  pauseToTick?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Sleeps to the nearest tick. A clock without ticks sleeps exactly. */
export const pauseToTick = (clock: Clock, ms: number, signal?: AbortSignal): Promise<void> =>
  clock.pauseToTick === undefined || ms < tickMs ? clock.sleep(ms, signal) : clock.pauseToTick(ms, signal);

export const systemClock: Clock = {
  now: () => Date.now(),
  pauseToTick: (ms, signal) => ticker.sleep(ms, signal),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, ms);
      signal?.addEventListener('abort', finish);
    }),
};

/** Shorter periods keep timers of their own. */
const tickMs = 500;
const earlyMsMax = 2;

/** How late the event loop was, in milliseconds. */
type TickWatcher = (lateMs: number) => void;

interface Sleeper {
  /** This is a time of `performance.now()`. */
  readonly fromMs: number;
  wake(): void;
}

/**
 * One timer for everything that a process does periodically: work that is due together needs one wake-up, and
 * its queries travel together. While nothing waits, there is no timer.
 */
export class Ticker {
  readonly #watchers = new Set<TickWatcher>();
  readonly #sleepers = new Set<Sleeper>();
  #timer: NodeJS.Timeout | null = null;
  #dueMs = 0;

  /**
   * Calls `onTick` at each tick until the returned function is called. It does not keep the process alive.
   */
  watch(onTick: TickWatcher): () => void {
    // An entry of its own, although the same function may watch twice.
    const watcher: TickWatcher = (lateMs) => {
      onTick(lateMs);
    };
    this.#watchers.add(watcher);
    this.#follow();
    return () => {
      this.#watchers.delete(watcher);
      this.#follow();
    };
  }

  /**
   * Resolves at the tick nearest to `ms` from now, so that a round that takes less than half a tick keeps its
   * period. If `signal` aborts, it resolves early, without an error.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = (): void => {
        this.#sleepers.delete(sleeper);
        signal?.removeEventListener('abort', wake);
        this.#follow();
        resolve();
      };
      const sleeper: Sleeper = { fromMs: performance.now() + ms - tickMs / 2, wake };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', wake);
      this.#follow();
    });
  }

  #follow(): void {
    if (this.#watchers.size + this.#sleepers.size === 0) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      return;
    }
    if (this.#timer === null) this.#arm(performance.now());
    if (this.#sleepers.size > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  /**
   * Sets the timer. Ticks are whole multiples of the period, even while nothing waits; missed ticks are not
   * caught up on.
   */
  #arm(nowMs: number): void {
    // A timer may fire a little before its time: not twice for one tick.
    this.#dueMs = (Math.floor((nowMs + earlyMsMax) / tickMs) + 1) * tickMs;
    this.#timer = setTimeout(() => {
      this.#tick();
    }, this.#dueMs - nowMs);
  }

  #tick(): void {
    const nowMs = performance.now();
    const lateMs = Math.max(0, nowMs - this.#dueMs);
    this.#arm(nowMs);
    for (const sleeper of [...this.#sleepers]) if (sleeper.fromMs <= nowMs) sleeper.wake();
    for (const watcher of [...this.#watchers]) watcher(lateMs);
    this.#follow();
  }
}

export const ticker = new Ticker();

export const dayMs = 86_400_000;

/** Returns the UTC day of an instant, counted from 1970-01-01. */
export const utcDayOf = (atMs: number): number => Math.floor(atMs / dayMs);

/** One reading of another clock; `askedMs` and `answeredMs` are from a local monotonic clock. */
export interface ClockReading {
  readonly askedMs: number;
  readonly answeredMs: number;
  /** The other clock's time at some moment between them, in milliseconds since the epoch. */
  readonly theirsMs: number;
}

/** The bounds of a difference, in milliseconds. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** The most that two clocks drift apart: ten times what quartz does. */
const driftPerMs = 1 / 10_000;
/** The other clock's time comes in rounded whole milliseconds. */
const roundedMs = 1;

/**
 * Estimates another clock. Each reading narrows the bounds, and time widens them. A reading outside the
 * bounds means that the clock was set.
 */
export class RemoteClock {
  #ahead: Bounds | null = null;
  #lastMs = -Infinity;

  note({ askedMs, answeredMs, theirsMs }: ClockReading): void {
    const reading = { least: theirsMs - answeredMs - roundedMs, most: theirsMs - askedMs + roundedMs };
    const known = this.#aheadAt(answeredMs);
    const least = Math.max(reading.least, known?.least ?? -Infinity);
    const most = Math.min(reading.most, known?.most ?? Infinity);
    this.#ahead = least <= most ? { least, most } : reading;
    this.#lastMs = answeredMs;
  }

  /**
   * Returns its time at local `elapsedMs`, in milliseconds since the epoch; null before its first reading.
   */
  at(elapsedMs: number): Bounds | null {
    const ahead = this.#aheadAt(elapsedMs);
    return ahead && { least: elapsedMs + ahead.least, most: elapsedMs + ahead.most };
  }

  /** Returns the age of the last reading at local `elapsedMs`; Infinity before the first. */
  ageMs(elapsedMs: number): number {
    return elapsedMs - this.#lastMs;
  }

  #aheadAt(elapsedMs: number): Bounds | null {
    if (this.#ahead === null) return null;
    const driftMs = Math.max(0, elapsedMs - this.#lastMs) * driftPerMs;
    return { least: this.#ahead.least - driftMs, most: this.#ahead.most + driftMs };
  }
}
