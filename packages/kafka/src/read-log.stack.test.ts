import type { Admin } from 'kafkajs';
import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { sendOnce } from '@loyalty/testkit/servers';
import { createTopicsAndWait } from './admin/topics.ts';
import { createKafka } from './client.ts';
import { readLog, readLogInParts, readRecords } from './read-log.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '' } = process.env;
const kafka = createKafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'messaging-test',
  logger: silentLogger,
});
const topic = `test.read-log.${randomId()}`;

let admin: Admin;
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
  await createTopicsAndWait(admin, [{ topic, numPartitions: 2 }]);
  for (const partition of [0, 1]) {
    const messages = Array.from({ length: 8 }, (_, offset) => ({
      partition,
      value: `${partition.toString()}/${offset.toString()}`,
    }));
    await sendOnce(kafka, { topic, messages });
  }
  // Does what retention would do. The client must know the topic first.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '3' }] });
});
afterAll(async () => {
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

const ofPartition = (partition: number, values: readonly string[]): string[] =>
  values.filter((value) => value.startsWith(`${partition.toString()}/`));

test('a log is read once, from its start to its end', async () => {
  const values: string[] = [];
  await readLog(kafka, { topic, onRecord: ({ value }) => values.push(String(value)) });
  expect(ofPartition(0, values)).toEqual(['0/3', '0/4', '0/5', '0/6', '0/7']);
  expect(ofPartition(1, values)).toHaveLength(8);
});

test('single records are read by their offsets, each once; missing ones are left out', async () => {
  const values: string[] = [];
  const places = [
    ...[7, 4, 4, 2, 8].map((offset) => ({ partition: 0, offset })),
    ...[0, 1, 6].map((offset) => ({ partition: 1, offset })),
    { partition: 2, offset: 0 },
  ];
  await readRecords(kafka, { topic, places, onRecord: ({ value }) => values.push(String(value)) });
  expect(ofPartition(0, values)).toEqual(['0/4', '0/7']);
  expect(ofPartition(1, values)).toEqual(['1/0', '1/1', '1/6']);
  const nowhere = { topic: `${topic}.nowhere`, places: [{ partition: 0, offset: 0 }] };
  await readRecords(kafka, { ...nowhere, onRecord: ({ value }) => values.push(String(value)) });
  expect(values).toHaveLength(5);
});

test('a log is read in parts of a bounded size, each record once, until its end or until stopped', async () => {
  const parts: string[][] = [];
  const read = (most: number) =>
    readLogInParts(kafka, {
      topic,
      sinceMs: 0,
      recordsAtOnce: 8,
      onPart: (records) => {
        parts.push(records.map(({ value }) => String(value)));
        return Promise.resolve(parts.length < most);
      },
    });
  expect(await read(9)).toBe(true);
  expect(parts.map(({ length }) => length)).toEqual([8, 5]);
  expect(ofPartition(0, parts.flat())).toEqual(['0/3', '0/4', '0/5', '0/6', '0/7']);
  expect(new Set(parts.flat()).size).toBe(13);
  parts.length = 0;
  expect(await read(1)).toBe(false);
  expect(parts).toHaveLength(1);
});
