import type { HistogramName, MetricName } from '@loyalty/telemetry';
import type { Scrape, Wanted } from './scrape.ts';

/** Selects the series of a metric that are counted. */
export interface Counted {
  /** `_count` for a histogram. */
  readonly suffix?: '' | '_count';
  readonly wanted?: Wanted;
}

/** The changes between two scrapes of one process. A restarted process counts from zero. */
export class Between {
  readonly now: Scrape;
  readonly #before: Scrape;
  readonly #isRestarted: boolean;

  constructor(before: Scrape, now: Scrape) {
    this.now = now;
    this.#before = before;
    this.#isRestarted = before.sum('process_start_time_seconds') !== now.sum('process_start_time_seconds');
  }

  /** Per second; null when the process has no such metric. */
  rate(name: MetricName, { suffix = '', wanted = {} }: Counted = {}): number | null {
    if (this.now.sum(name, suffix) === null) return null;
    const after = this.now.sum(name, suffix, wanted) ?? 0;
    const before = this.#isRestarted ? 0 : (this.#before.sum(name, suffix, wanted) ?? 0);
    const seconds = Math.max(0.001, (this.now.atMs - this.#before.atMs) / 1000);
    return Math.max(0, after - before) / seconds;
  }

  /** Returns the quantile of the observations, estimated like Prometheus' histogram_quantile; null without any. */
  quantile(name: HistogramName, share: number, wanted: Wanted = {}): number | null {
    const buckets = this.#bucketsOf(name, wanted);
    const total = buckets.at(-1)?.count ?? 0;
    return total === 0 ? null : withinBuckets(buckets, share * total);
  }

  #bucketsOf(name: HistogramName, wanted: Wanted): Bucket[] {
    const counts = new Map<number, number>();
    const add = (scrape: Scrape, sign: 1 | -1): void => {
      for (const { labels, value } of scrape.series(name, '_bucket', wanted)) {
        const upTo = labels['le'] === '+Inf' ? Infinity : Number(labels['le']);
        counts.set(upTo, (counts.get(upTo) ?? 0) + sign * value);
      }
    };
    add(this.now, 1);
    if (!this.#isRestarted) add(this.#before, -1);
    return [...counts].map(([upTo, count]) => ({ upTo, count })).sort((a, b) => a.upTo - b.upTo);
  }
}

/** Observations up to a bound, including those of smaller bounds. */
interface Bucket {
  readonly upTo: number;
  readonly count: number;
}

const withinBuckets = (buckets: readonly Bucket[], rank: number): number => {
  const at = buckets.findIndex(({ count }) => count >= rank);
  const { upTo, count } = buckets[at] ?? { upTo: 0, count: 0 };
  const below = buckets[at - 1] ?? { upTo: 0, count: 0 };
  // Beyond the last bound only that bound is known.
  if (upTo === Infinity) return below.upTo;
  return below.upTo + (upTo - below.upTo) * ((rank - below.count) / (count - below.count));
};
