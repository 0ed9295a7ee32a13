import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { inheritedEnvironment, readReplacedParts } from '../config.ts';
import { spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { type FileTime, fileTimesOf, noTotals, type TestTotals, totalsOf } from './test-results.ts';

const additions = 20_000_000;
/** A processor that takes longer is slow: half as fast as those for which the waits of tests are made. */
const slowFromMs = 90;

/**
 * Returns the number of simultaneous test files on one stack. They mostly wait for Kafka, Postgres and
 * time-outs, so there are more than a small machine has processors. On slow machines eight would keep each
 * other's tills waiting for more than 3 s.
 */
export const filesAtOnce = (addingMs = timeToAdd()): number => (addingMs < slowFromMs ? 8 : 4);

/** The time is processor time, so other programs hardly count. */
const timeToAdd = (): number => {
  const begun = process.cpuUsage();
  let sum = 0;
  for (let n = 0; n < additions; n += 1) sum = (sum + n * 7) | 0;
  const { user } = process.cpuUsage(begun);
  return sum === 1 ? Infinity : user / 1_000;
};

interface JestSettings {
  readonly root: string;
  /** The arguments are passed to jest unchanged. */
  readonly jestArguments: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly resultDir: string;
}

type JestProject = 'unit' | 'stack' | 'system';

/** Runs jest, one project at a time. */
export interface JestRuns {
  run(project: JestProject): Promise<TestTotals>;
  fileTimes(): readonly FileTime[];
  /** Stops: no project begins after the present run. */
  stop(): Promise<void>;
}

const workers: Readonly<Record<JestProject, string>> = {
  // Only a starting stack runs beside them. One more than processors, because some wait.
  unit: `--maxWorkers=${(availableParallelism() + 1).toString()}`,
  stack: `--maxWorkers=${filesAtOnce().toString()}`,
  // Each may disturb everything that runs alongside it. Not `--runInBand`, which goes with no number of the caller's.
  system: '--maxWorkers=1',
};

export const createJestRuns = (settings: JestSettings): JestRuns => {
  let current: TiedProcess | undefined;
  let isStopped = false;
  const times: FileTime[] = [];
  return {
    run: async (project) => {
      if (isStopped) return noTotals;
      const resultPath = join(settings.resultDir, `jest-${project}.json`);
      mkdirSync(dirname(resultPath), { recursive: true });
      rmSync(resultPath, { force: true });
      current = spawnTied({
        command: process.execPath,
        args: jestArguments(settings, project, resultPath),
        cwd: settings.root,
        env: { ...inheritedEnvironment(), ...settings.env },
      });
      const ending = await current.ended;
      const result = readResult(resultPath);
      times.push(...fileTimesOf(result, settings.root));
      const totals = totalsOf(result);
      const isExplained = ending.how === 'exit' && (ending.code === 0 || totals.failed > 0);
      return isExplained ? totals : { ...totals, failed: totals.failed + 1 };
    },
    fileTimes: () => times,
    stop: async () => {
      isStopped = true;
      await current?.stop();
    },
  };
};

const jestArguments = (
  settings: JestSettings,
  project: JestProject,
  resultPath: string,
): readonly string[] => [
  join(settings.root, 'node_modules/jest/bin/jest.js'),
  '--selectProjects',
  project,
  '--passWithNoTests',
  '--json',
  `--outputFile=${resultPath}`,
  // The first one counts: a caller may ask for fewer at once, but system tests never run alongside each other.
  ...(project === 'system' ? [workers[project]] : []),
  // It leaves files out by the size of the run and by what the stack started; tests that are named are run in
  // any case.
  ...(settings.jestArguments.length === 0
    ? [`--filter=${join(settings.root, 'test/support', fileFilter())}`]
    : []),
  ...settings.jestArguments,
  ...(project === 'system' ? [] : [workers[project]]),
];

/** A stack on given addresses has no processes of these parts. */
const fileFilter = (): string =>
  Object.values(readReplacedParts()).every((address) => address === undefined)
    ? 'developer-run.cjs'
    : 'given-parts-run.cjs';

const readResult = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
