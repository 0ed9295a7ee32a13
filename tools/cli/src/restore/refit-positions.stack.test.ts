import { createTopics } from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { randomId } from '@loyalty/kernel';
import { listPositions } from '@loyalty/storage/position-control';
import { advancePositions, insertPositions, parkPosition } from '@loyalty/storage/positions';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sendOnce } from '@loyalty/testkit/servers';
import { positionsInLogs } from '../positions/positions-in-logs.ts';
import { stackKafka } from '../testing/publish-facts.ts';
import { planRefits, storeRefits } from './refit-positions.ts';

const kafka = stackKafka();
const admin = kafka.admin();
const consumerGroup = 'some-group';
const firstMs = Date.parse('2026-03-01T00:00:00Z');
const topic = `test.refit.${randomId()}`;

let scratch: ScratchDatabase;
let clusterId: string;

/** Four partitions of ten records each, a minute apart; the first partition begins at offset 5. */
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  await admin.connect();
  ({ clusterId } = await describeCluster(kafka));
  const config = { 'message.timestamp.type': 'CreateTime', 'retention.ms': '-1' };
  await createTopics(kafka, [{ name: topic, partitions: 4, replicationFactor: 1, config }]);
  const messages = Array.from({ length: 40 }, (_, n) => ({
    value: n.toString(),
    partition: n % 4,
    timestamp: (firstMs + Math.floor(n / 4) * 60_000).toString(),
  }));
  await sendOnce(kafka, { topic, messages });
  // kafkajs deletes records only of topics whose metadata it has read.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '5' }] });
});
afterAll(async () => {
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  await scratch.drop();
});

/** Stores a position as an engine does after its last record. */
const store = async (partition: number, nextOffset: number, lastMinute: number): Promise<void> => {
  const place = { topic, partition, nextOffset: nextOffset - 1 };
  await insertPositions(scratch.db, { clusterId, consumerGroup }, [place]);
  await advancePositions(scratch.db, clusterId, [
    {
      consumerGroup,
      topic,
      partition,
      fromOffset: nextOffset - 1,
      toOffset: nextOffset,
      lastTimestamp: firstMs + lastMinute * 60_000,
    },
  ]);
};

const plan = async () => {
  const bounds = [5, 0, 0, 0].map((start, partition) => ({
    topic,
    partition,
    start,
    end: 10,
    stableEnd: 10,
  }));
  const positions = positionsInLogs(await listPositions(scratch.db, clusterId), bounds);
  return planRefits({ db: scratch.db, kafka, clusterId, positions });
};

test('▲ positions outside of their log, or of another log, go on where nothing is left out; the others stay', async () => {
  await store(0, 3, 2);
  await store(1, 25, 24);
  // The log was cut behind an earlier record and written again: another record is at this place.
  await store(2, 8, 4);
  await store(3, 8, 7);
  await parkPosition(scratch.db, clusterId, { consumerGroup, topic, partition: 1, reason: 'beyond the end' });
  const refits = await plan();
  const named = { consumerGroup, topic };
  expect(refits.toSorted((one, other) => one.partition - other.partition)).toEqual([
    { ...named, partition: 0, nextOffset: 3, misfit: 'behind', to: 5 },
    { ...named, partition: 1, nextOffset: 25, misfit: 'ahead', to: 10 },
    { ...named, partition: 2, nextOffset: 8, misfit: 'ahead', to: 4 },
  ]);
  await storeRefits(scratch.db, clusterId, refits);
  const stored = await listPositions(scratch.db, clusterId);
  expect(stored.map(({ nextOffset, state }) => [nextOffset, state])).toEqual([
    [5, 'RUNNING'],
    [10, 'RUNNING'],
    [4, 'RUNNING'],
    [8, 'RUNNING'],
  ]);
  expect(await plan()).toEqual([]);
});
