import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  StoreFailure,
  type ToyEngine,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import type { StreamRuntime } from './stream-runtime.ts';

const topic = 'receipts';
const consumerGroup = 'engine';

const running: StreamRuntime[] = [];

const startEngine = async (broker: MemoryBroker, store: MemoryStore): Promise<ToyEngine> => {
  const engine = await startToyEngine({ broker, store, topic, consumerGroup });
  running.push(engine.runtime);
  return engine;
};

const createBroker = (): MemoryBroker => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 4);
  broker.createTopic('facts', 2);
  broker.createTopic('loyalty.dead-letters', 2);
  return broker;
};

const send = (broker: MemoryBroker, count: number, from = 0): void => {
  for (let n = from; n < from + count; n += 1) {
    broker.append(toyMessage(topic, `member-${(n % 7).toString()}`, { ref: `r${n.toString()}`, amount: n }));
  }
};

const publishedRefs = (broker: MemoryBroker): string[] =>
  broker.all('facts').map(({ value }) => value?.toString() ?? '');

const partitions = [0, 1, 2, 3].map((partition) => ({ consumerGroup, topic, partition }));

const storedUpTo = (store: MemoryStore): number =>
  partitions.reduce((sum, at) => sum + (store.positionOf(at)?.nextOffset ?? 0), 0);

afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.stop();
});

test('every message is stored once and its fact is published', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  await startEngine(broker, store);
  send(broker, 1_000);
  await eventually('all stored', () => store.effects.size === 1_000);
  await eventually('all published', () => new Set(publishedRefs(broker)).size === 1_000);
  expect(publishedRefs(broker)).toHaveLength(1_000);
  expect(storedUpTo(store)).toBe(1_000);
});

test('published rows are deleted from the outbox', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  await startEngine(broker, store);
  send(broker, 10);
  await eventually('all published', () => publishedRefs(broker).length === 10);
  await eventually('the outbox is empty', () => store.outbox.size === 0);
  expect(store.outbox.size).toBe(0);
});

test('▲ the first fetch after a join comes from Kafka’s own offset and is dropped: the stored position counts', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  send(broker, 100);
  // In Kafka's offsets everything was read; in Postgres nothing was.
  for (const at of partitions) broker.commit(consumerGroup, at, broker.log(at).length);
  await startEngine(broker, store);
  send(broker, 50, 100);
  await eventually('all stored', () => store.effects.size === 150);
  expect(storedUpTo(store)).toBe(150);
});

test('I3 I10 a second process joins and leaves while messages flow: nothing is lost, nothing is doubled', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  await startEngine(broker, store);
  send(broker, 500);
  const second = await startEngine(broker, store);
  send(broker, 500, 500);
  await eventually('some progress', () => store.effects.size > 300);
  await second.runtime.stop();
  send(broker, 500, 1_000);
  await eventually('all stored', () => store.effects.size === 1_500);
  expect(storedUpTo(store)).toBe(1_500);
  expect(new Set(publishedRefs(broker)).size).toBe(1_500);
});

test('a position moved by another process fences the batch: it is rolled back and read again', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  await startEngine(broker, store);
  send(broker, 100);
  await eventually('all stored', () => store.effects.size === 100);
  const [at] = partitions;
  if (at === undefined) throw new Error('no partition');
  const before = store.positionOf(at)?.nextOffset ?? 0;
  // Another process has taken over the partition and is one record ahead.
  broker.append({ ...toyMessage(topic, 'x', { ref: 'ahead', amount: 1 }), partition: 0 });
  store.setPosition(at, { nextOffset: before + 1, lastTimestamp: null, state: 'RUNNING' });
  await eventually('the position was read again', () => storedUpTo(store) === 101);
  broker.append({ ...toyMessage(topic, 'x', { ref: 'after', amount: 1 }), partition: 0 });
  await eventually('reading goes on behind it', () => store.effects.has('after'));
  expect(store.positionOf(at)?.nextOffset).toBe(before + 2);
});

test('a fault of the store is waited out and nothing is skipped', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  store.failures.push(
    new StoreFailure('unavailable'),
    new StoreFailure('race'),
    new StoreFailure('unavailable'),
  );
  const { fatal } = await startEngine(broker, store);
  send(broker, 20);
  await eventually('all stored', () => store.effects.size === 20);
  expect(fatal).toEqual([]);
});

test('a position beyond the end of the log parks that partition alone', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  store.setPosition(
    { consumerGroup, topic, partition: 2 },
    { nextOffset: 99, lastTimestamp: 1, state: 'RUNNING' },
  );
  await startEngine(broker, store);
  broker.append({ ...toyMessage(topic, 'm', { ref: 'one', amount: 1 }), partition: 1 });
  broker.append({ ...toyMessage(topic, 'm', { ref: 'two', amount: 1 }), partition: 2 });
  await eventually('the other partition is read', () => store.effects.has('one'));
  await eventually(
    'parked',
    () => store.positionOf({ consumerGroup, topic, partition: 2 })?.state === 'PARKED',
  );
  expect(store.effects.has('two')).toBe(false);
});

test('▲ a leader that was frozen knows no newer end: its partition waits, and is not parked', async () => {
  /** Shows the first looks a log that ends at 3. */
  class ThawedBroker extends MemoryBroker {
    looks = 0;

    override bounds(topics: readonly string[]): ReturnType<MemoryBroker['bounds']> {
      this.looks += 1;
      const isThawed = this.looks > 3;
      return super.bounds(topics).map((log) => (isThawed ? log : { ...log, end: Math.min(log.end, 3) }));
    }
  }
  const broker = new ThawedBroker();
  for (const [name, count] of [
    [topic, 4],
    ['facts', 2],
    ['loyalty.dead-letters', 2],
  ] as const)
    broker.createTopic(name, count);
  for (let n = 0; n < 8; n += 1)
    broker.append({ ...toyMessage(topic, 'm', { ref: `n${n.toString()}`, amount: 1 }), partition: 3 });
  const store = new MemoryStore();
  const at = { consumerGroup, topic, partition: 3 };
  store.setPosition(at, { nextOffset: 6, lastTimestamp: null, state: 'RUNNING' });
  await startEngine(broker, store);
  await eventually('read on', () => store.positionOf(at)?.nextOffset === 8);
  expect(broker.looks).toBeGreaterThan(3);
  expect([...store.effects.keys()]).toEqual(['n6', 'n7']);
});

test('a log that was replaced under a position parks its partition', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  for (let n = 0; n < 5; n += 1) {
    broker.append({ ...toyMessage(topic, 'm', { ref: `n${n.toString()}`, amount: 1 }), partition: 3 });
  }
  store.setPosition(
    { consumerGroup, topic, partition: 3 },
    { nextOffset: 3, lastTimestamp: broker.now - 5, state: 'RUNNING' },
  );
  await startEngine(broker, store);
  await eventually(
    'parked',
    () => store.positionOf({ consumerGroup, topic, partition: 3 })?.state === 'PARKED',
  );
  expect(store.effects.size).toBe(0);
});

test('a partition that an operator unparks is read on without a restart', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  const at = { consumerGroup, topic, partition: 2 };
  store.setPosition(at, { nextOffset: 0, lastTimestamp: null, state: 'PARKED' });
  await startEngine(broker, store);
  broker.append({ ...toyMessage(topic, 'm', { ref: 'waits', amount: 1 }), partition: 2 });
  broker.append({ ...toyMessage(topic, 'm', { ref: 'other', amount: 1 }), partition: 1 });
  await eventually('the other partition is read', () => store.effects.has('other'));
  expect(store.effects.has('waits')).toBe(false);
  store.setPosition(at, { nextOffset: 0, lastTimestamp: null, state: 'RUNNING' });
  await eventually('the parked one is read', () => store.effects.has('waits'));
  expect(store.positionOf(at)?.nextOffset).toBe(1);
});

test('a position that an operator moves back is read from there, though nothing new comes', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  const at = { consumerGroup, topic, partition: 0 };
  await startEngine(broker, store);
  for (let n = 0; n < 5; n += 1) {
    broker.append({ ...toyMessage(topic, 'm', { ref: `n${n.toString()}`, amount: 1 }), partition: 0 });
  }
  await eventually('all published', () => publishedRefs(broker).length === 5);
  store.setPosition(at, { nextOffset: 1, lastTimestamp: null, state: 'RUNNING' });
  await eventually('four are handled again', () => publishedRefs(broker).length === 9);
  expect(publishedRefs(broker).slice(5)).toEqual(['n1', 'n2', 'n3', 'n4']);
  expect(store.effects.size).toBe(5);
});

test('a partition that an operator parks is not read any more', async () => {
  const broker = createBroker();
  const store = new MemoryStore();
  const at = { consumerGroup, topic, partition: 0 };
  await startEngine(broker, store);
  store.setPosition(at, { nextOffset: 0, lastTimestamp: null, state: 'PARKED' });
  broker.append({ ...toyMessage(topic, 'm', { ref: 'waits', amount: 1 }), partition: 0 });
  broker.append({ ...toyMessage(topic, 'm', { ref: 'other', amount: 1 }), partition: 1 });
  await eventually('the other partition is read', () => store.effects.has('other'));
  expect(store.effects.has('waits')).toBe(false);
});
