import { percentile } from '../percentile.ts';
import type { HttpAnswer } from './http-connection.ts';
import type { LoadResult } from './job.ts';

/** Counts what came back. */
export class Tally {
  readonly #latencies: number[] = [];
  readonly #measureFromMs: number;
  #requestsInAll = 0;
  #failures = 0;
  #firstFailure: string | null = null;

  constructor(measureFromMs: number) {
    this.#measureFromMs = measureFromMs;
  }

  /** Takes the answer of a request that was sent, or was to be sent, at `sentMs`. */
  take(sentMs: number, answer: HttpAnswer): void {
    this.#requestsInAll += 1;
    if (answer.status !== 200) this.#failed(`${answer.status.toString()} ${answer.body}`);
    else if (sentMs >= this.#measureFromMs) this.#latencies.push(performance.now() - sentMs);
  }

  #failed(what: string): void {
    this.#failures += 1;
    this.#firstFailure ??= what.slice(0, 300);
  }

  result(endMs: number): LoadResult {
    const sorted = Float64Array.from(this.#latencies).sort();
    return {
      requests: sorted.length,
      requestsInAll: this.#requestsInAll,
      perSecond: Math.round((sorted.length * 1_000) / (endMs - this.#measureFromMs)),
      p50Ms: percentile(sorted, 0.5),
      p99Ms: percentile(sorted, 0.99),
      maxMs: sorted.at(-1) ?? 0,
      failures: this.#failures,
      firstFailure: this.#firstFailure,
    };
  }
}
