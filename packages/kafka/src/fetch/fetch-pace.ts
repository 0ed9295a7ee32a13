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

/** The result of one fetch. */
export interface Brought {
  readonly records: number;
  /** More records follow, and a reader that is behind does not pause. */
  readonly isFull: boolean;
}

/**
 * Returns the pause after a fetch that began at `askedMs` of a monotonic clock. Fetches are spaced while records come in quick
 * succession. Otherwise each would bring one or two records, at a cost for the broker and for this process. A record that comes
 * after a silence never waits.
 */
export const pauseAfter = (
  { after, everyMs }: FetchSpacing,
  { records, isFull }: Brought,
  { askedMs, nowMs }: { readonly askedMs: number; readonly nowMs: number },
): number => {
  if (isFull || records < (after === 'any' ? 1 : 2)) return 0;
  return Math.max(0, Math.round(askedMs + everyMs() - nowMs));
};
