import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocalStack } from '@loyalty/stack';

const run = promisify(execFile);

/** Runs loyaltyctl on the running stack and answers its JSON. */
export const loyaltyctl = async <T>(stack: LocalStack, ...args: string[]): Promise<T> => {
  const main = join(stack.root, 'packages/cli/dist/main.js');
  const { stdout } = await run(process.execPath, [main, ...args, '--json']);
  return JSON.parse(stdout) as T;
};

/** True where this loyaltyctl knows the command. */
export const hasCommand = async (stack: LocalStack, ...words: [string, string]): Promise<boolean> => {
  const main = join(stack.root, 'packages/cli/dist/main.js');
  const help = await run(process.execPath, [main, ...words, '--help']).catch(() => null);
  return help?.stdout.includes(words.join(' ')) === true;
};
