import { type Admin, CompressionTypes, type Message } from 'kafkajs';
import { partitionKeyOf, randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { sendOnce } from '@loyalty/testkit/servers';
import { createTopicsAndWait } from '../admin/topics.ts';
import { createKafka } from '../client.ts';
import type { Fetch } from '../ports.ts';
import { readLog } from '../read-log.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

let admin: Admin;
let consumers: KafkaConsumer[] = [];
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
});
afterAll(() => admin.disconnect());
afterEach(async () => {
  for (const consumer of consumers) await consumer.stop();
  consumers = [];
});

const createTopic = async (): Promise<string> => {
  const topic = `test.consumer.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 2 }]);
  return topic;
};

const startConsumer = async (topics: TopicsOption) => {
  const seen = {
    joins: [] as string[][],
    values: [] as string[],
    undecodable: [] as Fetch[],
    failures: [] as unknown[],
  };
  const consumer = new KafkaConsumer({ kafka, groupId: `test.${randomId()}`, topics, maxWaitMs: 100 });
  consumers.push(consumer);
  const next = new Map<string, number>();
  await consumer.start({
    joined: (assignment) => {
      seen.joins.push([...new Set(assignment.map(({ topic }) => topic))].toSorted());
      for (const at of assignment) consumer.seek(at, next.get(partitionKeyOf(at)) ?? 0);
    },
    fetched: (fetch: Fetch) => {
      next.set(partitionKeyOf(fetch), fetch.nextOffset);
      seen.values.push(...fetch.records.map(({ value }) => String(value)));
      if (fetch.undecodable !== undefined) seen.undecodable.push(fetch);
    },
    failed: (reason) => seen.failures.push(reason),
  });
  return { ...seen, consumer };
};

type TopicsOption = ConstructorParameters<typeof KafkaConsumer>[0]['topics'];

const sendMessage = async (
  topic: string,
  message: Message,
  compression = CompressionTypes.None,
): Promise<void> => {
  await sendOnce(kafka, { topic, messages: [message], compression });
};

const send = (topic: string, value: string): Promise<void> => sendMessage(topic, { value });

test('▲ a topic that is deleted while it is read leaves the consumer with the others', async () => {
  const [stays, goes] = [await createTopic(), await createTopic()];
  const seen = await startConsumer([stays, goes]);
  await eventually('both are read', () => seen.joins.length === 1);
  expect(await seen.consumer.logBounds([stays, goes])).toHaveLength(4);
  await admin.deleteTopics({ topics: [goes] });
  await eventually('the other is read alone', () => seen.joins.at(-1)?.join() === stays);
  await send(stays, 'after the deletion');
  await eventually('it brings records', () => seen.values.includes('after the deletion'));
  expect(await seen.consumer.logBounds([stays])).toHaveLength(2);
  expect(seen.failures).toEqual([]);
});

test('a growing list of topics is followed, and listed topics that Kafka does not have are left out', async () => {
  const first = await createTopic();
  const list = [`test.never.${randomId()}`];
  const seen = await startConsumer(() => Promise.resolve(list));
  expect(seen.joins).toEqual([[]]);
  list.push(first);
  await send(first, 'was there before');
  await eventually('it is read', () => seen.values.includes('was there before'));
  expect(seen.joins.at(-1)).toEqual([first]);
  expect(seen.failures).toEqual([]);
});

test('a fixed list that lacks a topic at the start is refused', async () => {
  await expect(startConsumer([`test.never.${randomId()}`])).rejects.toThrow(/does not host/);
});

/** Few bytes with gzip, and more than the limit when unzipped. */
const bomb = Buffer.alloc(9 * 1024 * 1024);

test('▲ an undecodable batch is reported once, and its partition stays there until a seek', async () => {
  const topic = await createTopic();
  const seen = await startConsumer([topic]);
  await sendMessage(topic, { value: bomb, partition: 0 }, CompressionTypes.GZIP);
  await sendMessage(topic, { value: 'behind', partition: 0 });
  await eventually('it is reported', () => seen.undecodable.length > 0);
  for (const value of ['one', 'two', 'three']) {
    await sendMessage(topic, { value, partition: 1 }, CompressionTypes.GZIP);
    await eventually('the other partition is read', () => seen.values.includes(value));
  }
  expect(seen.undecodable).toMatchObject([{ topic, partition: 0, fetchedOffset: 0, nextOffset: 0 }]);
  expect(seen.values).not.toContain('behind');
  seen.consumer.seek({ topic, partition: 0 }, 1);
  await eventually('it is read on', () => seen.values.includes('behind'));
  expect(seen.failures).toEqual([]);
});

test('a log with an undecodable batch does not count as read', async () => {
  const topic = await createTopic();
  await sendMessage(topic, { value: 'before', partition: 0 });
  await sendMessage(topic, { value: bomb, partition: 0 }, CompressionTypes.GZIP);
  const values: string[] = [];
  const reading = readLog(kafka, { topic, onRecord: ({ value }) => values.push(String(value)) });
  await expect(reading).rejects.toMatchObject({ code: 'LOG_UNREADABLE' });
  expect(values).toEqual(['before']);
});

test('▲ seeking, pausing and resuming never throw, whether a group is joined or not', async () => {
  const topic = await createTopic();
  const { consumer, joins } = await startConsumer([topic]);
  const at = { topic, partition: 0 };
  const all = (): void => {
    consumer.seek(at, 0);
    consumer.pause([at]);
    consumer.resume([at]);
  };
  await eventually('it is joined', () => joins.length === 1);
  all();
  await consumer.stop();
  expect(all).not.toThrow();
});
