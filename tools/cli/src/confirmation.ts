import { createInterface } from 'node:readline/promises';
import { Fault } from '@loyalty/kernel';
import { Option } from 'commander';
import type { CommandContext } from './session.ts';

/** `--yes`: do not ask. */
export const yesOption = (): Option => new Option('--yes', 'do it without asking');

/** Asks for confirmation of an action that cannot be undone. Throws a Fault unless the answer is yes. */
export const requireYes = async (
  { terminal }: CommandContext,
  question: string,
  { yes }: { readonly yes?: true },
): Promise<void> => {
  if (yes === true) return;
  const lines = createInterface({ input: terminal.input, output: terminal.err });
  try {
    const closed = new Promise<string>((resolve) =>
      lines.once('close', () => {
        resolve('');
      }),
    );
    const answer = await Promise.race([lines.question(`${question} (yes/no) `), closed]);
    if (answer.trim().toLowerCase() === 'yes') return;
  } finally {
    lines.close();
  }
  throw new Fault('NOT_CONFIRMED', 'Nothing was done: answer yes, or say --yes.');
};
