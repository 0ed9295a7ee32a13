import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry';
import { eventually } from '@loyalty/testkit';
import type { Admin } from 'kafkajs';
import type { Fetch } from '../ports/broker.ts';
import { createKafka } from './kafka-client.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

// eslint-disable-next-line n/no-process-env -- tests are told their broker by the runner, not by a config.ts.
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
  await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true });
  return topic;
};

const startConsumer = async (topics: TopicsOption) => {
  const seen = { joins: [] as string[][], values: [] as string[], failures: [] as unknown[] };
  const consumer = new KafkaConsumer({ kafka, groupId: `test.${randomId()}`, topics, maxWaitMs: 100 });
  consumers.push(consumer);
  await consumer.start({
    joined: (assignment) => seen.joins.push([...new Set(assignment.map(({ topic }) => topic))].toSorted()),
    fetched: ({ records }: Fetch) => seen.values.push(...records.map(({ value }) => String(value))),
    failed: (reason) => seen.failures.push(reason),
  });
  return { ...seen, bounds: (names: readonly string[]) => consumer.logBounds(names) };
};

type TopicsOption = ConstructorParameters<typeof KafkaConsumer>[0]['topics'];

const send = async (topic: string, value: string): Promise<void> => {
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: [{ value }] });
  await producer.disconnect();
};

test('▲ a topic that is deleted while it is read leaves the consumer with the others', async () => {
  const [stays, goes] = [await createTopic(), await createTopic()];
  const seen = await startConsumer([stays, goes]);
  await eventually('both are read', () => seen.joins.length === 1);
  expect(await seen.bounds([stays, goes])).toHaveLength(4);
  await admin.deleteTopics({ topics: [goes] });
  await eventually('the other is read alone', () => seen.joins.at(-1)?.join() === stays, {
    withinMs: 40_000,
  });
  await send(stays, 'after the deletion');
  await eventually('it brings records', () => seen.values.includes('after the deletion'));
  expect(await seen.bounds([stays])).toHaveLength(2);
  expect(seen.failures).toEqual([]);
}, 90_000);

test('a list of topics that grows is followed, and what is on it but not in Kafka is left out', async () => {
  const first = await createTopic();
  const list = [`test.never.${randomId()}`];
  const seen = await startConsumer(() => Promise.resolve(list));
  expect(seen.joins).toEqual([[]]);
  list.push(first);
  await send(first, 'was there before');
  await eventually('it is read', () => seen.values.includes('was there before'), { withinMs: 30_000 });
  expect(seen.joins.at(-1)).toEqual([first]);
  expect(seen.failures).toEqual([]);
}, 60_000);

test('a fixed list that lacks a topic at the start is refused', async () => {
  await expect(startConsumer([`test.never.${randomId()}`])).rejects.toThrow(/does not host/);
}, 60_000);
