import { monotonicMs } from '../../../load/src/monotonic-ms.ts';
import type { Measure, Wait } from './report.ts';

interface OpenWait {
  readonly measure: Measure;
  readonly sentMs: number;
  tookMs: number | null;
  failure: string | null;
}

/** Waits are forgotten once they are so old: nobody asks for them any more. */
const keptMs = 300_000;

/** All waits of the victim: those that have ended, and those that have not. */
export class Waits {
  #all: OpenWait[] = [];
  /** The waits that have not ended, by measure and key. */
  readonly #open = new Map<string, OpenWait>();

  /** Begins to wait for the thing with this key. */
  begin(measure: Measure, key: string, sentMs: number): void {
    const wait = { measure, sentMs, tookMs: null, failure: null };
    this.#all.push(wait);
    this.#open.set(`${measure} ${key}`, wait);
  }

  /** Ends a wait, at most once; without one nothing happens. */
  end(measure: Measure, key: string, failure: string | null = null): void {
    const wait = this.#open.get(`${measure} ${key}`);
    if (wait === undefined) return;
    this.#open.delete(`${measure} ${key}`);
    wait.tookMs = monotonicMs() - wait.sentMs;
    wait.failure = failure;
  }

  /** Returns the keys of the open waits of a measure. */
  openKeys(measure: Measure): string[] {
    const prefix = `${measure} `;
    return [...this.#open.keys()].flatMap((key) =>
      key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
    );
  }

  /** Returns the waits that began in this time. */
  between(fromMs: number, untilMs: number): readonly Wait[] {
    return this.#all.filter(({ sentMs }) => sentMs >= fromMs && sentMs < untilMs);
  }

  /** Returns whether all that began in this time have ended. */
  haveEnded(fromMs: number, untilMs: number): boolean {
    return this.between(fromMs, untilMs).every(({ tookMs }) => tookMs !== null);
  }

  /** Forgets old waits, ended or not. */
  forgetOld(): void {
    const sinceMs = monotonicMs() - keptMs;
    this.#all = this.#all.filter(({ sentMs }) => sentMs >= sinceMs);
    for (const [key, { sentMs }] of this.#open) if (sentMs < sinceMs) this.#open.delete(key);
  }
}
