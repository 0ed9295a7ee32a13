import { monotonicMs } from '../monotonic-ms.ts';
import { percentile } from '../percentile.ts';
import type { HttpAnswer } from './http-connection.ts';
import type { LoadJob, LoadResult } from './job.ts';
import { transactionRefIn } from './transaction-ref-in.ts';

export class Tally {
  readonly #latencies: number[] = [];
  readonly #answeredMs: [string, number][] = [];
  readonly #measureFromMs: number;
  readonly #keepsAnswerTimes: boolean;
  #requestsInAll = 0;
  #failures = 0;
  #firstFailure: string | null = null;

  constructor(measureFromMs: number, { keepsAnswerTimes = false }: Pick<LoadJob, 'keepsAnswerTimes'>) {
    this.#measureFromMs = measureFromMs;
    this.#keepsAnswerTimes = keepsAnswerTimes;
  }

  /** Counts the response of a request that was sent, or was due, at `sentMs`. */
  take(sentMs: number, answer: HttpAnswer): void {
    this.#requestsInAll += 1;
    if (answer.status !== 200) this.#failed(`${answer.status.toString()} ${answer.body}`);
    else if (sentMs >= this.#measureFromMs) this.#measured(sentMs, answer);
  }

  #measured(sentMs: number, { body }: HttpAnswer): void {
    this.#latencies.push(performance.now() - sentMs);
    if (this.#keepsAnswerTimes) this.#answeredMs.push([transactionRefIn(body), monotonicMs()]);
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
      answeredMs: this.#answeredMs,
    };
  }
}
