import { invariant } from '@loyalty/kernel';
import { codecs } from './avro/codecs.ts';
import type { SchemaName } from './generated/avro.ts';
import { topicEntries, type TopicName } from './generated/topics.ts';

/** One topic, as schemas/topics.json describes it. */
export interface Topic {
  readonly name: TopicName;
  readonly doc: string;
  /** What its messages are keyed by; null when they go to a partition by number. */
  readonly key: string | null;
  /** The name of its value's schema in schemas/avro; null when it holds bytes as they came. */
  readonly schema: SchemaName | null;
  /** Which lane of an engine reads it; null when none does. */
  readonly lane: 'interactive' | 'bulk' | null;
  /** In production; may be added to, never taken away. */
  readonly partitions: number;
  readonly partitionsLocal: number;
  /** Kafka's own settings of the topic. */
  readonly config: Readonly<Record<string, string>>;
}

/** Every topic, in the order of the catalogue. */
export const topicCatalogue: readonly Topic[] = topicEntries;

/** What is known of a topic. */
export const topicOf = (name: TopicName): Topic => {
  const topic = topicCatalogue.find((candidate) => candidate.name === name);
  invariant(topic !== undefined, `${name} is in the catalogue of topics`);
  return topic;
};

/** The registry's name for what a topic's values hold; also that of a tenant's own topic. */
export const subjectOf = (topic: string): string => `${topic}-value`;

/** A schema under a subject. */
export interface SubjectSchema {
  readonly subject: string;
  readonly schemaText: string;
}

/** The schema of every topic that has one, in the order of the catalogue. */
export const subjectSchemas: readonly SubjectSchema[] = topicCatalogue.flatMap(({ name, schema }) =>
  schema === null ? [] : [{ subject: subjectOf(name), schemaText: codecs[schema].schemaText }],
);
