import type { MetricName } from '@loyalty/telemetry';
import { parseMetrics, type Sample } from './parse-metrics.ts';

/** The labels that a series must have. */
export type Wanted = Readonly<Record<string, string>>;

/** What one process showed at one moment. */
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

  /** Series of a metric; of a histogram those of `_bucket`, `_sum` or `_count`. */
  series(name: MetricName, suffix: Suffix = '', wanted: Wanted = {}): readonly Sample[] {
    const all = this.#byName.get(`${name}${suffix}`) ?? [];
    const names = Object.keys(wanted);
    return names.length === 0 ? all : all.filter(({ labels }) => names.every((n) => labels[n] === wanted[n]));
  }

  /** Their sum; null when there is none, for a process that lacks a metric has no zero of it. */
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

/** Longer than a scrape ever takes in a process that is alive. */
const patienceMs = 900;

/** Asks a process for its metrics; throws when it does not answer in time. */
export const scrape = async (url: string): Promise<Scrape> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) });
  if (!answer.ok) throw new Error(`answered ${answer.status.toString()}`);
  return new Scrape(await answer.text(), performance.now());
};
