import { Kafka, logLevel, type Producer } from 'kafkajs';

/** One request has this many records. */
const atOnce = 500;

const clientOf = (brokers: string): Kafka =>
  new Kafka({ brokers: brokers.split(','), clientId: 'drill', logLevel: logLevel.NOTHING });

interface Copied {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly partition: number;
  readonly headers: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
}

/**
 * Copies every record of these topics to a cluster that has the same topics and partitions, as a mirror does. Offsets and times are other
 * ones there.
 */
export const copyTopics = async (from: string, to: string, topics: readonly string[]): Promise<number> => {
  const [source, target] = [clientOf(from), clientOf(to)];
  const producer = target.producer({ allowAutoTopicCreation: false });
  await producer.connect();
  let copied = 0;
  try {
    for (const topic of topics) {
      const records = await readAll(source, topic);
      await sendAll(producer, topic, records);
      copied += records.length;
    }
  } finally {
    await producer.disconnect();
  }
  return copied;
};

const sendAll = async (producer: Producer, topic: string, records: readonly Copied[]): Promise<void> => {
  for (let at = 0; at < records.length; at += atOnce)
    await producer.send({ topic, messages: records.slice(at, at + atOnce) });
};

/** Reads a topic up to its present end, in order within each partition. */
const readAll = async (kafka: Kafka, topic: string): Promise<readonly Copied[]> => {
  const left = await endsOf(kafka, topic);
  const records: Copied[] = [];
  if (left.size === 0) return records;
  const consumer = kafka.consumer({ groupId: `drill-${topic}` });
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  await new Promise<void>((resolve, reject) => {
    consumer
      .run({
        autoCommit: false,
        eachMessage: ({ partition, message: { key, value, headers = {}, offset } }) => {
          records.push({ key, value, partition, headers });
          if (Number(offset) + 1 >= (left.get(partition) ?? Infinity)) left.delete(partition);
          if (left.size === 0) resolve();
          return Promise.resolve();
        },
      })
      .catch(reject);
  });
  await consumer.disconnect();
  return records;
};

const endsOf = async (kafka: Kafka, topic: string): Promise<Map<number, number>> => {
  const admin = kafka.admin();
  await admin.connect();
  try {
    const offsets = await admin.fetchTopicOffsets(topic);
    const filled = offsets.filter(({ low, high }) => Number(high) > Number(low));
    return new Map(filled.map(({ partition, high }) => [partition, Number(high)]));
  } finally {
    await admin.disconnect();
  }
};
