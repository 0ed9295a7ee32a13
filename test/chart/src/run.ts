import { inheritedEnvironment } from '@loyalty/stack';
import { spawnSync } from 'node:child_process';
import { root } from './root.ts';

/** How a program ended, and what it printed. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, in the checkout unless it is given another folder. Code -1: it could not be started. */
export const run = (
  command: string,
  args: readonly string[],
  {
    cwd = root,
    variables = {},
  }: { readonly cwd?: string; readonly variables?: Readonly<Record<string, string>> } = {},
): Run => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: { ...inheritedEnvironment(), ...variables },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (error !== undefined) return { code: -1, stdout: '', stderr: error.message };
  return { code: status ?? -1, stdout, stderr };
};
