import type { Client } from './client.ts';
import type { Journal } from './journal.ts';
import type { Operation } from './operations.ts';

export interface JournaledClient {
  readonly client: Client;
  readonly journal: Journal;
}

/** Sends an operation until it is acknowledged, and journals both. Returns the response. */
export const sendJournaled = async (
  { client, journal }: JournaledClient,
  operation: Operation,
): Promise<string> => {
  journal.sent(operation);
  const { answer } = await client.send(operation);
  journal.answered(operation, answer);
  return answer;
};
