import { relative } from 'node:path';

export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTotals: TestTotals = { passed: 0, failed: 0, skipped: 0 };

/** Reads the output of --json. A file that cannot be loaded counts as a failed test. */
export const totalsOf = (result: unknown): TestTotals => {
  if (typeof result !== 'object' || result === null) return noTotals;
  const counts = result as {
    readonly numPassedTests: number;
    readonly numFailedTests: number;
    readonly numPendingTests: number;
    readonly numTodoTests: number;
    /** The number of files that could not be loaded; their tests are not counted. */
    readonly numRuntimeErrorTestSuites: number;
  };
  return {
    passed: counts.numPassedTests,
    failed: counts.numFailedTests + counts.numRuntimeErrorTestSuites,
    skipped: counts.numPendingTests + counts.numTodoTests,
  };
};

export const addTotals = (a: TestTotals, b: TestTotals): TestTotals => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

export const totalsLine = ({ passed, failed, skipped }: TestTotals): string =>
  `${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`;

export interface FileTime {
  readonly path: string;
  readonly ms: number;
}

export const fileTimesOf = (result: unknown, root: string): readonly FileTime[] => {
  const { testResults = [] } = (result ?? {}) as {
    readonly testResults?: readonly {
      readonly name: string;
      readonly startTime: number;
      readonly endTime: number;
    }[];
  };
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(root, name),
    // A file that could not be loaded has no times.
    ms: Math.max(0, endTime - startTime) || 0,
  }));
};

const shown = 15;

export const slowestLines = (files: readonly FileTime[]): string =>
  files
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, shown)
    .map(({ path, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${path}`)
    .join('\n');
