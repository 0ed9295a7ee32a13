import { invariant } from '@loyalty/kernel';
import { codecs } from './avro/codecs.ts';
import type { SchemaName } from './generated/avro.ts';
import { topicEntries, type TopicName } from './generated/topics.ts';

export interface Topic {
  readonly name: TopicName;
  readonly doc: string;
  /** The key of its messages; null when they are sent to a partition by number. */
  readonly key: string | null;
  /** The name of the value's schema in schemas/avro; null if the topic holds original bytes. */
  readonly schema: SchemaName | null;
  /** The lane in which an engine reads the topic; null if no engine reads it. */
  readonly lane: 'interactive' | 'bulk' | null;
  /** The number of partitions in production. Partitions may be added but never removed. */
  readonly partitions: number;
  readonly partitionsLocal: number;
  readonly config: Readonly<Record<string, string>>;
  /** True if no topic has this very name, but environments have topics whose names begin with it and a dot. */
  readonly isOfEnvironments: boolean;
}

const entries: readonly Topic[] = topicEntries;

/** The topics that every installation has. Those of environments are made with their streams. */
export const topicCatalogue: readonly Topic[] = entries.filter(({ isOfEnvironments }) => !isOfEnvironments);

/** Returns the entry also for topics of environments. */
export const topicOf = (name: TopicName): Topic => {
  const topic = entries.find((candidate) => candidate.name === name);
  invariant(topic !== undefined, `${name} is in the catalogue of topics`);
  return topic;
};

export const subjectOf = (topic: string): string => `${topic}-value`;

interface SubjectSchema {
  readonly subject: string;
  readonly schemaText: string;
}

/** Topics of environments share one subject. */
export const subjectSchemas: readonly SubjectSchema[] = entries.flatMap(({ name, schema }) =>
  schema === null ? [] : [{ subject: subjectOf(name), schemaText: codecs[schema].schemaText }],
);
