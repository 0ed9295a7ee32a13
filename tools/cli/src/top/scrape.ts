import type { MetricName } from '@loyalty/telemetry';
import { parseMetrics, type Sample } from './parse-metrics.ts';

/** The labels that a series must have. */
export type Wanted = Readonly<Record<string, string>>;

/** The metrics of one process at one moment. */
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

  /** Returns the series of a metric; for a histogram those of `_bucket`, `_sum` or `_count`. */
  series(name: MetricName, suffix: Suffix = '', wanted: Wanted = {}): readonly Sample[] {
    const all = this.#byName.get(`${name}${suffix}`) ?? [];
    const names = Object.keys(wanted);
    return names.length === 0 ? all : all.filter(({ labels }) => names.every((n) => labels[n] === wanted[n]));
  }

  /** Returns their sum; null when there is none, because a missing metric is not zero. */
  sum(name: MetricName, suffix: Suffix = '', wanted: Wanted = {}): number | null {
    const found = this.series(name, suffix, wanted);
    return found.length === 0 ? null : found.reduce((total, { value }) => total + value, 0);
  }

  max(name: MetricName, wanted: Wanted = {}): number | null {
    const found = this.series(name, '', wanted);
    return found.length === 0 ? null : Math.max(...found.map(({ value }) => value));
  }
}

type Suffix = '' | '_bucket' | '_sum' | '_count';

/** Longer than a scrape of a live process takes. */
const patienceMs = 900;

/** Reads the metrics of a process; throws when it does not respond in time. */
export const scrape = async (url: string): Promise<Scrape> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok) throw new Error(`answered ${answer.status.toString()}`);
  return new Scrape(await answer.text(), performance.now());
};
