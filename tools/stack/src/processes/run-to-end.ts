import { Fault } from '@loyalty/kernel';
import { lastLines } from './log-files.ts';
import { describeEnding, spawnTied, type ProcessCommand } from './tied-process.ts';

/** Runs a program to its end. Any exit code but 0 throws a Fault with the end of its log. */
export const runToEnd = async (
  title: string,
  program: ProcessCommand & { readonly logPath: string },
): Promise<void> => {
  const ending = await spawnTied(program).ended;
  if (ending.how === 'exit' && ending.code === 0) return;
  throw new Fault(
    'STEP_FAILED',
    `${title} failed (${describeEnding(ending)}); ${program.logPath} ends with:\n${lastLines(program.logPath, 15)}`,
  );
};
