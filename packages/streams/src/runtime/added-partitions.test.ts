import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  type ToyEngine,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import type { FirstPosition } from '../positions/begin-reading.ts';

const topic = 'facts-of-others';
const consumerGroup = 'follower';
const at = (partition: number) => ({ consumerGroup, topic, partition });

let broker: MemoryBroker;
let store: MemoryStore;
let engines: ToyEngine[] = [];

beforeEach(() => {
  broker = new MemoryBroker();
  broker.createTopic(topic, 2);
  broker.createTopic('facts', 1);
  store = new MemoryStore();
});

afterEach(async () => {
  for (const { runtime } of engines) await runtime.stop();
  engines = [];
});

const start = async (firstPosition: FirstPosition): Promise<void> => {
  engines.push(await startToyEngine({ broker, store, topic, consumerGroup, firstPosition }));
};

const send = (name: string, count: number): void => {
  for (let n = 0; n < count; n += 1) {
    const member = `member ${n.toString()}`;
    broker.append(toyMessage(topic, member, { ref: `${name} ${n.toString()}`, amount: 1 }));
  }
};

const allBegun = (count: number): Promise<void> =>
  eventually('all partitions have a position', () =>
    Array.from({ length: count }, (_, partition) => store.positionOf(at(partition))).every(
      (position) => position !== undefined,
    ),
  );

test.each(['end', 'start'] as const)(
  '▲ partitions that are added to a topic are read from their start by a group that began at its %s',
  async (firstPosition) => {
    await start(firstPosition);
    await allBegun(2);
    send('before', 20);
    broker.addPartitions(topic, 5);
    // Written before any consumer has seen the new partitions.
    send('meanwhile', 20);
    await eventually('all are stored', () => store.effects.size === 40);
    send('later', 20);
    await eventually('all are stored', () => store.effects.size === 60);
    expect(engines.flatMap(({ fatal }) => fatal)).toEqual([]);
  },
);

test('▲ a new group begins at the end of all partitions at once, whichever member is first', async () => {
  send('old', 20);
  await start('end');
  await start('end');
  await allBegun(2);
  send('new', 20);
  await eventually('the new ones are stored', () => store.effects.size === 20);
  expect([...store.effects.keys()].every((ref) => ref.startsWith('new'))).toBe(true);
});

test('▲ a member that joins while the first one has begun only its own partitions loses nothing and reads nothing old', async () => {
  send('old', 20);
  await start('end');
  await allBegun(2);
  await engines[0]?.runtime.stop();
  engines = [];
  send('between', 20);
  await start('end');
  await start('end');
  await eventually('what came between is stored', () => store.effects.size === 20);
  expect([...store.effects.keys()].every((ref) => ref.startsWith('between'))).toBe(true);
});

test('a topic that is new to a group with other topics begins at its end', async () => {
  store.setPosition({ ...at(0), topic: 'another' }, { nextOffset: 0, lastTimestamp: null, state: 'RUNNING' });
  send('old', 20);
  await start('end');
  await allBegun(2);
  send('new', 20);
  await eventually('the new ones are stored', () => store.effects.size === 20);
  expect([...store.effects.keys()].every((ref) => ref.startsWith('new'))).toBe(true);
});
