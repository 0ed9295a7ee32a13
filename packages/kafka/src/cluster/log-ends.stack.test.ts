import type { Admin } from 'kafkajs';
import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { beginTransaction, sendOnce } from '@loyalty/testkit/servers';
import { createTopicsAndWait } from '../admin/topics.ts';
import { createKafka } from '../client.ts';
import { createLogEndsReader, readEndOffsets, readLogBounds, readOpenTransactions } from '../metadata.ts';
import { readLog } from '../read-log.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '' } = process.env;
const kafka = createKafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'messaging-test',
  logger: silentLogger,
});
const reader = createLogEndsReader(kafka);

let admin: Admin;
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await reader.close();
  await admin.disconnect();
});

/** A topic of two partitions with one record in each. */
const createTopic = async (): Promise<string> => {
  const topic = `test.ends.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 2 }]);
  await sendOnce(kafka, { topic, messages: [0, 1].map((partition) => ({ partition, value: 'a' })) });
  return topic;
};

const endsOf = async (topic: string) =>
  ((await reader.read(topic)) ?? [])
    .toSorted((one, other) => one.partition - other.partition)
    .map(({ end, stableEnd }) => [end, stableEnd]);

test('▲ the ends of a log say what waits for an open transaction, and are one again after its end', async () => {
  const topic = await createTopic();
  expect(await endsOf(topic)).toEqual([
    [1, 1],
    [1, 1],
  ]);
  const before = Date.now();
  const transaction = await beginTransaction(kafka);
  await transaction.send({ topic, messages: [{ partition: 1, value: 'in it' }] });
  await sendOnce(kafka, { topic, messages: [1, 1].map((partition) => ({ partition, value: 'after it' })) });
  expect(await endsOf(topic)).toEqual([
    [1, 1],
    [4, 1],
  ]);
  const bounds = await readLogBounds(kafka, [topic, 'test.never-there']);
  expect(bounds).toContainEqual({ topic, partition: 1, start: 0, end: 4, stableEnd: 1 });
  expect(bounds).toHaveLength(2);
  const [open, ...others] = await readOpenTransactions(kafka, bounds);
  expect([open, others]).toMatchObject([{ topic, partition: 1, startOffset: 1 }, []]);
  expect(Math.abs((open?.sinceMs ?? 0) - before)).toBeLessThan(60_000);
  expect(await readEndOffsets(kafka, topic)).toEqual(
    new Map([
      [0, 1],
      [1, 4],
    ]),
  );
  // A log is read up to the transaction, and nobody waits for what comes after.
  const values: string[] = [];
  await readLog(kafka, { topic, onRecord: ({ value }) => values.push(String(value)) });
  expect(values).toEqual(['a', 'a']);
  await transaction.end('abort');
  await eventually('it is at its end', async () => (await endsOf(topic)).join() === '1,1,5,5');
  expect(await readOpenTransactions(kafka, await readLogBounds(kafka, [topic]))).toEqual([]);
});

test('a topic that was deleted has no ends, and hinders no other one', async () => {
  const [stays, goes] = [await createTopic(), await createTopic()];
  expect((await endsOf(stays)).concat(await endsOf(goes))).toHaveLength(4);
  await admin.deleteTopics({ topics: [goes] });
  await eventually('it has none', async () => (await reader.read(goes)) === null);
  expect(await endsOf(stays)).toHaveLength(2);
});
