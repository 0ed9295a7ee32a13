import { createKafka, type Kafka } from '@loyalty/kafka';
import { createTopics } from '@loyalty/kafka/admin';
import { type Lifecycle, randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createSilentProxy, sendOnce, type SilentProxy } from '@loyalty/testkit/servers';
import { createFollower, stackConfig } from '../testing/follower.ts';

const partitions = 6;
let kafka: Kafka;
let topic: string;
const running: Lifecycle[] = [];
const proxies: SilentProxy[] = [];
beforeEach(async () => {
  kafka = createKafka({
    brokers: stackConfig.kafkaBrokers,
    clientId: 'lost-database-test',
    logger: silentLogger,
  });
  topic = `test.lost-database.${randomId()}`;
  await createTopics(kafka, [{ name: topic, partitions, replicationFactor: 1, config: {} }]);
});
afterEach(async () => {
  for (const proxy of proxies) proxy.speak();
  for (const service of running.splice(0)) await service.stop();
  for (const proxy of proxies.splice(0)) await proxy.close();
});

/** A follower whose way to Postgres a test cuts. `stored` names what it stored. */
const startFollower = async () => {
  const proxy = await createSilentProxy(stackConfig.databaseUrl);
  proxies.push(proxy);
  const stored: string[] = [];
  const { lifecycle, metrics } = createFollower({ topic, stored, databaseUrl: proxy.url });
  await lifecycle.start();
  running.push(lifecycle);
  const figure = async (name: string): Promise<number> => {
    const { body } = await metrics.render();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(body)?.[1]);
  };
  return { proxy, stored, figure };
};

const shareOf = (follower: Awaited<ReturnType<typeof startFollower>>): Promise<number> =>
  follower.figure('loyalty_assigned_partitions');

/** Sends one message to each partition. */
const send = async (round: string): Promise<string[]> => {
  const values = Array.from({ length: partitions }, (_, partition) => `${round} ${partition.toString()}`);
  await sendOnce(kafka, { topic, messages: values.map((value, partition) => ({ partition, value })) });
  return values;
};

test('▲ of two processes the one that loses Postgres alone gives its partitions up, and takes its share again by itself', async () => {
  const cut = await startFollower();
  const other = await startFollower();
  await eventually(
    'each has a share',
    async () => (await shareOf(cut)) === 3 && (await shareOf(other)) === 3,
  );
  cut.proxy.fallSilent();
  const sent = await send('cut');
  await eventually('the other stores all of them', () => sent.every((value) => other.stored.includes(value)));
  await eventually(
    'it knows that others read for it',
    async () => (await shareOf(cut)) === 0 && (await cut.figure('loyalty_groups_read_by_others')) === 1,
  );
  cut.proxy.speak();
  await eventually('it has a share again', async () => (await shareOf(cut)) === 3);
  const again = await send('again');
  await eventually('all are stored', () =>
    again.every((value) => [...cut.stored, ...other.stored].includes(value)),
  );
  expect(await cut.figure('loyalty_groups_read_by_others')).toBe(0);
  const all = [...cut.stored, ...other.stored];
  expect(new Set(all).size).toBe(all.length);
});

test('▲ while both have lost Postgres, both keep their partitions', async () => {
  const both = [await startFollower(), await startFollower()] as const;
  const shares = (): Promise<number[]> => Promise.all(both.map(shareOf));
  await eventually('each has a share', async () => (await shares()).join() === '3,3');
  const joined = (): Promise<number[]> =>
    Promise.all(both.map(({ figure }) => figure('loyalty_rebalances_total')));
  const before = await joined();
  for (const { proxy } of both) proxy.fallSilent();
  await eventually('both have said so', async () =>
    (await joined()).every((count, place) => count > (before[place] ?? 0)),
  );
  expect(await shares()).toEqual([3, 3]);
  const sent = await send('away');
  for (const { proxy } of both) proxy.speak();
  const stored = (): string[] => both.flatMap((each) => each.stored);
  await eventually('all are stored', () => sent.every((value) => stored().includes(value)));
  expect(stored().toSorted()).toEqual(sent);
});
