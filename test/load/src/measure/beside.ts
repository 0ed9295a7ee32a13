import type { ComparedKind } from '../contender.ts';
import type { LoadJob, LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import type { BenchRun } from './bench-run.ts';
import type { Spread } from './load-job.ts';

const warmUpMs = 2_000;

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
