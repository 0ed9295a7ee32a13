import { createKafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { describeCluster } from '@loyalty/kafka/metadata';
import { randomId } from '@loyalty/kernel';
import { listPositions } from '@loyalty/storage/position-control';
import { insertPositions, parkPosition } from '@loyalty/storage/positions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sendOnce } from '@loyalty/testkit/servers';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { stackVariables } from '../testing/stack-variables.ts';

const kafka = createKafka({
  brokers: [stackVariables()['KAFKA_BROKERS'] ?? ''],
  clientId: 'positions-test',
  logger: silentLogger,
});
const admin = kafka.admin();
const consumerGroup = 'some-group';
const firstMs = Date.parse('2026-03-01T00:00:00Z');

let scratch: ScratchDatabase;
let system: ScratchSystem;
let clusterId: string;
let topic: string;

/** Creates three partitions with ten records each, a minute apart; the first has lost the five oldest. */
const makeTopic = async (): Promise<void> => {
  // Its records are older than the broker keeps any by default, and it looks every five minutes.
  const config = { 'message.timestamp.type': 'CreateTime', 'retention.ms': '-1' };
  await createTopics(kafka, [{ name: topic, partitions: 3, replicationFactor: 1, config }]);
  const messages = Array.from({ length: 30 }, (_, n) => ({
    value: n.toString(),
    partition: n % 3,
    timestamp: (firstMs + Math.floor(n / 3) * 60_000).toString(),
  }));
  await sendOnce(kafka, { topic, messages });
  // kafkajs deletes records only of topics whose metadata it has read.
  await admin.fetchTopicOffsets(topic);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '5' }] });
};

beforeAll(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  await admin.connect();
  ({ clusterId } = await describeCluster(kafka));
  topic = `test.positions.${randomId()}`;
  await makeTopic();
});
beforeEach(async () => {
  await system.db.query('DELETE FROM stream_positions');
});
afterAll(async () => {
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
  await scratch.drop();
});

const starts = (nextOffset: number, partitions = [0, 1, 2]) =>
  partitions.map((partition) => ({ topic, partition, nextOffset }));

const parkAll = async (nextOffset: number): Promise<void> => {
  await insertPositions(system.db, { clusterId, consumerGroup }, starts(nextOffset));
  for (const partition of [0, 1, 2])
    await parkPosition(system.db, clusterId, { consumerGroup, topic, partition, reason: 'a flood' });
};

const stored = async (): Promise<string[]> =>
  (await listPositions(system.db, clusterId)).map(
    ({ partition, nextOffset, state }) => `${partition.toString()} ${nextOffset.toString()} ${state}`,
  );

test('all parked partitions are released at once; a position outside its log is reported with advice', async () => {
  await parkAll(2);
  const { document, exitCode } = await system.documentOf('positions', 'unpark', '--all-parked');
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({
    released: [{ partition: 1 }, { partition: 2 }],
    refused: [
      { partition: 0, reason: expect.stringMatching(/5 to 10.*positions move.*--to start/) as string },
    ],
  });
  expect(await stored()).toEqual(['0 2 PARKED', '1 2 RUNNING', '2 2 RUNNING']);
  const moved = await system.documentOf('positions', 'move', '--all-parked', '--to', 'start', '--yes');
  expect(moved).toMatchObject({ exitCode: 0, document: { released: [{ partition: 0, nextOffset: 5 }] } });
  const again = await system.loyaltyctl(['positions', 'unpark', '--all-parked']);
  expect([again.exitCode, again.err]).toEqual([1, expect.stringContaining('No such partition is parked')]);
});

test('positions are moved to a time: to the first record that is not older, or the end', async () => {
  await parkAll(6);
  const at = new Date(firstMs + 7 * 60_000).toISOString();
  const one = await system.documentOf('positions', 'move', topic, '1', '--to-time', at, '--yes');
  expect(one).toMatchObject({ exitCode: 0, document: { partition: 1, nextOffset: 7, state: 'RUNNING' } });
  await system.documentOf('positions', 'move', '--all-parked', '--to-time', '2026-04-01T00:00:00Z', '--yes');
  expect(await stored()).toEqual(['0 10 RUNNING', '1 7 RUNNING', '2 10 RUNNING']);
});

test.each([
  { line: ['move', 'some', '1'], says: 'Choose where to move to' },
  { line: ['unpark'], says: 'Name a topic and a partition' },
  { line: ['unpark', 'some', '1', '--all-parked'], says: 'leave one of them out' },
  { line: ['seed', '--to', '7'], says: 'a different record on each partition' },
])('a line that does not say what it means is a mistake of usage: $line', async ({ line, says }) => {
  await insertPositions(system.db, { clusterId: 'old', consumerGroup }, starts(0));
  const run = await system.loyaltyctl(['positions', ...line]);
  expect([run.exitCode, run.err]).toEqual([2, expect.stringContaining(says)]);
});

test('▲ on another cluster groups begin at their seeded positions; existing positions stay', async () => {
  await insertPositions(system.db, { clusterId: 'old', consumerGroup }, starts(1_000));
  const gone = { topic: `test.never.${randomId()}`, partition: 0, nextOffset: 3 };
  await insertPositions(system.db, { clusterId: 'old', consumerGroup: 'other-group' }, [gone]);
  await insertPositions(system.db, { clusterId, consumerGroup }, starts(9, [2]));
  const at = new Date(firstMs + 7 * 60_000).toISOString();
  const { document, exitCode } = await system.documentOf('positions', 'seed', '--to-time', at, '--yes');
  expect(exitCode).toBe(1);
  expect(document).toMatchObject({ clusterId, kept: 1, missing: [gone.topic] });
  expect(await stored()).toEqual(['0 7 RUNNING', '1 7 RUNNING', '2 9 RUNNING']);
  const again = await system.documentOf(
    'positions',
    'seed',
    '--group',
    consumerGroup,
    '--to',
    'start',
    '--yes',
  );
  expect(again).toMatchObject({ exitCode: 0, document: { seeded: [], kept: 3, missing: [] } });
});

test('a database without another cluster has nothing to seed', async () => {
  await insertPositions(system.db, { clusterId, consumerGroup }, starts(5));
  const run = await system.loyaltyctl(['positions', 'seed', '--to', 'start', '--yes']);
  expect([run.exitCode, run.err]).toEqual([1, expect.stringContaining('positions move')]);
});
