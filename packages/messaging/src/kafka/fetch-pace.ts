/** The pauses between the fetches of a consumer. */
export interface FetchSpacing {
  /** At least this many milliseconds between the starts of two fetches; read again for each fetch. */
  readonly everyMs: () => number;
  /**
   * The fetches that are followed by a pause. `several`: those with two records or more, so that a till's next request never
   * waits. `any`: all that brought records.
   */
  readonly after: 'several' | 'any';
  /** True: also waits until the records would be of use (`ConsumerListener.untilOfUse`). */
  readonly waitsForUse?: boolean;
}

/** The result of a fetch for one partition. */
export interface Brought {
  readonly records: number;
  /** More records follow, and a reader that is behind does not pause. */
  readonly isFull: boolean;
}

/** One fetch, begun at `askedMs` of a monotonic clock. The pauses of its partitions are shared. */
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
 * Spaces fetches while records come in quick succession. Otherwise each fetch would bring one or two records, at a cost for the
 * broker and for this process. A record that comes after a silence never waits.
 */
export class FetchPace {
  readonly #spacing: FetchSpacing;

  constructor(spacing: FetchSpacing) {
    this.#spacing = spacing;
  }

  /** Adds the result for one more partition. Resolves when the next fetch from the same broker may start. */
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
