import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { OwnStack } from './own-stack.ts';
import { environmentWith } from './config.ts';

/** How a run of loyaltyctl ended. */
export interface CtlRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs loyaltyctl on the stack to its end. */
export const loyaltyctl = (stack: OwnStack, ...args: string[]): Promise<CtlRun> =>
  new Promise((resolve) => {
    const main = join(stack.now().root, 'packages/cli/dist/main.js');
    const env = environmentWith({ LOYALTY_LOCAL_JSON: stack.localJsonPath });
    execFile(process.execPath, [main, ...args], { env, maxBuffer: 2 ** 24 }, (failure, stdout, stderr) => {
      const code = failure === null ? 0 : typeof failure.code === 'number' ? failure.code : -1;
      resolve({ code, stdout, stderr });
    });
  });

/** Runs it with --json and answers what it printed; throws when it failed. */
export const loyaltyctlJson = async <T>(stack: OwnStack, ...args: string[]): Promise<T> => {
  const { code, stdout, stderr } = await loyaltyctl(stack, ...args, '--json');
  if (code !== 0) throw new Error(`loyaltyctl ${args.join(' ')} ended with ${code.toString()}: ${stderr}`);
  return JSON.parse(stdout) as T;
};
