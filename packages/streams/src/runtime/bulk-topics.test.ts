import { partitionKeyOf } from '@loyalty/kernel';
import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  type ToyEngine,
  type ToyEngineOptions,
  toyHandler,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import { defaultBatchLimits } from '../batch/batch-limits.ts';

const consumerGroup = 'follower';
const [topic, bulk] = ['facts-of-tills', 'facts-of-streams'];

let broker: MemoryBroker;
let store: MemoryStore;
let engines: ToyEngine[] = [];
/** The offset up to which each partition was fetched. */
let fetched: Map<string, number>;

beforeEach(() => {
  broker = new MemoryBroker();
  for (const name of [topic, bulk]) broker.createTopic(name, 2);
  broker.createTopic('facts', 1);
  broker.createTopic('loyalty.dead-letters', 1);
  store = new MemoryStore();
  fetched = new Map();
  const read = broker.read.bind(broker);
  broker.read = (at, offset, max) => {
    const found = read(at, offset, max);
    fetched.set(partitionKeyOf(at), found.nextOffset);
    return found;
  };
});

afterEach(async () => {
  for (const { runtime } of engines) await runtime.stop();
  engines = [];
});

const start = async (given: Partial<ToyEngineOptions> = {}): Promise<void> => {
  const group = { broker, store, topic, consumerGroup, lane: 'interactive', bulkTopics: [bulk] } as const;
  engines.push(await startToyEngine({ ...group, ...given }));
};

const send = (name: string, count: number, to = name === 'till' ? topic : bulk): void => {
  for (let n = 0; n < count; n += 1)
    broker.append(toyMessage(to, `member ${n.toString()}`, { ref: `${name} ${n.toString()}`, amount: 1 }));
};

/** True when all records of a topic were fetched. */
const isFetched = (name: string): boolean =>
  [0, 1].every(
    (partition) =>
      (fetched.get(partitionKeyOf({ topic: name, partition })) ?? 0) >=
      broker.log({ topic: name, partition }).length,
  );

/** Collects the batches as the handler gets them; each waits until it is let through. */
const heldBatches = () => {
  const batches: (readonly { readonly ref: string; readonly lane: string }[])[] = [];
  let letThrough = (): void => undefined;
  let gate: Promise<void> | null = null;
  const hold = (): void => {
    gate = new Promise((resolve) => {
      letThrough = () => {
        gate = null;
        resolve();
      };
    });
  };
  const plan: typeof toyHandler.plan = async (tx, batch) => {
    batches.push(batch.map(({ value, lane }) => ({ ref: value.ref, lane })));
    await gate;
    return toyHandler.plan(tx, batch);
  };
  const go = (): void => {
    letThrough();
  };
  return { batches, hold, letThrough: go, handler: { plan } };
};

test('▲ a record of a till is in the next batch, and first in it, whatever waits on a bulk topic of its group (D118)', async () => {
  const { batches, hold, letThrough, handler } = heldBatches();
  hold();
  send('bulk', 6_000);
  await start({ handler });
  await eventually('a batch of the backlog is under way', () => batches.length === 1);
  send('till', 3);
  // The bulk queue is full by now, and its partitions are paused: those of the tills are read on.
  await eventually('the records of tills are read', () => isFetched(topic));
  expect(isFetched(bulk)).toBe(false);
  letThrough();
  await eventually('all are stored', () => store.effects.size === 6_003);
  const [, next = []] = batches;
  const lanes = next.map(({ lane }) => lane);
  expect(lanes.slice(0, 4)).toEqual(['interactive', 'interactive', 'interactive', 'bulk']);
  expect(lanes.filter((lane) => lane === 'bulk')).toHaveLength(defaultBatchLimits.bulkMaxWithInteractive);
});

test('a record of either lane is processed once, though two processes share the group and one leaves', async () => {
  await start();
  await start();
  send('bulk', 500);
  send('till', 500);
  await eventually('some are stored', () => store.effects.size > 300);
  await engines.pop()?.runtime.stop();
  send('late', 200);
  send('till', 700);
  await eventually('all are stored', () => store.effects.size === 1_400);
  const published = broker.all('facts').map(({ value }) => value?.toString() ?? '');
  expect(new Set(published).size).toBe(1_400);
  expect(engines.flatMap(({ fatal }) => fatal)).toEqual([]);
});

test('▲ a group that begins at the end of its topic begins at the start of a bulk one: nothing was read of it before', async () => {
  await start({ bulkTopics: [] });
  send('till', 3);
  await eventually('the tills are stored', () => store.effects.size === 3);
  await engines.pop()?.runtime.stop();
  // Engines write to the topic before the follower is replaced by one that reads it.
  send('bulk', 20);
  await start({ firstPosition: 'end' });
  await eventually('all are stored', () => store.effects.size === 23);
  expect([...store.effects.keys()].filter((ref) => ref.startsWith('bulk'))).toHaveLength(20);
});

test('a new group skips what is old on its topic, and reads all of a bulk one', async () => {
  send('till', 20);
  send('bulk', 20);
  await start({ firstPosition: 'end' });
  await eventually('the bulk ones are stored', () => store.effects.size === 20);
  send('till', 21);
  await eventually('the new one is stored', () => store.effects.has('till 20'));
  expect([...store.effects.keys()].filter((ref) => ref.startsWith('till'))).toHaveLength(21);
});

test('a backlog of one lane never fills the queue of the other: both are read to their ends', async () => {
  const { hold, letThrough, handler, batches } = heldBatches();
  hold();
  send('till', 5_000);
  await start({ handler });
  await eventually('a batch is under way', () => batches.length === 1);
  send('bulk', 10);
  await eventually('the bulk records are read', () => isFetched(bulk));
  expect(isFetched(topic)).toBe(false);
  letThrough();
  await eventually('all are stored', () => store.effects.size === 5_010);
});

describe('bulk topics of several tenants', () => {
  const streams = ['stream-a', 'stream-b', 'stream-c'] as const;
  beforeEach(() => {
    for (const name of streams) broker.createTopic(name, 1);
  });

  const isStreamFetched = (name: string): boolean =>
    (fetched.get(`${name}/0`) ?? 0) >= broker.log({ topic: name, partition: 0 }).length;

  test('▲ a record of one is in the next batch, though the backlog of another has filled the queue (D118)', async () => {
    const { batches, hold, letThrough, handler } = heldBatches();
    hold();
    send('a', 6_000, 'stream-a');
    await start({ handler, bulkTopics: streams });
    await eventually('a batch of the backlog is under way', () => batches.length === 1);
    send('b', 1, 'stream-b');
    send('c', 30, 'stream-c');
    await eventually('the others are read', () => isStreamFetched('stream-b') && isStreamFetched('stream-c'));
    await eventually(
      'more than a batch of the backlog waits',
      () => (fetched.get('stream-a/0') ?? 0) >= 1_500,
    );
    expect(isStreamFetched('stream-a')).toBe(false);
    letThrough();
    await eventually('all are stored', () => store.effects.size === 6_031);
    const refs = batches[1]?.map(({ ref }) => ref) ?? [];
    expect(refs).toContain('b 0');
    expect(refs.filter((ref) => ref.startsWith('c'))).toHaveLength(30);
    expect(refs.filter((ref) => ref.startsWith('a'))).toHaveLength(469);
  });
});

test('▲ batches are larger after one without effect, and as usual again after one with an effect', async () => {
  const { batches, hold, letThrough, handler } = heldBatches();
  let hadEffect = false;
  hold();
  send('bulk', 6_000);
  await start({ handler: { ...handler, hasEffect: () => hadEffect } });
  await eventually('a batch is under way', () => batches.length === 1);
  const fetchedInAll = () => [...fetched.values()].reduce((sum, count) => sum + count, 0);
  await eventually('more than a batch waits', () => fetchedInAll() >= 1_500);
  letThrough();
  await eventually('the second batch is stored', () => batches.length > 2);
  hadEffect = true;
  await eventually('all are stored', () => store.effects.size === 6_000);
  const sizes = batches.map(({ length }) => length);
  const { recordsMax, recordsMaxWithoutEffect } = defaultBatchLimits;
  expect(sizes[1]).toBeGreaterThan(recordsMax);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(recordsMaxWithoutEffect);
  expect(Math.max(...sizes.slice(4))).toBeLessThanOrEqual(recordsMax);
});
