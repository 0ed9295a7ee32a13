import { factCodec, headers as names, topics, type Fact, type TypedFact } from '@loyalty/contracts';
import type { OutgoingMessage } from '../ports/broker.ts';

/** Something that happened, with its data as it goes into JSON. */
export interface FactToPublish extends Omit<Fact, 'type' | 'data'> {
  /** The Kafka key: facts of one member, or of one entity, stay in order. */
  readonly key: string;
  readonly fact: TypedFact;
}

/** Returns a fact as a message for `loyalty.facts`; `schemaId` is the id of the fact schema in the registry. */
export const factMessage = (
  { key, fact: { type, data }, ...envelope }: FactToPublish,
  schemaId: number,
): OutgoingMessage => ({
  topic: topics.facts,
  key: Buffer.from(key),
  value: factCodec.encode({ ...envelope, type, data: Buffer.from(JSON.stringify(data)) }, schemaId),
  // Readers that filter by type or environment need not decode the value.
  headers: { [names.factType]: type, [names.environment]: envelope.environmentId.toString() },
});
