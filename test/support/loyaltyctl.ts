import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readLocalStack } from '@loyalty/stack';

/** How a run of loyaltyctl ended. */
export interface CtlRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of loyaltyctl that is under way. */
export interface CtlProcess {
  readonly ended: Promise<CtlRun>;
  interrupt(): void;
}

/** Starts loyaltyctl on the running stack, as a person would; `input` goes to its standard input. */
export const startLoyaltyctl = (args: readonly string[], input?: Buffer): CtlProcess => {
  const main = join(readLocalStack().root, 'packages/cli/dist/main.js');
  const child = spawn(process.execPath, [main, ...args], { stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(input);
  const ended = once(child, 'close').then(([code]) => ({
    code: (code as number | null) ?? -1,
    stdout,
    stderr,
  }));
  return { ended, interrupt: () => child.kill('SIGINT') };
};

/** Runs loyaltyctl to its end. */
export const loyaltyctl = (...args: string[]): Promise<CtlRun> => startLoyaltyctl(args).ended;

/** Runs loyaltyctl with --json and answers what it printed; throws when it failed. */
export const loyaltyctlJson = async <T>(...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await loyaltyctl(...args, '--json');
  if (code !== 0) throw new Error(`loyaltyctl ${args.join(' ')} ended with ${code.toString()}: ${stderr}`);
  return JSON.parse(stdout) as T;
};
