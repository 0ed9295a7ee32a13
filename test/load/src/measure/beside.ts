import { rmSync } from 'node:fs';
import type { LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

/** Of evaluates beside a stream. */
const ratePerSecond = 200;
const warmUpMs = 2_000;
/** More than any machine stores in the time of the measurement; what is left of it is waited for afterwards. */
const storedPerSecondMax = 15_000;

/** The time from the first evaluate to the last. */
export const besideMs = (run: BenchRun): number => warmUpMs + run.options.seconds * 1_000;

/** Evaluates of one tenant, at a fixed rate. */
export const evaluateBeside = (run: BenchRun): Promise<LoadResult> => {
  const [{ urls, key }] = run.contenders;
  const { members, memberPrefix } = run;
  const measureMs = run.options.seconds * 1_000;
  return runLoad({
    ...{ url: urls.evaluate, bodies: 'evaluate', key, members, memberPrefix },
    ...{ measureMs, warmUpMs, connections: 256, ratePerSecond },
  });
};

/** Works with a file of receipts that outlasts the measurement. */
export const withLongStream = async <T>(
  run: BenchRun,
  label: string,
  work: (path: string) => Promise<T>,
): Promise<T> => {
  const copies = Math.ceil((run.options.seconds * storedPerSecondMax) / sampleSize) + 1;
  const path = writeReceipts(run.stack.root, { label, copies, newMembers: true });
  try {
    return await work(path);
  } finally {
    rmSync(path);
  }
};

/** What was measured beside what, and at which rate that went on. */
export interface Beside {
  readonly result: LoadResult;
  readonly what: string;
  readonly storedPerSecond: number;
}

export const noteBeside = (run: BenchRun, { result, what, storedPerSecond }: Beside): void => {
  const title = `evaluate at 200/s beside ${what}`;
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, result.p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, result.p99Ms);
  run.figures.add('engine', { title: `${what}, meanwhile`, unit: '/s' }, storedPerSecond);
  const rate = Math.round(storedPerSecond).toString();
  const latencies = `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms`;
  run.say(`  evaluate ${latencies} beside ${what} (${rate} receipts/s)`);
};
