import { parseArgs } from 'node:util';

/** The options of a run with a full disk. */
export interface FullDiskOptions {
  /** Seconds for which no block is free. */
  readonly seconds: number;
  readonly seed: number;
}

/** The text for `--help`. */
export const helpText = [
  'npm run test:full-disk -- [options]',
  '',
  'Starts a Postgres on a small file system (which only root can mount) and a stack on it; loads it, fills the disk, frees it, and',
  'compares the acknowledged responses with the stored ones. Exit code 1: a promise was broken.',
  '',
  '  --seconds N   for which the disk is full (120)',
  '  --seed N      of the load; printed at the start',
].join('\n');

/** Reads the options; null: help was asked for. */
export const readOptions = (args: readonly string[]): FullDiskOptions | null => {
  const { values } = parseArgs({
    args: [...args],
    options: { seconds: { type: 'string' }, seed: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) return null;
  return {
    seconds: Number(values.seconds ?? 120),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
  };
};
