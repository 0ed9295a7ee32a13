import { fileTimesOf, slowestLines } from './slowest-files.ts';

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
