import { inheritedEnvironment } from '@loyalty/stack';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root } from './root.ts';

/** How a program ended. */
export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

/** Runs a program in the checkout to its end. */
export const run = async (
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Run> => {
  const begunAt = performance.now();
  const child = spawn(command, args, {
    cwd: root,
    env: { ...inheritedEnvironment(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (text: Buffer) => (stdout += text.toString()));
  child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? -1, stdout, stderr, ms: performance.now() - begunAt };
};

/** Runs a program and returns what it printed; throws with its last words when it failed. */
export const printed = async (
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> => {
  const { code, stdout, stderr } = await run(command, args, variables);
  if (code === 0) return stdout.trim();
  const last = `${stdout}\n${stderr}`.trim().split('\n').slice(-15).join('\n');
  throw new Error(`${command} ${args.join(' ')} ended with ${code.toString()}:\n${last}`);
};
