import type { OwnStack } from '@loyalty/stack';
import { loyaltyctl } from '../loyaltyctl.ts';

/** References and ids that are listed as lost or as decided differently. */
export type Listed = ReadonlySet<string>;

interface Histories {
  readonly epochs: readonly { readonly epoch: string }[];
}

/** Reads every reference and id that `loyaltyctl history` lists, of all epochs. Returns an empty set when the command fails. */
export const readListed = async (stack: OwnStack): Promise<Listed> => {
  const listed = new Set<string>();
  const { code, stdout } = await loyaltyctl(stack, 'history', 'list', '--json');
  if (code !== 0) return listed;
  for (const { epoch } of (JSON.parse(stdout) as Histories).epochs) {
    const shown = await loyaltyctl(stack, 'history', 'show', epoch, '--json');
    if (shown.code === 0) addStrings(JSON.parse(shown.stdout), listed);
  }
  return listed;
};

const addStrings = (value: unknown, found: Set<string>): void => {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) addStrings(inner, found);
};
