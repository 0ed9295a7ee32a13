import { factCodec, headers as names, topics, type Fact, type TypedFact } from '@loyalty/contracts';
import type { OutgoingMessage } from '../ports/broker.ts';
import type { Lane } from '../ports/handler.ts';

/** Something that happened, with its data as it goes into JSON. */
export interface FactToPublish extends Omit<Fact, 'type' | 'data'> {
  /** The Kafka key: facts of one member, or of one entity, stay in order within their lane. */
  readonly key: string;
  readonly fact: TypedFact;
}

/** The topic of the facts of each lane. Followers read the bulk one behind the other. */
const factTopics = { interactive: topics.facts, bulk: topics.factsBulk } as const;

/**
 * Returns a fact as a message; `schemaId` is the id of the fact schema in the registry, which is the same for both topics. The lane is
 * bulk where nobody waits for what follows from the fact: streamed receipts, bulk evaluate, jobs.
 */
export const factMessage = (
  { key, fact: { type, data }, ...envelope }: FactToPublish,
  schemaId: number,
  lane: Lane = 'interactive',
): OutgoingMessage => ({
  topic: factTopics[lane],
  key: Buffer.from(key),
  value: factCodec.encode({ ...envelope, type, data: Buffer.from(JSON.stringify(data)) }, schemaId),
  // Readers that filter by type or environment need not decode the value.
  headers: { [names.factType]: type, [names.environment]: envelope.environmentId.toString() },
});
