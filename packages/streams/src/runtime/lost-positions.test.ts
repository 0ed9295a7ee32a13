import {
  MemoryBroker,
  MemoryDatabase,
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
let engine: ToyEngine | null = null;

beforeEach(() => {
  broker = new MemoryBroker();
  broker.createTopic(topic, 1);
  broker.createTopic('facts', 1);
  // No listener learns that the database is set back.
  store = new MemoryStore({
    database: new MemoryDatabase({ keepsCommits: 100 }),
    onHistoryChange: () => undefined,
  });
});

afterEach(async () => {
  await engine?.runtime.stop();
  engine = null;
});

const startWith = async (...refs: string[]): Promise<void> => {
  for (const ref of refs) broker.append(toyMessage(topic, 'm', { ref, amount: 1 }));
  engine = await startToyEngine({ broker, store, topic, consumerGroup });
};

test('▲ records whose commits are lost with their position are read again, though nothing new comes', async () => {
  await startWith('a', 'b');
  await eventually('all is stored', () => store.effects.size === 2);
  store.database.setBack(100);
  expect(store.positionOf(at)).toBeUndefined();
  await eventually('all is stored again', () => store.effects.size === 2);
  expect(store.positionOf(at)).toMatchObject({ nextOffset: 2, state: 'RUNNING' });
}, 120_000);

test('▲ a partition whose parking is lost with its position is checked again', async () => {
  await startWith('a', 'b');
  await eventually('all is stored', () => store.effects.size === 2);
  broker.cut(at, 1);
  await eventually('parked', () => store.positionOf(at)?.state === 'PARKED');
  store.database.setBack(100);
  await eventually('what is left is stored', () => store.effects.size === 1);
  expect(store.positionOf(at)).toMatchObject({ nextOffset: 1, state: 'RUNNING' });
}, 120_000);
