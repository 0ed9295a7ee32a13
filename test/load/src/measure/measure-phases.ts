import type { Contender } from '../contender.ts';
import type { LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import { noteMeanBatch, readBatches } from './batch-sizes.ts';
import type { BenchRun } from './bench-run.ts';
import { jobFor, type Posted } from './load-job.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf, type Used } from './uses.ts';
import { warmUp } from './warm-up.ts';

/** One way to load a service. */
export interface Phase extends Posted {
  readonly title: string;
  readonly connections: number;
  /** Null: a closed loop, as fast as responses come. */
  readonly ratePerSecond: number | null;
  /** True: the report includes the CPU time of each request. */
  readonly countsCpu: boolean;
}

/** Runs each phase on both services before the next, for as many rounds as the run has. */
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
  const isOurs = contender === run.contenders[0];
  const batches = isOurs ? await readBatches(run) : null;
  const before = usesOf(contender);
  const result = await runLoad({ ...jobFor(run, phase, contender), connections, ratePerSecond });
  const used = usedSince(before, contender);
  note(run, phase, { contender, result });
  if (phase.countsCpu) noteUse(run, phase, { contender, result, used });
  if (batches !== null) await noteMeanBatch(run, phase.title, batches);
  if (isOurs) await noteFollowers(run, phase);
};

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

export const noteUse = (
  run: BenchRun,
  { title }: Pick<Phase, 'title'>,
  { contender, result, used }: Measured & { readonly used: Readonly<Record<string, Used>> },
): void => {
  const totals = totalOf(used);
  const cpuOf10k = (totals.cpuSeconds * 10_000) / result.requestsInAll;
  const wakeUpsOfOne = totals.wakeUps / result.requestsInAll;
  run.figures.add(contender.name, { title: `${title}: CPU of 10,000`, unit: 's' }, cpuOf10k);
  run.figures.add(contender.name, { title: `${title}: wake-ups of one`, unit: '' }, wakeUpsOfOne);
  const parts = Object.entries(used).map(([name, { cpuSeconds, wakeUps }]) =>
    [
      name,
      ((cpuSeconds * 10_000) / result.requestsInAll).toFixed(2),
      (wakeUps / result.requestsInAll).toFixed(1),
    ].join(' '),
  );
  run.say(
    `           CPU of 10,000 ${cpuOf10k.toFixed(2)} s, wake-ups of one ${wakeUpsOfOne.toFixed(1)}: ${parts.join(', ')}`,
  );
};

/** A throughput that leaves a backlog is no gain. */
const noteFollowers = async (run: BenchRun, { title }: Phase): Promise<void> => {
  const seconds = await untilFollowed(run.stack);
  run.figures.add('engine', { title: `${title}: followers behind it`, unit: 's' }, seconds);
  run.say(`           followers ${seconds.toFixed(1)} s behind`);
};
