import { addTotals, noTotals, totalsLine, totalsOf } from './test-totals.ts';

const jestResult = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 0,
};

describe('the totals of a test run', () => {
  it('count what jest counted', () => {
    expect(totalsOf(jestResult)).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it('count a file that cannot be loaded as a failure', () => {
    expect(totalsOf({ ...jestResult, numRuntimeErrorTestSuites: 2 })).toMatchObject({ failed: 3 });
  });

  it('are nothing when jest left no result', () => {
    expect(totalsOf(undefined)).toEqual(noTotals);
  });

  it('are one plain line over both runs', () => {
    const run = { passed: 3, failed: 0, skipped: 0 };
    expect(totalsLine(addTotals(run, run))).toBe('6 passed, 0 failed');
    expect(totalsLine(addTotals(run, { ...run, skipped: 1 }))).toBe('6 passed, 0 failed, 1 skipped');
  });
});
