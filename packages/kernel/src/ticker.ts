/** Shorter periods keep timers of their own. */
export const tickMs = 500;
const earlyMsMax = 2;

/** How late the event loop was, in milliseconds. */
type TickWatcher = (lateMs: number) => void;

interface Sleeper {
  /** Of `performance.now()`. */
  readonly fromMs: number;
  wake(): void;
}

/**
 * One timer for whatever a process does every so often: what is due together is one wake-up, and its queries are one flight.
 * Without anybody who waits there is no timer.
 */
export class Ticker {
  readonly #watchers = new Set<TickWatcher>();
  readonly #sleepers = new Set<Sleeper>();
  #timer: NodeJS.Timeout | null = null;
  #dueMs = 0;

  /** Calls it at each tick until the returned function is called. Does not keep the process alive. */
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
   * Resolves at the tick nearest to `ms` from now, so that a round that takes less than half a tick keeps its period; early,
   * without error, when `signal` aborts.
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

  /** Ticks are whole multiples of the period, whoever waits meanwhile; those that were missed are not caught up on. */
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

/** That of the process. */
export const ticker = new Ticker();
