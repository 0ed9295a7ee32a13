import type { Admin } from 'kafkajs';
import { randomId } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { sendOnce } from '@loyalty/testkit/servers';
import { createTopicsAndWait } from '../admin/topics.ts';
import { createKafka } from '../client.ts';
import { findCoordinator, openCluster } from '../cluster/kafka-cluster.ts';
import { encodeMember } from '../group/assignor.ts';
import { sessionSettings, sessionTimeoutOf, defaultSessionTimeoutMs } from '../group/session-timeout.ts';
import { readBrokerSettings } from '../metadata.ts';
import type { Fetch } from '../ports.ts';
import { KafkaConsumer } from './kafka-consumer.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const createClient = (sessionTimeoutMs: number) =>
  createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger, sessionTimeoutMs });
const kafka = createClient(defaultSessionTimeoutMs);

let admin: Admin;
let topic: string;
let consumers: KafkaConsumer[] = [];
beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
});
afterAll(async () => {
  await admin.disconnect();
});
beforeEach(async () => {
  topic = `test.session.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 6 }]);
});
afterEach(async () => {
  for (const consumer of consumers) await consumer.stop();
  consumers = [];
  await admin.deleteTopics({ topics: [topic] });
});

const keyOf = ({ partition }: TopicPartition): number => partition;

/** A member that reads every partition from its start, as soon as it is assigned. */
const startMember = async (groupId: string, client = kafka, canStore = () => true) => {
  const seen = { joins: [] as number[][], values: [] as string[], failures: [] as unknown[] };
  const consumer = new KafkaConsumer({ kafka: client, groupId, topics: [topic], maxWaitMs: 100 });
  consumers.push(consumer);
  const sought = new Set<number>();
  await consumer.start({
    joined: (assignment) => {
      seen.joins.push(assignment.map(keyOf).toSorted());
      for (const at of assignment) if (!sought.has(keyOf(at))) consumer.seek(at, 0);
      for (const at of assignment) sought.add(keyOf(at));
    },
    fetched: (fetch: Fetch) => seen.values.push(...fetch.records.map(({ value }) => String(value))),
    canStore,
    failed: (reason) => seen.failures.push(reason),
  });
  return { ...seen, consumer };
};

const send = async (messages: readonly { partition: number; value: string }[]): Promise<void> => {
  await sendOnce(kafka, { topic, messages: [...messages] });
};

test('▲ sessions of 2 s are allowed by the local brokers, where Kafka’s default would be 45 s', async () => {
  const settings = await readBrokerSettings(kafka, Object.values(sessionSettings));
  for (const { values } of settings)
    expect(Number(values.get(sessionSettings.least))).toBeLessThanOrEqual(defaultSessionTimeoutMs);
});

test('▲ a session shorter than the brokers allow becomes the shortest that they allow, and nothing fails', async () => {
  const short = createClient(100);
  const member = await startMember(`test.${randomId()}`, short);
  expect(member.joins).toEqual([[0, 1, 2, 3, 4, 5]]);
  const [settings] = await readBrokerSettings(kafka, [sessionSettings.least]);
  expect(sessionTimeoutOf(short).ms).toBe(Number(settings?.values.get(sessionSettings.least)));
  expect(member.failures).toEqual([]);
});

test('▲ who joins a group takes its share, and each keeps what is left to it', async () => {
  const groupId = `test.${randomId()}`;
  const first = await startMember(groupId);
  const second = await startMember(groupId);
  await eventually('both have a share', () => first.joins.length === 2);
  expect([first.joins.at(-1)?.length, second.joins.at(-1)?.length]).toEqual([3, 3]);
  const third = await startMember(groupId);
  await eventually('all have a share', () => first.joins.length === 3 && second.joins.length === 2);
  for (const { joins } of [first, second, third]) {
    const [before, after] = [joins.at(-2) ?? joins.at(-1), joins.at(-1)];
    expect(after).toHaveLength(2);
    expect(before).toEqual(expect.arrayContaining(after ?? []));
  }
});

/** A fetch waits for records for 2.5 s: behind it nothing else would be read. */
const parkedForMs = 1_500;
const elapsedMsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const beganMs = performance.now();
  await work();
  return performance.now() - beganMs;
};

test('▲ a partition that is resumed or sought behind a parked fetch is read before that fetch ends', async () => {
  const member = await startMember(`test.${randomId()}`);
  const [at, other] = [
    { topic, partition: 1 },
    { topic, partition: 0 },
  ];
  const read = (value: string) => eventually(`${value} is read`, () => member.values.includes(value));
  for (const round of [1, 2, 3]) {
    member.consumer.pause([at]);
    // The fetch that brings this is the last with both; the next is parked without the paused one.
    await send([{ ...other, value: `before ${round.toString()}` }]);
    await read(`before ${round.toString()}`);
    await send([{ ...at, value: `paused ${round.toString()}` }]);
    expect(
      await elapsedMsOf(async () => {
        member.consumer.resume([at]);
        await read(`paused ${round.toString()}`);
      }),
    ).toBeLessThan(parkedForMs);
  }
  member.values.length = 0;
  expect(
    await elapsedMsOf(async () => {
      member.consumer.seek(at, 0);
      await read('paused 1');
    }),
  ).toBeLessThan(parkedForMs);
  expect(member.failures).toEqual([]);
});

test('▲ a member stops within a second, though its fetch is parked', async () => {
  const member = await startMember(`test.${randomId()}`);
  await send([{ partition: 0, value: 'the next fetch waits' }]);
  await eventually('it is read', () => member.values.length > 0);
  expect(await elapsedMsOf(() => member.consumer.stop())).toBeLessThan(1_000);
});

/** Joins the group, takes its share and is never heard of again until it leaves. */
const joinSilently = async (groupId: string) => {
  const cluster = openCluster(kafka);
  await cluster.connect();
  const coordinator = await findCoordinator(cluster, groupId);
  const metadata = encodeMember({ topics: [topic], owned: [], generation: -1, canStore: true });
  const { memberId, generationId } = await coordinator.joinGroup({
    groupId,
    sessionTimeout: 60_000,
    rebalanceTimeout: 60_000,
    memberId: '',
    groupProtocols: [{ name: 'LoyaltySticky', metadata }],
  });
  await coordinator.syncGroup({ groupId, generationId, memberId, groupAssignment: [] });
  return async (): Promise<void> => {
    await coordinator.leaveGroup({ groupId, memberId });
    await cluster.disconnect();
  };
};

const stateOf = async (groupId: string): Promise<string | undefined> =>
  (await admin.describeGroups([groupId])).groups[0]?.state;

test('▲ while a join waits for another member, records are read as before', async () => {
  const groupId = `test.${randomId()}`;
  const member = await startMember(groupId);
  const leave = await joinSilently(groupId);
  await eventually('each has a share', () => member.joins.at(-1)?.length === 3);
  const joining = startMember(groupId);
  const waits = async (): Promise<boolean> => (await stateOf(groupId)) === 'PreparingRebalance';
  await eventually('the join waits', waits);
  const own = member.joins.at(-1) ?? [];
  for (let round = 0; round < 20; round += 1) {
    const values = own.map((partition) => `${round.toString()} of ${partition.toString()}`);
    await send(own.map((partition, n) => ({ partition, value: values[n] ?? '' })));
    await eventually('all are read', () => values.every((value) => member.values.includes(value)));
  }
  expect(await waits()).toBe(true);
  await leave();
  await joining;
  expect(member.failures).toEqual([]);
});

test('▲ a member that cannot store gives its partitions up and stays a member; while no other can, it keeps them', async () => {
  const groupId = `test.${randomId()}`;
  const stores = { first: true, second: true };
  const first = await startMember(groupId, kafka, () => stores.first);
  const second = await startMember(groupId, kafka, () => stores.second);
  const shares = (): (number | undefined)[] => [first, second].map(({ joins }) => joins.at(-1)?.length);
  await eventually('each has a share', () => shares().join() === '3,3');
  stores.first = false;
  first.consumer.joinAgain();
  await eventually('the other has all', () => shares().join() === '0,6');
  const { memberId } = first.consumer;
  stores.second = false;
  const joins = second.joins.length;
  second.consumer.joinAgain();
  await eventually('it has joined again', () => second.joins.length > joins);
  expect(shares()).toEqual([0, 6]);
  stores.first = stores.second = true;
  first.consumer.joinAgain();
  await eventually('each has a share again', () => shares().join() === '3,3');
  expect(first.consumer.memberId).toBe(memberId);
  expect([...first.failures, ...second.failures]).toEqual([]);
});
