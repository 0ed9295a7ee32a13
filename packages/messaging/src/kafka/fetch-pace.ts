/** How far the fetches of a consumer stand apart. */
export interface FetchSpacing {
  /** At least so many milliseconds from one asking to the next; asked for anew for each fetch. */
  readonly everyMs: () => number;
  /**
   * After which fetches: `several` are those that brought two records or more, so that a till's next request waits for
   * nothing; `any` are all that brought something, for whoever can wait for them together.
   */
  readonly after: 'several' | 'any';
  /** True: and not before what it brings would be of use (`ConsumerListener.untilOfUse`). */
  readonly waitsForUse?: boolean;
}

/** What a fetch brought of one partition. */
export interface Brought {
  readonly records: number;
  /** More lies behind them: whoever is behind does not wait. */
  readonly isFull: boolean;
}

/** One fetch, asked for at `askedMs` of a monotonic clock: what it brings of several partitions waits together. */
export class AskedFetch {
  readonly askedMs: number;
  records = 0;
  isFull = false;
  pause: Promise<void> | null = null;
  endPause: (() => void) | null = null;

  constructor(askedMs: number) {
    this.askedMs = askedMs;
  }
}

/**
 * Keeps fetches apart while records come in quick succession: each would otherwise bring one or two, and has a cost of its
 * own for the broker and for this process. A record that comes after a silence never waits.
 */
export class FetchPace {
  readonly #spacing: FetchSpacing;

  constructor(spacing: FetchSpacing) {
    this.#spacing = spacing;
  }

  /** It brought so much of one more partition: resolves when the next fetch of the same broker may be asked for. */
  brought(fetch: AskedFetch, { records, isFull }: Brought, nowMs: number): Promise<void> {
    fetch.records += records;
    fetch.isFull ||= isFull;
    if (fetch.isFull) fetch.endPause?.();
    const { after, everyMs } = this.#spacing;
    if (fetch.isFull || fetch.records < (after === 'any' ? 1 : 2)) return Promise.resolve();
    fetch.pause ??= pauseOf(fetch, Math.round(fetch.askedMs + everyMs() - nowMs));
    return fetch.pause;
  }
}

const pauseOf = (fetch: AskedFetch, pauseMs: number): Promise<void> => {
  if (pauseMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pauseMs);
    fetch.endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
};
