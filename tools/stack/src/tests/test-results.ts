/** How many tests passed, failed and were skipped. */
export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const noTotals: TestTotals = { passed: 0, failed: 0, skipped: 0 };

interface JestResult {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Files that could not be loaded; their tests are not counted. */
  readonly numRuntimeErrorTestSuites: number;
}

/**
 * Returns the totals of one jest run from the output of --json. A file that cannot be loaded counts as a failed test.
 */
export const totalsOf = (result: unknown): TestTotals => {
  if (typeof result !== 'object' || result === null) return noTotals;
  const counts = result as JestResult;
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

/** Returns `12 passed, 0 failed`, and the number of skipped tests if there are any. */
export const totalsLine = ({ passed, failed, skipped }: TestTotals): string =>
  `${String(passed)} passed, ${String(failed)} failed${skipped > 0 ? `, ${String(skipped)} skipped` : ''}`;
