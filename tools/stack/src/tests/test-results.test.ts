import { addTotals, fileTimesOf, noTotals, slowestLines, totalsLine, totalsOf } from './test-results.ts';

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

const file = (name: string, startTime: number, endTime: number) => ({ name, startTime, endTime });

describe('the slowest files of a test run', () => {
  it('are named below the root, with the times that jest noted', () => {
    const testResults = [file('/project/a.test.ts', 1_000, 3_500), file('/project/packages/b.test.ts', 0, 0)];
    expect(fileTimesOf({ testResults }, '/project')).toEqual([
      { path: 'a.test.ts', ms: 2_500 },
      { path: 'packages/b.test.ts', ms: 0 },
    ]);
  });

  it('are none when jest left no result', () => {
    expect(fileTimesOf(undefined, '/project')).toEqual([]);
  });

  it('are fifteen lines, the slowest first', () => {
    const files = Array.from({ length: 20 }, (_, n) => ({ path: `${n.toString()}.test.ts`, ms: n * 1_000 }));
    const lines = slowestLines(files).split('\n');
    expect(lines).toHaveLength(15);
    expect(lines[0]).toBe('    19.0 s  19.test.ts');
  });
});
