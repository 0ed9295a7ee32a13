import { topics } from '@loyalty/contracts';
import { partitionKeyOf } from '@loyalty/kernel';
import { readLocalStack } from '@loyalty/stack';
import { Kafka, logLevel } from 'kafkajs';
import { type Finding, finderOf, type Token } from './forms-of.ts';

/** The parts of a record that may identify a person. */
interface SearchedRecord {
  readonly topic: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: string;
}

/**
 * Searches every record of our topics since an instant; findings in keys and headers are separate from those in values. Kafka's
 * own topics are searched too; topics that other tests create and delete are not.
 */
export const searchTopics = async (
  tokens: readonly Token[],
  sinceMs: number,
): Promise<{ readonly inNames: Finding[]; readonly inValues: Finding[] }> => {
  const find = finderOf(tokens);
  const inNames: Finding[] = [];
  const inValues: Finding[] = [];
  const records = await readAll(sinceMs);
  for (const topic of new Set(records.map((record) => record.topic))) {
    const own = records.filter((record) => record.topic === topic);
    const names = own.map(({ key, headers }) => `${key?.toString('latin1') ?? ''} ${headers}`).join('\n');
    const values = own.map(({ value }) => value?.toString('latin1') ?? '').join('\n');
    inNames.push(...find(names).map((what): Finding => [topic, what]));
    inValues.push(...find(values).map((what): Finding => [topic, what]));
  }
  return { inNames, inValues };
};

const declared = new Set<string>(Object.values(topics));
const isOurs = (topic: string): boolean => declared.has(topic) || topic.startsWith('__');

/** Allows for a record's time that is a little before the test's clock. */
const clockMarginMs = 1_000;

const readAll = async (sinceMs: number): Promise<SearchedRecord[]> => {
  const kafka = new Kafka({ brokers: readLocalStack().kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  await admin.connect();
  const parts: Part[] = [];
  for (const topic of (await admin.listTopics()).filter(isOurs)) {
    const ends = await admin.fetchTopicOffsets(topic);
    const starts = await admin.fetchTopicOffsetsByTimestamp(topic, sinceMs - clockMarginMs);
    const startOf = new Map(starts.map(({ partition, offset }) => [partition, offset]));
    const own = ends.map(({ partition, high }) => ({ partition, end: Number(high) }));
    parts.push(...own.map((end) => ({ topic, ...end, offset: startOf.get(end.partition) ?? '0' })));
  }
  await admin.disconnect();
  const filled = parts.filter(({ offset, end }) => end > Number(offset));
  return readParts(kafka, filled);
};

/** A partition from an offset to its present end. */
interface Part {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly end: number;
}

const readParts = async (kafka: Kafka, parts: readonly Part[]): Promise<SearchedRecord[]> => {
  const open = new Map(parts.map((part) => [partitionKeyOf(part), part.end]));
  const places = new Set(open.keys());
  const records: SearchedRecord[] = [];
  const consumer = kafka.consumer({ groupId: `search-${Date.now().toString()}` });
  await consumer.connect();
  await consumer.subscribe({ topics: [...new Set(parts.map(({ topic }) => topic))], fromBeginning: false });
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        eachMessage: ({ topic, partition, message }) => {
          const place = partitionKeyOf({ topic, partition });
          if (!places.has(place)) return Promise.resolve();
          const { key, value, headers } = message;
          records.push({ topic, key, value, headers: JSON.stringify(textsOf(headers)) });
          if (Number(message.offset) + 1 >= (open.get(place) ?? 0)) open.delete(place);
          if (open.size === 0) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
    for (const { topic, partition, offset } of parts) consumer.seek({ topic, partition, offset });
  });
  await consumer.disconnect();
  return records;
};

const textsOf = (headers: object | undefined): readonly string[] =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name} ${String(value)}`);
