import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  directLine,
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
  startToyEngine,
  StoreFailure,
  type ToyEngine,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';

const topic = 'receipts';
const consumerGroup = 'engine';

const running: ToyEngine[] = [];
afterEach(async () => {
  for (const { runtime } of running.splice(0)) await runtime.stop();
});

const createBroker = (): MemoryBroker => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 4);
  broker.createTopic('facts', 2);
  broker.createTopic('loyalty.dead-letters', 2);
  return broker;
};

const send = (broker: MemoryBroker, count: number, from = 0): void => {
  for (let n = from; n < from + count; n += 1)
    broker.append(toyMessage(topic, `member-${(n % 7).toString()}`, { ref: `r${n.toString()}`, amount: n }));
};

/** An engine whose connections to the database a test cuts. */
const startEngine = async (broker: MemoryBroker, database: MemoryDatabase, owner: number) => {
  const way = { isCut: false };
  let silentMs = 0;
  const metrics = createMetrics({ service: 'test' });
  const store = new MemoryStore({
    database,
    owner,
    line: {
      call: async (what, work) => {
        if (way.isCut) throw new StoreFailure('unavailable');
        return directLine.call(what, work);
      },
    },
  });
  const engine = await startToyEngine({
    broker,
    store,
    topic,
    consumerGroup,
    metrics,
    storeSilentMs: () => {
      silentMs = way.isCut ? silentMs + 1_000 : 0;
      return silentMs;
    },
  });
  running.push(engine);
  const figure = async (name: string): Promise<number> => {
    const { body } = await metrics.render();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(body)?.[1]);
  };
  return { way, figure, runtime: engine.runtime };
};

test('▲ a process that does not reach the database lets others read, and reads its share again when it does (D135)', async () => {
  const broker = createBroker();
  const database = new MemoryDatabase();
  const cut = await startEngine(broker, database, 1);
  const other = await startEngine(broker, database, 2);
  send(broker, 100);
  await eventually('all are stored', () => database.effects.rows.size === 100);
  cut.way.isCut = true;
  send(broker, 100, 100);
  await eventually('the other stores all', () => database.effects.rows.size === 200);
  expect([cut.runtime.isReadByOthers(), other.runtime.isReadByOthers()]).toEqual([true, false]);
  expect(await cut.figure('loyalty_assigned_partitions')).toBe(0);
  expect(await cut.figure('loyalty_groups_read_by_others')).toBe(1);
  cut.way.isCut = false;
  await eventually('it reads again', async () => (await cut.figure('loyalty_assigned_partitions')) === 2);
  send(broker, 100, 200);
  await eventually('all are stored', () => database.effects.rows.size === 300);
  expect(cut.runtime.isReadByOthers()).toBe(false);
});

test('▲ while nobody reaches the database, each keeps what it has, and what waits in Kafka counts', async () => {
  const broker = createBroker();
  const database = new MemoryDatabase();
  const engines = [await startEngine(broker, database, 1), await startEngine(broker, database, 2)] as const;
  const sum = async (name: string): Promise<number> => {
    const all = await Promise.all(engines.map(({ figure }) => figure(name)));
    return all.reduce((total, one) => total + one, 0);
  };
  const joins = await sum('loyalty_rebalances_total');
  for (const { way } of engines) way.isCut = true;
  send(broker, 20_000);
  await eventually(
    'all that waits is seen',
    async () => (await sum('loyalty_stream_lag_messages')) === 20_000,
  );
  await eventually('the group knows', async () => (await sum('loyalty_rebalances_total')) > joins);
  expect(await Promise.all(engines.map(({ figure }) => figure('loyalty_assigned_partitions')))).toEqual([
    2, 2,
  ]);
  expect(engines.map(({ runtime }) => runtime.isReadByOthers())).toEqual([false, false]);
  for (const { way } of engines) way.isCut = false;
  await eventually('all are stored', () => database.effects.rows.size === 20_000);
  expect(await sum('loyalty_stream_lag_messages')).toBe(0);
}, 90_000);
