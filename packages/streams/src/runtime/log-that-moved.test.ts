import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  StoreFailure,
  type ToyEngine,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';

const topic = 'receipts';
const consumerGroup = 'engine';
const at = { consumerGroup, topic, partition: 0 };

let broker: MemoryBroker;
let store: MemoryStore;
let engine: ToyEngine | null = null;

beforeEach(() => {
  broker = new MemoryBroker();
  broker.createTopic(topic, 1);
  broker.createTopic('facts', 1);
  store = new MemoryStore();
});

afterEach(async () => {
  await engine?.runtime.stop();
  engine = null;
});

const append = (...refs: string[]): void => {
  for (const ref of refs) {
    broker.now += 1;
    broker.append(toyMessage(topic, 'm', { ref, amount: 1 }));
  }
};

const refs = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${name} ${n.toString()}`);

const start = async (): Promise<void> => {
  engine = await startToyEngine({ broker, store, topic, consumerGroup });
};

const parked = (): Promise<void> => eventually('parked', () => store.positionOf(at)?.state === 'PARKED');

/** Reads until the queue is full, so that later records are fetched later. */
const startBehindFullQueue = async (): Promise<void> => {
  append(...refs('before', 2_500));
  store.failures.push(...Array.from({ length: 1_000 }, () => new StoreFailure('unavailable')));
  await start();
  await eventually('the store is asked in vain', () => store.failures.length < 995);
};

test('▲ a log that now starts behind the next record parks its partition, once all records read are stored', async () => {
  await startBehindFullQueue();
  broker.deleteBefore(at, 2_490);
  store.failures.length = 0;
  await parked();
  const stored = store.positionOf(at)?.nextOffset ?? 0;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(2_490);
  expect(store.effects.size).toBe(stored);
  expect(engine?.runtime.isReady()).toBe(true);
});

test('▲ a log that was cut below the last record read parks its partition: no later record is skipped', async () => {
  append(...refs('first', 10));
  await start();
  await eventually('all is stored', () => store.effects.size === 10);
  broker.cut(at, 6);
  await parked();
  append(...refs('second', 3));
  store.setPosition(at, { nextOffset: 6, lastTimestamp: null, state: 'RUNNING' });
  await eventually('it is read on from where an operator says', () => store.effects.size === 13);
  expect(engine?.fatal).toEqual([]);
});

test('▲ a log that was cut and written again parks its partition, though it reaches beyond the last record read', async () => {
  append(...refs('first', 10));
  await start();
  await eventually('all is stored', () => store.effects.size === 10);
  broker.cut(at, 6);
  append(...refs('second', 20));
  await parked();
  expect(store.positionOf(at)?.nextOffset).toBe(10);
  expect(store.effects.size).toBe(10);
});

test('▲ a log that was cut and has grown back to just before the last record read parks its partition after a join, though nothing new comes', async () => {
  append(...refs('first', 10));
  await start();
  await eventually('all is stored', () => store.effects.size === 10);
  broker.cut(at, 6);
  append(...refs('second', 3));
  // The group joins again before the next fetch, and the last record is fetched again at the very end of the
  // log.
  broker.addPartitions(topic, 2);
  await parked();
  store.setPosition(at, { nextOffset: 6, lastTimestamp: null, state: 'RUNNING' });
  await eventually('it is read on from where an operator says', () => store.effects.size === 13);
  expect(engine?.fatal).toEqual([]);
});

test('a log that another leader continues is read on', async () => {
  append(...refs('first', 10));
  await start();
  await eventually('all is stored', () => store.effects.size === 10);
  broker.cut(at, 10);
  append(...refs('second', 20));
  await eventually('all is stored', () => store.effects.size === 30);
  expect(store.positionOf(at)).toMatchObject({ nextOffset: 30, state: 'RUNNING' });
});

test('the same when the record before is no longer there', async () => {
  append(...refs('first', 10));
  await start();
  await eventually('all is stored', () => store.effects.size === 10);
  broker.deleteBefore(at, 10);
  broker.cut(at, 10);
  append(...refs('second', 20));
  await eventually('all is stored', () => store.effects.size === 30);
  expect(store.positionOf(at)).toMatchObject({ nextOffset: 30, state: 'RUNNING' });
});
