import type { Client } from '../load/client.ts';
import type { Operation } from '../load/operations.ts';
import type { Done } from '../load/tills.ts';

/** Sends an operation until it is acknowledged, without a line in the journal. Returns it with its response. */
export const sendUnjournaled = async (
  { client }: { readonly client: Client },
  operation: Operation,
): Promise<Done> => {
  const { answer } = await client.send(operation);
  return { operation, answer, answeredMs: performance.now() };
};
