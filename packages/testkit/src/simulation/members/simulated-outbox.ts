import type { OutgoingMessage } from '@loyalty/kafka';
import { type FactPublisher, packMessages } from '@loyalty/streams/outbox';
import type { MemoryTransaction } from '../../memory-database.ts';
import type { MemoryStore } from '../../memory-store.ts';

/** Creates a fact of a member that no message of a stream caused. */
export const memberFact = (key: string, text: string): OutgoingMessage => ({
  topic: 'facts',
  key: Buffer.from(key),
  value: Buffer.from(text),
  headers: {},
});

/** Stores facts in the transaction that makes them true. Returns the function that publishes them after the commit. */
export const addFacts = async (
  { store, facts }: { readonly store: MemoryStore; readonly facts: FactPublisher },
  tx: MemoryTransaction,
  messages: readonly OutgoingMessage[],
): Promise<() => void> => {
  if (messages.length === 0) return () => undefined;
  const id = await store.addToOutbox(tx, packMessages(messages));
  return () => {
    facts.publish(id, messages);
  };
};
