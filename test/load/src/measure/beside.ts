import { rmSync } from 'node:fs';
import type { ComparedKind } from '../contender.ts';
import type { LoadJob, LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';
import type { Spread } from './load-job.ts';

const warmUpMs = 2_000;
/** More than any machine stores during the measurement; the run waits for the rest afterwards. */
const storedPerSecondMax = 15_000;

/** The time from the first evaluate to the last. */
export const besideMs = (run: BenchRun): number => warmUpMs + run.options.seconds * 1_000;

/** The tills' load at a fixed rate, while another load runs. */
export interface BesideLoad {
  readonly bodies: ComparedKind;
  readonly ratePerSecond: number;
  /** Default: all members of the run. */
  readonly spread?: Spread;
  readonly keepsAnswerTimes?: LoadJob['keepsAnswerTimes'];
  /** Default: 0. */
  readonly failuresMax?: number;
}

const evaluates: BesideLoad = { bodies: 'evaluate', ratePerSecond: 200 };

/** Sends requests of one tenant's tills at a fixed rate. Default: evaluates at 200/s. */
export const loadBeside = (run: BenchRun, load: BesideLoad = evaluates): Promise<LoadResult> => {
  const [{ urls, key }] = run.contenders;
  const { bodies, ratePerSecond, spread = run, keepsAnswerTimes = false, failuresMax = 0 } = load;
  const { members, memberPrefix } = spread;
  const measureMs = run.options.seconds * 1_000;
  return runLoad({
    url: urls[bodies],
    bodies,
    key,
    members,
    memberPrefix,
    measureMs,
    warmUpMs,
    connections: 256,
    ratePerSecond,
    keepsAnswerTimes,
    failuresMax,
  });
};

/** Calls `work` with a file of receipts that outlasts the measurement. */
export const withLongStream = async <T>(
  run: BenchRun,
  label: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const copies = Math.ceil((run.options.seconds * storedPerSecondMax) / sampleSize) + 1;
  const path = writeReceipts(run.stack.root, { label, copies, members: 'of-copy' });
  try {
    return await work(path);
  } finally {
    rmSync(path);
  }
};

/** A measurement, the load beside it, and the rate of that load. */
export interface Beside {
  readonly result: LoadResult;
  readonly what: string;
  readonly storedPerSecond: number;
  readonly load?: BesideLoad;
}

export const noteBeside = (run: BenchRun, beside: Beside): void => {
  const { result, what, storedPerSecond, load = evaluates } = beside;
  const title = `${load.bodies} at ${load.ratePerSecond.toString()}/s beside ${what}`;
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, result.p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, result.p99Ms);
  run.figures.add('engine', { title: `${what}, meanwhile`, unit: '/s' }, storedPerSecond);
  const rate = Math.round(storedPerSecond).toString();
  const latencies = `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`;
  run.say(`  ${load.bodies} ${latencies} beside ${what} (${rate} receipts/s)`);
};
