import { spreadOf } from '../../../fault/src/load/spread.ts';

/** The measures of a victim. */
export const measures = ['evaluate', 'redeem', 'webhook', 'code', 'membership'] as const;
export type Measure = (typeof measures)[number];

/** One thing that the victim waited for. Times are by CLOCK_MONOTONIC, which all threads share. */
export interface Wait {
  readonly measure: Measure;
  readonly sentMs: number;
  /** Null: it has not ended, or it failed. */
  readonly tookMs: number | null;
  /** Null: it ended well, or has not ended. Otherwise what came instead. */
  readonly failure: string | null;
}

/** The waits of one measure in some time. */
export interface Times {
  readonly count: number;
  /** The number of failures of each kind. */
  readonly failures: Readonly<Record<string, number>>;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

/** The waits of a victim in some time, and the services that were not ready. */
export interface VictimReport {
  readonly times: Readonly<Record<Measure, Times>>;
  /** Services that were not ready, or exited, with the reason. */
  readonly unready: readonly string[];
}

/** Computes the times of one measure from its waits; what has not ended by now took until now. */
export const timesOf = (measure: Measure, waits: readonly Wait[], nowMs: number): Times => {
  const own = waits.filter((wait) => wait.measure === measure);
  const failures: Record<string, number> = {};
  for (const { failure } of own) if (failure !== null) failures[failure] = (failures[failure] ?? 0) + 1;
  const took = own.flatMap(({ sentMs, tookMs, failure }) =>
    failure === null ? [tookMs ?? nowMs - sentMs] : [],
  );
  const { p50Ms, p99Ms, longestMs } = spreadOf(took);
  return { count: own.length, failures, p50Ms, p99Ms, longestMs };
};

/** Computes a report from the waits of all measures. */
export const reportOf = (
  waits: readonly Wait[],
  unready: readonly string[],
  nowMs: number,
): VictimReport => ({
  times: {
    evaluate: timesOf('evaluate', waits, nowMs),
    redeem: timesOf('redeem', waits, nowMs),
    webhook: timesOf('webhook', waits, nowMs),
    code: timesOf('code', waits, nowMs),
    membership: timesOf('membership', waits, nowMs),
  },
  unready,
});
