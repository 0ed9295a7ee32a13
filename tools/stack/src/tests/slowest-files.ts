import { relative } from 'node:path';

/** The duration of a test file, from its start to its end. */
export interface FileTime {
  readonly path: string;
  readonly ms: number;
}

interface JestFiles {
  readonly testResults?: readonly {
    readonly name: string;
    readonly startTime: number;
    readonly endTime: number;
  }[];
}

/** Returns the files of one jest run from the output of --json, with their paths below `root`. */
export const fileTimesOf = (result: unknown, root: string): readonly FileTime[] => {
  const { testResults = [] } = (result ?? {}) as JestFiles;
  return testResults.map(({ name, startTime, endTime }) => ({
    path: relative(root, name),
    // A file that could not be loaded has no times.
    ms: Math.max(0, endTime - startTime) || 0,
  }));
};

const shown = 15;

/** Returns the slowest files, one a line. */
export const slowestLines = (files: readonly FileTime[]): string =>
  files
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, shown)
    .map(({ path, ms }) => `${(ms / 1_000).toFixed(1).padStart(8)} s  ${path}`)
    .join('\n');
