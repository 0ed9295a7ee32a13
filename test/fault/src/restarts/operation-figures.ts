import { spreadOf } from '../load/spread.ts';

export const operationKinds = ['evaluate', 'redeem', 'bulk', 'stream', 'refresh'] as const;

export type MixedKind = (typeof operationKinds)[number];

/** One attempt of an operation. Times are by the clock of `performance`. */
export interface MixedAttempt {
  readonly kind: MixedKind;
  readonly sentMs: number;
  readonly tookMs: number;
  readonly outcome: 'done' | 'failed' | 'cut';
}

/** The attempts of a stretch of time. */
export interface Stretch {
  readonly title: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The counts and times of some attempts. */
export interface OperationFigures {
  readonly sent: number;
  /** The number of responses that were no success. */
  readonly failed: number;
  /** Connections that broke, or were refused. */
  readonly cut: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** Every attempt of a run. */
export class Attempts {
  readonly #all: MixedAttempt[] = [];

  note(attempt: MixedAttempt): void {
    this.#all.push(attempt);
  }

  /** Computes the figures of the attempts that began in a stretch; `kinds` default: all. */
  of({ fromMs, toMs }: Stretch, kinds: readonly MixedKind[] = operationKinds): OperationFigures {
    const some = this.#all.filter(
      ({ kind, sentMs }) => sentMs >= fromMs && sentMs < toMs && kinds.includes(kind),
    );
    const counted = (wanted: MixedAttempt['outcome']): number =>
      some.filter(({ outcome }) => outcome === wanted).length;
    return {
      sent: some.length,
      failed: counted('failed'),
      cut: counted('cut'),
      ...spreadOf(some.map(({ tookMs }) => tookMs)),
    };
  }
}

/** Formats figures as a row of a table with {@link heading}. */
export const rowOf = (title: string, figures: OperationFigures): string => {
  const { sent, failed, cut, p50Ms, p99Ms, longestMs } = figures;
  const counts = [sent, failed, cut].map((count) => count.toString().padStart(8));
  const times = [p50Ms, p99Ms, longestMs].map((ms) => `${ms.toFixed(0)} ms`.padStart(10));
  return `  ${title.padEnd(22)}${[...counts, ...times].join('')}`;
};

/** The heading of a table of figures. */
export const heading = (title: string): string =>
  [
    title.padEnd(24),
    ...['sent', 'failed', 'cut'].map((name) => name.padStart(8)),
    ...['p50', 'p99', 'longest'].map((name) => name.padStart(10)),
  ].join('');
