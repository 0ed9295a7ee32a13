import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  type ToyEngine,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';

const topic = 'receipts';
const consumerGroup = 'engine';
const at = { consumerGroup, topic, partition: 0 };

let broker: MemoryBroker;
let store: MemoryStore;
let metrics: Metrics;
let engine: ToyEngine | null = null;

beforeEach(() => {
  broker = new MemoryBroker();
  broker.createTopic(topic, 1);
  broker.createTopic('facts', 1);
  store = new MemoryStore();
  metrics = createMetrics({ service: 'test' });
});

afterEach(() => stop());

const start = async (): Promise<void> => {
  engine = await startToyEngine({ broker, store, topic, consumerGroup, metrics });
};

const stop = async (): Promise<void> => {
  await engine?.runtime.stop();
  engine = null;
};

const receipt = (ref: string) => toyMessage(topic, 'm', { ref, amount: 1 });

const writeIn = (how: 'commit' | 'abort', ...refs: string[]): void => {
  const transaction = broker.beginTransaction();
  for (const ref of refs) broker.append(receipt(ref), transaction);
  broker.now += 1;
  broker.endTransaction(transaction, how);
};

const figure = async (name: string): Promise<number> => {
  const { body } = await metrics.render();
  return Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(body)?.[1]);
};

const reached = (offset: number): Promise<void> =>
  eventually(`the position is ${offset.toString()}`, () => store.positionOf(at)?.nextOffset === offset);

test.each([
  ['a commit', 'commit', 1],
  ['an abort', 'abort', 0],
] as const)(
  '▲ a log that ends with the marker of %s is read to its end, and so it is after a restart',
  async (_, how, effects) => {
    await start();
    writeIn(how, 'a');
    await reached(2);
    expect([store.effects.size, await figure('loyalty_stream_lag_messages')]).toEqual([effects, 0]);
    expect(store.positionOf(at)).toMatchObject({ lastTimestamp: broker.log(at)[1]?.timestamp });
    await stop();
    await start();
    broker.append(receipt('b'));
    await reached(3);
    expect(store.effects.size).toBe(effects + 1);
    expect(engine?.fatal).toEqual([]);
  },
);

test('▲ a receipt and the end of its transaction are one write, and an idle partition writes nothing', async () => {
  await start();
  let moves = 0;
  const { database } = store;
  database.onCommit = (tx) => {
    moves += [...database.positions.draftsOf(tx)].length;
  };
  writeIn('commit', 'a');
  await reached(2);
  expect(moves).toBe(1);
  // The row of the fact is deleted once it is published.
  await eventually('nothing is to be published', () => database.outbox.rows.size === 0);
  const { commits } = store;
  const asks = jest.spyOn(engine?.consumer ?? broker.consumer('none', []), 'logBounds');
  // Each turn of the idle loop ends a second of its clock.
  for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
  expect([store.commits, store.positionOf(at)?.nextOffset]).toEqual([commits, 2]);
  expect(asks).not.toHaveBeenCalled();
});

test('▲ what waits for an open transaction is counted, is no lag of ours, and is gone after its end without a new record', async () => {
  await start();
  broker.append(receipt('before'));
  const transaction = broker.beginTransaction();
  broker.append(receipt('in it'), transaction);
  for (const ref of ['one', 'two', 'three']) broker.append(receipt(ref));
  await reached(1);
  await eventually(
    'four messages wait',
    async () => (await figure('loyalty_open_transaction_messages')) === 4,
  );
  expect(await figure('loyalty_stream_lag_messages')).toBe(4);
  expect(await figure('loyalty_stream_time_lag_seconds')).toBe(0);
  expect(store.positionOf(at)?.nextOffset).toBe(1);
  broker.endTransaction(transaction, 'abort');
  await reached(6);
  expect(store.effects.size).toBe(4);
  for (const name of ['open_transaction_messages', 'open_transaction_seconds', 'stream_lag_messages'])
    expect(await figure(`loyalty_${name}`)).toBe(0);
});

test('▲ a marker that was cut away and written over by a receipt parks its partition', async () => {
  await start();
  writeIn('commit', 'a');
  await reached(2);
  broker.cut(at, 1);
  broker.now += 1;
  broker.append(receipt('b'));
  broker.append(receipt('c'));
  await eventually('parked', () => store.positionOf(at)?.state === 'PARKED');
  expect(store.positionOf(at)?.nextOffset).toBe(2);
});
