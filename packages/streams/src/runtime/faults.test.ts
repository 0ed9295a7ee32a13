import { headers as names } from '@loyalty/contracts';
import {
  MemoryBroker,
  MemoryStore,
  startToyEngine,
  StoreFailure,
  toyDecoder,
  type ToyEngineOptions,
  toyHandler,
  toyMessage,
  type ToyMessage,
} from '@loyalty/testkit/memory';
import { eventually, quickClock } from '@loyalty/testkit/runs';
import { defaultBatchLimits } from '../batch/batch-limits.ts';
import { unpackMessages } from '../outbox/packed-messages.ts';
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
): Promise<readonly unknown[]> => {
  const { runtime, fatal } = await startToyEngine({ broker, store, topic, consumerGroup, ...options });
  running.push(runtime);
  return fatal;
};

const send = (broker: MemoryBroker, refs: readonly string[], given: Partial<ToyMessage> = {}): void => {
  for (const ref of refs) broker.append(toyMessage(topic, `member-${ref}`, { ref, amount: 1, ...given }));
};

const refs = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${prefix}${n.toString()}`);

const reasonsOf = (broker: MemoryBroker) =>
  broker.all(deadLetters).map(({ headers }) => headers[names.deadLetterReason]);

const positionOf = (store: MemoryStore, partition: number) =>
  store.positionOf({ consumerGroup, topic, partition });

afterEach(async () => {
  for (const runtime of running.splice(0)) await runtime.stop();
});

test('a message that cannot be decided becomes a dead letter, and the others are stored', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  send(broker, refs('a', 40));
  send(broker, ['poison'], { isPoison: true });
  send(broker, refs('b', 40));
  await startEngine(broker, store);
  await eventually('the others are stored', () => store.effects.size === 80);
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  const [deadLetter] = broker.all(deadLetters);
  expect(deadLetter?.value?.toString()).toContain('poison');
  expect(deadLetter?.headers).toMatchObject({
    [names.deadLetterReason]: 'PROCESSING_FAILED',
    [names.deadLetterGroup]: consumerGroup,
  });
  const stored = [0, 1, 2, 3].map((partition) => positionOf(store, partition)?.nextOffset ?? 0);
  expect(stored.reduce((sum, offset) => sum + offset)).toBe(81);
});

test('a single failing message is given up at once when the database takes other writes', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  let tries = 0;
  const decide: typeof toyHandler.plan = (tx, batch) => {
    tries += 1;
    return toyHandler.plan(tx, batch);
  };
  await startEngine(broker, store, { handler: { plan: decide } });
  send(broker, ['poison'], { isPoison: true });
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  // Tried in its batch, and once more after the witness write. Once given up, it is not decided again.
  expect(tries).toBe(2);
});

test('a failing message is kept for as long as the database takes no other write either', async () => {
  const broker = createBroker();
  const database = { isRefusing: true, refused: 0 };
  const isRefusing = (): boolean => {
    database.refused += 1;
    return database.isRefusing;
  };
  await startEngine(broker, new MemoryStore({ isRefusing }));
  send(broker, ['poison'], { isPoison: true });
  await eventually('the database was asked again and again', () => database.refused > 50);
  expect(broker.all(deadLetters)).toEqual([]);
  database.isRefusing = false;
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
});

test('a message with an unforeseen error becomes a dead letter, and the others are stored', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  const effectsOf: typeof toyHandler.effectsOf = (plan) => {
    if (plan.messages.some(({ value }) => value.ref === 'defect'))
      throw new TypeError('undefined is not a function');
    return toyHandler.effectsOf(plan);
  };
  send(broker, [...refs('a', 20), 'defect', ...refs('b', 20)]);
  const fatal = await startEngine(broker, store, { handler: { effectsOf } });
  await eventually('the others are stored', () => store.effects.size === 40);
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  expect([fatal, reasonsOf(broker)]).toEqual([[], ['PROCESSING_FAILED']]);
});

test('a message becomes a dead letter alone when even giving it up fails', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  const giveUp = () => Promise.reject(new StoreFailure('data', 'value out of range'));
  send(broker, ['before']);
  send(broker, ['poison'], { isPoison: true });
  broker.append(toyMessage(topic, 'member', 'badBytes'));
  send(broker, ['after']);
  await startEngine(broker, store, { handler: { giveUp } });
  await eventually('the others are stored', () => store.effects.size === 2);
  await eventually('both letters are written', () => broker.all(deadLetters).length === 2);
  expect(new Set(reasonsOf(broker))).toEqual(new Set(['PROCESSING_FAILED']));
});

test('the facts of a message that was given up are in the outbox row of the transaction that skips it, and are published', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  const outbox: string[] = [];
  const fact = { topic: 'facts', key: Buffer.from('k'), value: Buffer.from('given up'), headers: {} };
  const giveUp: typeof toyHandler.giveUp = (tx) => {
    const add = store.addToOutbox.bind(store);
    store.addToOutbox = (outer, packed) => {
      const values = unpackMessages(packed).map(({ topic: to }) => to);
      outbox.push(`${String(outer === tx)} ${values.join(' ')}`);
      store.addToOutbox = add;
      return add(outer, packed);
    };
    return Promise.resolve({ facts: [fact], replies: [] });
  };
  broker.append(toyMessage(topic, 'member', 'badBytes'));
  await startEngine(broker, store, { handler: { giveUp } });
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  await eventually('the fact is published', () => broker.all('facts').length === 1);
  expect(outbox).toEqual([`true facts ${deadLetters}`]);
});

test('a batch that fails as a whole three times is halved, and nothing is given up', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  let largest = 0;
  const handlerStore: typeof toyHandler.store = (tx, plan) => {
    if (plan.messages.length > 6)
      throw new StoreFailure('unavailable', 'canceling statement due to statement timeout');
    largest = Math.max(largest, plan.messages.length);
    return toyHandler.store(tx, plan);
  };
  send(broker, refs('r', 40));
  await startEngine(broker, store, { handler: { store: handlerStore } });
  await eventually('all are stored', () => store.effects.size === 40);
  expect(largest).toBeGreaterThan(1);
  expect(broker.all(deadLetters)).toEqual([]);
});

test('a batch that took too long is halved at once', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  let tries = 0;
  const handlerStore: typeof toyHandler.store = (tx, plan) => {
    tries += 1;
    if (plan.messages.length > 10)
      throw new StoreFailure('timeout', 'canceling statement due to statement timeout');
    return toyHandler.store(tx, plan);
  };
  for (const ref of refs('r', 40))
    broker.append({ ...toyMessage(topic, 'm', { ref, amount: 1 }), partition: 0 });
  await startEngine(broker, store, { handler: { store: handlerStore } });
  await eventually('all are stored', () => store.effects.size === 40);
  // 40, 20, 10, 10, 20, 10, 10: no size is tried twice.
  expect(tries).toBe(7);
});

test('a single message that makes the database wait is tried until it is stored', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  store.failures.push(...Array.from({ length: 30 }, () => new StoreFailure('unavailable')));
  send(broker, ['one']);
  await startEngine(broker, store);
  await eventually('it is stored', () => store.effects.has('one'));
  expect(broker.all(deadLetters)).toEqual([]);
});

test('bytes that no schema fits become a dead letter with their origin', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  const bad = broker.append(toyMessage(topic, 'member-1', 'badBytes'));
  await startEngine(broker, store);
  await eventually('the letter is written', () => broker.all(deadLetters).length === 1);
  expect(broker.all(deadLetters)[0]?.headers).toMatchObject({
    [names.deadLetterTopic]: topic,
    [names.deadLetterPartition]: bad.partition.toString(),
    [names.deadLetterOffset]: '0',
    [names.deadLetterReason]: 'UNDECODABLE',
  });
});

test('▲ a flood of dead letters parks the partition of a tenant’s own topic, and the others continue', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  for (let n = 0; n < 150; n += 1) broker.append({ ...toyMessage(topic, 'm', 'badBytes'), partition: 0 });
  await startEngine(broker, store, { isTenantOwned: true });
  await eventually('parked', () => positionOf(store, 0)?.state === 'PARKED');
  for (const ref of refs('ok', 20))
    broker.append({ ...toyMessage(topic, 'm', { ref, amount: 1 }), partition: 1 });
  await eventually('the other partition is read', () => store.effects.size === 20);
  expect(positionOf(store, 1)?.state).toBe('RUNNING');
});

/** Appends a message of an environment to one partition. */
const sendFrom = (broker: MemoryBroker, environmentId: number, message: ToyMessage | 'badBytes'): void => {
  const headers = { [names.environment]: environmentId.toString() };
  broker.append({ ...toyMessage(topic, 'm', message), partition: 0, headers });
};

test('▲ a flood of one tenant’s dead letters parks no shared partition: its environment is quarantined', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  for (let n = 0; n < 150; n += 1) sendFrom(broker, 7, 'badBytes');
  await startEngine(broker, store, {
    limits: { ...defaultBatchLimits, recordsMax: 50 },
    // Less than a minute passes.
    clock: { ...quickClock(), now: () => 1_700_000_000_000 },
  });
  await eventually('the flood is over', () => broker.all(deadLetters).length === 150);
  sendFrom(broker, 8, { ref: 'neighbour', amount: 1 });
  sendFrom(broker, 7, { ref: 'untried', amount: 1 });
  await eventually('the neighbour is served', () => store.effects.has('neighbour'));
  await eventually('the flooding tenant has one letter more', () => broker.all(deadLetters).length === 151);
  expect(reasonsOf(broker).at(-1)).toBe('QUARANTINED');
  expect([store.effects.has('untried'), positionOf(store, 0)?.state]).toEqual([false, 'RUNNING']);
});

test('a quarantine ends, and then the environment is served again', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  for (let n = 0; n < 150; n += 1) sendFrom(broker, 7, 'badBytes');
  await startEngine(broker, store, { limits: { ...defaultBatchLimits, recordsMax: 150 } });
  await eventually('the flood is over', () => broker.all(deadLetters).length === 150);
  // Time passes while the engine is idle; each try is a message of its own.
  let n = 0;
  await eventually('it is served again', () => {
    n += 1;
    sendFrom(broker, 7, { ref: `later${n.toString()}`, amount: 1 });
    return store.effects.size > 0;
  });
  expect(positionOf(store, 0)?.state).toBe('RUNNING');
});

test('messages for other readers are skipped, and the position moves past them even when no other message comes', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  const decoder = {
    ...toyDecoder,
    decode: (record: Parameters<typeof toyDecoder.decode>[0]) =>
      record.headers['forOthers'] === undefined
        ? toyDecoder.decode(record)
        : ({ outcome: 'skipped' } as const),
  };
  let decided = 0;
  const decide: typeof toyHandler.plan = (tx, batch) => {
    decided += batch.length;
    return toyHandler.plan(tx, batch);
  };
  await startEngine(broker, store, { decoder, handler: { plan: decide } });
  const others = (count: number): void => {
    for (let n = 0; n < count; n += 1)
      broker.append({
        ...toyMessage(topic, 'm', { ref: 'x', amount: 1 }),
        partition: 0,
        headers: { forOthers: 'y' },
      });
  };
  others(3_000);
  broker.append({ ...toyMessage(topic, 'm', { ref: 'mine', amount: 1 }), partition: 0 });
  others(5);
  await eventually('mine is stored', () => store.effects.has('mine'));
  await eventually('all is passed over', () => positionOf(store, 0)?.nextOffset === 3_006);
  expect([decided, store.effects.size, broker.all(deadLetters).length]).toEqual([1, 1, 0]);
});

test('a group that begins at the end of a log reads later records (D101)', async () => {
  const [broker, store] = [createBroker(), new MemoryStore()];
  send(broker, refs('old', 10));
  await startEngine(broker, store, { firstPosition: 'end' });
  await eventually('positions are known', () =>
    [0, 1, 2, 3].every((at) => positionOf(store, at) !== undefined),
  );
  send(broker, refs('new', 10));
  await eventually('the new ones are stored', () => store.effects.size === 10);
  expect([...store.effects.keys()].every((ref) => ref.startsWith('new'))).toBe(true);
});
