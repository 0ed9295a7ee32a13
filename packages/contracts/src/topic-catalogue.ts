import { invariant } from '@loyalty/kernel';
import { codecs } from './avro/codecs.ts';
import type { SchemaName } from './generated/avro.ts';
import { topicEntries, type TopicName } from './generated/topics.ts';

/** One topic, as schemas/topics.json describes it. */
export interface Topic {
  readonly name: TopicName;
  readonly doc: string;
  /** The key of its messages; null when they are sent to a partition by number. */
  readonly key: string | null;
  /** The name of its value's schema in schemas/avro; null when it holds original bytes. */
  readonly schema: SchemaName | null;
  /** The lane in which an engine reads it; null when none does. */
  readonly lane: 'interactive' | 'bulk' | null;
  /** In production. Partitions may be added, never removed. */
  readonly partitions: number;
  readonly partitionsLocal: number;
  /** Kafka's own settings of the topic. */
  readonly config: Readonly<Record<string, string>>;
}

/** Every topic, in the order of the catalogue. */
export const topicCatalogue: readonly Topic[] = topicEntries;

export const topicOf = (name: TopicName): Topic => {
  const topic = topicCatalogue.find((candidate) => candidate.name === name);
  invariant(topic !== undefined, `${name} is in the catalogue of topics`);
  return topic;
};

/** Returns the registry's subject for the values of a topic, a tenant's own topic included. */
export const subjectOf = (topic: string): string => `${topic}-value`;

export interface SubjectSchema {
  readonly subject: string;
  readonly schemaText: string;
}

/** The schema of every topic that has one, in the order of the catalogue. */
export const subjectSchemas: readonly SubjectSchema[] = topicCatalogue.flatMap(({ name, schema }) =>
  schema === null ? [] : [{ subject: subjectOf(name), schemaText: codecs[schema].schemaText }],
);
