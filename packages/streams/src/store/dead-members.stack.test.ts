import { randomInt } from 'node:crypto';
import { type Part, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { readDeadMembers, storeGroupMember } from '@loyalty/storage/processes';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';

import { createKafka } from '@loyalty/kafka';
import { createTopicsAndWait } from '@loyalty/kafka/admin';
import { encodeAssignment, encodeMember, findCoordinator, openCluster } from '@loyalty/kafka/protocol';

import { KafkaConsumer } from '@loyalty/kafka/consumer';

import { type OutboxOwner, registerOutboxOwner } from '../outbox/outbox-owner.ts';
import { createDeadMembers } from './dead-members.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '', DATABASE_URL: databaseUrl = '' } = process.env;
/** Far longer than this test: only leaving ends a membership. */
const sessionTimeoutMs = 60_000;
const kafka = createKafka({
  brokers: KAFKA_BROKERS.split(','),
  clientId: 'messaging-test',
  logger: silentLogger,
  sessionTimeoutMs,
});

const admin = kafka.admin();
let database: Database;
let owner: OutboxOwner;
let consumerGroup: string;
let topic: string;
let consumer: KafkaConsumer;
let looking: Part | null = null;
beforeAll(async () => {
  await admin.connect();
  const given = { url: databaseUrl, applicationName: 'messaging-test', poolMax: 2, logger: silentLogger };
  database = createDatabase(given);
});
afterAll(async () => {
  await database.close();
  await admin.disconnect();
});
beforeEach(async () => {
  consumerGroup = `test.${randomId()}`;
  topic = `test.members.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 2 }]);
  owner = registerOutboxOwner(databaseUrl, silentLogger);
  await owner.start?.();
  consumer = new KafkaConsumer({ kafka, groupId: consumerGroup, topics: [topic], maxWaitMs: 100 });
});
afterEach(async () => {
  await looking?.stop?.();
  looking = null;
  await consumer.stop();
  await owner.stop?.();
  await admin.deleteTopics({ topics: [topic] });
});

const look = async (): Promise<void> => {
  const groups = [{ consumerGroup, consumer }];
  looking = createDeadMembers({ groups, database, owner, logger: silentLogger });
  await looking.start?.();
};

/** Joins the group and then is dead: it neither leaves nor sends a heartbeat. Returns its member id. */
const joinAndDie = async (): Promise<string> => {
  const cluster = openCluster(kafka);
  await cluster.connect();
  await cluster.addMultipleTargetTopics([topic]);
  const coordinator = await findCoordinator(cluster, consumerGroup);
  const metadata = encodeMember({ topics: [topic], owned: [], generation: -1, canStore: true });
  const { memberId, generationId } = await coordinator.joinGroup({
    groupId: consumerGroup,
    sessionTimeout: sessionTimeoutMs,
    rebalanceTimeout: sessionTimeoutMs,
    memberId: '',
    groupProtocols: [{ name: 'LoyaltySticky', metadata }],
  });
  const both = [0, 1].map((partition) => ({ topic, partition }));
  const groupAssignment = [{ memberId, memberAssignment: encodeAssignment(both) }];
  await coordinator.syncGroup({ groupId: consumerGroup, generationId, memberId, groupAssignment });
  await cluster.disconnect();
  return memberId;
};

const startConsumer = (joined: () => void): Promise<void> =>
  consumer.start({ joined, fetched: () => undefined, failed: () => undefined });

test('▲ a process that died in its session gives up its partitions at once, though its joined successor waits for it', async () => {
  const memberId = await joinAndDie();
  await storeGroupMember(database, { consumerGroup, owner: randomInt(1, 2 ** 31), memberId });
  let isJoined = false;
  const starting = startConsumer(() => (isJoined = true));
  await look();
  await eventually('the group is joined without it', () => isJoined);
  await starting;
  expect(await readDeadMembers(database, [consumerGroup], owner.owner)).toEqual([]);
});

test('a process that holds its lock is left alone, and its rows go when it stops', async () => {
  await startConsumer(() => undefined);
  await look();
  const other = registerOutboxOwner(databaseUrl, silentLogger);
  await other.start?.();
  await storeGroupMember(database, { consumerGroup, owner: other.owner, memberId: 'alive' });
  const rows = () =>
    database.query<{ owner: number }>(
      { name: '', text: 'SELECT owner FROM group_members WHERE consumer_group = $1' },
      [consumerGroup],
    );
  await eventually('this process is known', async () => (await rows()).length === 2);
  expect(await readDeadMembers(database, [consumerGroup], owner.owner)).toEqual([]);
  await other.stop?.();
  expect(await readDeadMembers(database, [consumerGroup], owner.owner)).toEqual([
    { consumerGroup, owner: other.owner, memberId: 'alive' },
  ]);
  await looking?.stop?.();
  looking = null;
  expect((await rows()).map((row) => row.owner)).not.toContain(owner.owner);
});
