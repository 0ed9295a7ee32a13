import { headers as names } from '@loyalty/contracts';
import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  StoreFailure,
  type ToyEngineOptions,
  toyHandler,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import type { StreamRuntime } from './stream-runtime.ts';

const topic = 'receipts';
const consumerGroup = 'engine';
const deadLetters = 'loyalty.dead-letters';

const running: StreamRuntime[] = [];

const createBroker = (): MemoryBroker => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 4);
  broker.createTopic('facts', 2);
  broker.createTopic(deadLetters, 2);
  return broker;
};

const startEngine = async (
  broker: MemoryBroker,
  store: MemoryStore,
  options: Partial<ToyEngineOptions> = {},
): Promise<void> => {
  const { runtime } = await startToyEngine({ broker, store, topic, consumerGroup, ...options });
  running.push(runtime);
};

const send = (broker: MemoryBroker, refs: readonly string[]): void => {
  for (const ref of refs) broker.append(toyMessage(topic, `member-${ref}`, { ref, amount: 1 }));
};

const refs = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${n.toString()}`);

const reasonsOf = (broker: MemoryBroker) =>
  broker.all(deadLetters).map(({ headers }) => headers[names.deadLetterReason]);

afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.stop();
});

test('▲ a message that takes too long alone is given up while the database takes other writes, and the others are stored', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  let tries = 0;
  const handlerStore: typeof toyHandler.store = (tx, plan) => {
    const isHeavy = plan.messages.some(({ value }) => value.ref === 'heavy');
    tries += Number(isHeavy && plan.messages.length === 1);
    if (isHeavy) throw new StoreFailure('timeout', 'canceling statement due to statement timeout');
    return toyHandler.store(tx, plan);
  };
  send(broker, [...refs('a', 5), 'heavy', ...refs('b', 5)]);
  await startEngine(broker, store, { handler: { store: handlerStore } });
  await eventually('the others are stored', () => store.effects.size === 10);
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  expect(reasonsOf(broker)).toEqual(['PROCESSING_FAILED']);
  expect(tries).toBe(6);
});

test('a message that takes too long alone a few times is stored', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  store.failures.push(...Array.from({ length: 5 }, () => new StoreFailure('timeout')));
  send(broker, ['one']);
  await startEngine(broker, store);
  await eventually('it is stored', () => store.effects.has('one'));
  expect(broker.all(deadLetters)).toEqual([]);
});

test('▲ a message that takes too long alone is kept for as long as the database takes no other write either', async () => {
  const broker = createBroker();
  const database = { isRefusing: true, refused: 0 };
  const isRefusing = (): boolean => {
    database.refused += Number(database.isRefusing);
    return database.isRefusing;
  };
  const store = new MemoryStore({ isRefusing });
  const handlerStore: typeof toyHandler.store = () => {
    throw new StoreFailure('timeout', 'canceling statement due to statement timeout');
  };
  await startEngine(broker, store, { handler: { store: handlerStore } });
  send(broker, ['heavy']);
  await eventually('the database was asked again and again', () => database.refused > 50);
  expect(broker.all(deadLetters)).toEqual([]);
  database.isRefusing = false;
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
});
