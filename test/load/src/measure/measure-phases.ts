import type { Contender } from '../contender.ts';
import { cpuSecondsOf } from '../cpu-seconds.ts';
import type { LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import type { BenchRun } from './bench-run.ts';
import { jobFor, type Posted } from './load-job.ts';
import { warmUp } from './warm-up.ts';

/** One way to load a service. */
export interface Phase extends Posted {
  readonly title: string;
  readonly connections: number;
  /** Null: as fast as answers come. */
  readonly ratePerSecond: number | null;
  /** True where the CPU time of each request is of interest. */
  readonly countsCpu: boolean;
}

/** Each phase on both services before the next, in as many rounds as the run has. */
export const measurePhases = async (run: BenchRun, phases: readonly Phase[]): Promise<void> => {
  const [first] = phases;
  if (first !== undefined) await warmUp(run, run.contenders, first);
  for (let round = 1; round <= run.options.rounds; round += 1) {
    run.say(`Round ${round.toString()} of ${run.options.rounds.toString()}`);
    const turns = phases.flatMap((phase) => run.contenders.map((contender) => ({ phase, contender })));
    for (const { phase, contender } of turns) await measure(run, phase, contender);
  }
};

const measure = async (run: BenchRun, phase: Phase, contender: Contender): Promise<void> => {
  const { connections, ratePerSecond } = phase;
  const before = cpuOf(contender);
  const result = await runLoad({ ...jobFor(run, phase, contender), connections, ratePerSecond });
  const spent = cpuOf(contender).map(
    ([name, seconds], place) => [name, seconds - (before[place]?.[1] ?? 0)] as const,
  );
  note(run, phase, { contender, result });
  if (phase.countsCpu) noteCpu(run, phase, { contender, result, spent });
};

const cpuOf = (contender: Contender): (readonly [string, number])[] =>
  Object.entries(contender.processes()).map(([name, pid]) => [name, cpuSecondsOf(pid)]);

interface Measured {
  readonly contender: Contender;
  readonly result: LoadResult;
}

const note = (run: BenchRun, { title, ratePerSecond }: Phase, { contender, result }: Measured): void => {
  const isThroughput = ratePerSecond === null && !title.includes('idle');
  if (isThroughput) run.figures.add(contender.name, { title, unit: '/s' }, result.perSecond);
  run.figures.add(contender.name, { title: `${title}: p50`, unit: 'ms' }, result.p50Ms);
  run.figures.add(contender.name, { title: `${title}: p99`, unit: 'ms' }, result.p99Ms);
  run.say(
    `  ${contender.name.padEnd(9)}${title.padEnd(27)}${result.perSecond.toString().padStart(6)}/s, ` +
      `p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, max ${result.maxMs.toFixed(0)} ms`,
  );
};

const noteCpu = (
  run: BenchRun,
  { title }: Phase,
  { contender, result, spent }: Measured & { readonly spent: readonly (readonly [string, number])[] },
): void => {
  const per10k = (seconds: number): number => (seconds * 10_000) / result.requestsInAll;
  const total = spent.reduce((sum, [, seconds]) => sum + seconds, 0);
  run.figures.add(contender.name, { title: `${title}: CPU of 10,000`, unit: 's' }, per10k(total));
  const parts = spent.map(([name, seconds]) => `${name} ${per10k(seconds).toFixed(2)}`);
  run.say(`           CPU seconds of 10,000: ${parts.join(', ')}`);
};
