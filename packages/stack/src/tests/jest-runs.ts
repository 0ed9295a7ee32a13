import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inheritedEnvironment } from '../config.ts';
import { spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { totalsOf, type TestTotals } from './test-totals.ts';

/** What jest is run with. */
export interface JestSettings {
  readonly root: string;
  /** Handed to jest as they are: paths, -t, and so on. */
  readonly jestArguments: readonly string[];
  /** Added to the environment, so that tests find the stack. */
  readonly env: Readonly<Record<string, string>>;
  /** Where jest leaves its results, for the totals. */
  readonly resultDir: string;
}

/** Jest, one project at a time, its output on the terminal as usual. */
export interface JestRuns {
  run(project: 'unit' | 'stack'): Promise<TestTotals>;
  /** Ends a run that is under way. */
  stop(): Promise<void>;
}

/** Files of the unit project run side by side; those of the stack project one after another on the one stack. */
export const createJestRuns = (settings: JestSettings): JestRuns => {
  let current: TiedProcess | undefined;
  return {
    run: async (project) => {
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
      const totals = totalsOf(readResult(resultPath));
      const isExplained = ending.how === 'exit' && (ending.code === 0 || totals.failed > 0);
      return isExplained ? totals : { ...totals, failed: totals.failed + 1 };
    },
    stop: async () => {
      await current?.stop();
    },
  };
};

const jestArguments = (settings: JestSettings, project: string, resultPath: string): readonly string[] => [
  join(settings.root, 'node_modules/jest/bin/jest.js'),
  ...['--selectProjects', project, '--passWithNoTests', '--json', `--outputFile=${resultPath}`],
  // Nothing else runs beside the unit tests; those of the stack share one.
  ...(project === 'stack' ? ['--runInBand'] : ['--maxWorkers=100%']),
  ...settings.jestArguments,
];

const readResult = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
