import type { OwnStack } from '@loyalty/stack';
import type { Client } from '../load/client.ts';
import type { Done } from '../load/tills.ts';
import type { Violations } from '../violations.ts';
import { isStoredAs, readStored, type Acknowledged } from './compare-with-stored.ts';

const callersCount = 16;

/**
 * Repeats every acknowledged operation. Each response must equal the stored one, and must be marked as a repeat if the
 * reference was stored before.
 */
export const repeatAcknowledged = async (
  { stack, client }: { readonly stack: OwnStack; readonly client: Client },
  { done, tenants }: Acknowledged,
  violations: Violations,
): Promise<void> => {
  const before = await readStored(stack, tenants);
  const responses = new Map<Done, string>();
  const left = [...done];
  const call = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { operation } = next;
      const { answer, isReplayed } = await client.send(operation);
      responses.set(next, answer);
      if (isStoredAs(before, operation, answer) && !isReplayed)
        violations.add('repeat not marked', `${operation.ref}: ${answer}`);
    }
  };
  await Promise.all(Array.from({ length: callersCount }, call));
  const after = await readStored(stack, tenants);
  for (const [{ operation }, answer] of responses)
    if (!isStoredAs(after, operation, answer))
      violations.add('repeat is not what is stored', `${operation.ref}: ${answer}`);
};
