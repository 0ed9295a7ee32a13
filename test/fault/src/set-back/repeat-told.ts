import type { Client } from '../load/client.ts';
import type { Done } from '../load/tills.ts';
import type { OwnStack } from '../own-stack.ts';
import type { Violations } from '../violations.ts';
import { isStoredAs, readStored, type Told } from './check-told.ts';

const callersCount = 16;

/** Sends everything that was told once more; each answer must be what is stored, and marked as a repeat where it was stored before. */
export const repeatTold = async (
  { stack, client }: { readonly stack: OwnStack; readonly client: Client },
  { done, tenants }: Told,
  violations: Violations,
): Promise<void> => {
  const before = await readStored(stack, tenants);
  const answers = new Map<Done, string>();
  const left = [...done];
  const call = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { operation } = next;
      const { answer, isReplayed } = await client.send(operation);
      answers.set(next, answer);
      if (isStoredAs(before, operation, answer) && !isReplayed)
        violations.add('repeat not marked', `${operation.ref}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: callersCount }, call));
  const after = await readStored(stack, tenants);
  for (const [{ operation }, answer] of answers)
    if (!isStoredAs(after, operation, answer))
      violations.add('repeat is not what is stored', `${operation.ref}: ${answer}`);
};
