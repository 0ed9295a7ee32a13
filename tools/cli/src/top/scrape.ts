import type { HistogramName, MetricName } from '@loyalty/telemetry/metrics';

type WantedLabels = Readonly<Record<string, string>>;

export class Scrape {
  readonly atMs: number;
  readonly #byName = new Map<string, Sample[]>();

  constructor(text: string, atMs: number) {
    this.atMs = atMs;
    for (const sample of parseMetrics(text)) {
      const known = this.#byName.get(sample.name);
      if (known === undefined) this.#byName.set(sample.name, [sample]);
      else known.push(sample);
    }
  }

  series(name: MetricName, suffix: Suffix = '', wanted: WantedLabels = {}): readonly Sample[] {
    const all = this.#byName.get(`${name}${suffix}`) ?? [];
    const names = Object.keys(wanted);
    return names.length === 0 ? all : all.filter(({ labels }) => names.every((n) => labels[n] === wanted[n]));
  }

  /** Null when there is none, because a missing metric is not zero. */
  sum(name: MetricName, suffix: Suffix = '', wanted: WantedLabels = {}): number | null {
    const found = this.series(name, suffix, wanted);
    return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
  }

  max(name: MetricName, wanted: WantedLabels = {}): number | null {
    const found = this.series(name, '', wanted);
    return found.length === 0 ? null : Math.max(...found.map(({ value }) => value));
  }
}

type Suffix = '' | '_bucket' | '_sum' | '_count';

const timeoutMs = 900;

/** Throws when the process does not respond in time. */
export const scrape = async (url: string): Promise<Scrape> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`answered ${response.status.toString()}`);
  return new Scrape(await response.text(), performance.now());
};

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** `name{label="value",…} number`; a label's value may contain braces, as a route template does. */
const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;
const escapes: Readonly<Record<string, string>> = { '\\n': '\n', '\\"': '"', '\\\\': '\\' };

/** Prometheus text format; other lines are skipped. */
export const parseMetrics = (text: string): Sample[] =>
  text.split('\n').flatMap((written) => {
    const [, name, labels = '', value] = line.exec(written) ?? [];
    return name === undefined ? [] : [{ name, labels: labelsIn(labels), value: numberOf(value ?? '') }];
  });

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(label)].map(([, name = '', value = '']) => [
      name,
      value.replace(/\\[n"\\]/g, (escape) => escapes[escape] ?? escape),
    ]),
  );

const numberOf = (text: string): number => (text === '+Inf' ? Infinity : Number(text));

interface Counted {
  readonly suffix?: '' | '_count';
  readonly wanted?: WantedLabels;
}

/** A restarted process counts from zero. */
export class ScrapeChanges {
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

  /** Estimated like Prometheus' histogram_quantile; null without observations. */
  quantile(name: HistogramName, share: number, wanted: WantedLabels = {}): number | null {
    const buckets = this.#bucketsOf(name, wanted);
    const total = buckets.at(-1)?.count ?? 0;
    return total === 0 ? null : withinBuckets(buckets, share * total);
  }

  #bucketsOf(name: HistogramName, wanted: WantedLabels): Bucket[] {
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

/** Cumulative. */
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
