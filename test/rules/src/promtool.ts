import { spawnSync } from 'node:child_process';

/** How promtool ended, and what it said. */
export interface PromtoolRun {
  readonly isGood: boolean;
  readonly output: string;
}

/** The test files are small: promtool takes a second. */
const timeoutMs = 300_000;

/** Runs promtool to its end. */
export const promtool = (...args: readonly string[]): PromtoolRun => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: timeoutMs });
  return { isGood: status === 0, output: `${stdout}\n${stderr}`.trim() };
};
