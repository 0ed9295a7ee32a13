import { headers as names } from '@loyalty/contracts';
import {
  eventually,
  MemoryBroker,
  MemoryStore,
  quickClock,
  startToyEngine,
  toyHandler,
  toyMessage,
  type MemoryTransaction,
  type ToyEngine,
} from '@loyalty/testkit';
import { environmentInHeader } from '../ports/environment-header.ts';
import type { InboundRecord } from '../ports/broker.ts';
import { ReadAgain } from '../ports/handler.ts';

const topic = 'receipts';
const consumerGroup = 'engine';
const [dear, plain] = [7, 8];

let engine: ToyEngine | undefined;
afterEach(() => engine?.runtime.stop());

const isDear = ({ record }: { readonly record: InboundRecord }): boolean =>
  environmentInHeader(record) === dear;

/**
 * One message of the dear environment is a whole share of a transaction, and its configuration is late some times. Notes the batches
 * that were decided.
 */
const startEngine = async (broker: MemoryBroker, store: MemoryStore, timesLate = 0) => {
  const decided: string[][] = [];
  const plan: typeof toyHandler.plan = async (tx: MemoryTransaction, batch) => {
    decided.push(batch.map(({ value }) => value.ref));
    const beyond = batch.filter(isDear).slice(1);
    if (beyond.length > 0)
      throw new ReadAgain('a share is used up', new Set(beyond.map(({ record }) => record)));
    return toyHandler.plan(tx, batch);
  };
  let left = timesLate;
  const prepare: NonNullable<typeof toyHandler.prepare> = (batch) => {
    const late = batch.filter(isDear);
    if (late.length === 0 || left === 0) return Promise.resolve();
    left -= 1;
    return Promise.reject(new ReadAgain('not ready', new Set(late.map(({ record }) => record)), 50));
  };
  const clock = quickClock();
  engine = await startToyEngine({ broker, store, topic, consumerGroup, clock, handler: { plan, prepare } });
  return decided;
};

/** Topics, and a function that sends a message of an environment. */
const setUp = () => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 2);
  broker.createTopic('facts', 2);
  broker.createTopic('loyalty.dead-letters', 2);
  const send = (environmentId: number, partition: number, ref: string): void => {
    const headers = { [names.environment]: environmentId.toString() };
    broker.append({ ...toyMessage(topic, ref, { ref, amount: 1 }), partition, headers });
  };
  return { broker, store: new MemoryStore(), send };
};

test('▲ a batch goes on without what is beyond an environment’s share; that is read again, in order, each once', async () => {
  const { broker, store, send } = setUp();
  for (const ref of ['d1', 'd2', 'd3']) send(dear, 0, ref);
  send(plain, 0, 'behind');
  send(plain, 1, 'beside');
  const decided = await startEngine(broker, store);
  await eventually('all are stored', () => store.effects.size === 5);
  expect([...store.effects.keys()].filter((ref) => ref !== 'beside')).toEqual(['d1', 'd2', 'd3', 'behind']);
  expect(store.positionOf({ consumerGroup, topic, partition: 0 })?.nextOffset).toBe(4);
  // It was read again: a later batch begins with the second.
  expect(decided.filter((refs) => refs[0] === 'd2').length).toBeGreaterThan(0);
  expect([engine?.fatal, broker.all('loyalty.dead-letters')]).toEqual([[], []]);
});

test('▲ a batch goes on without messages that are not ready, also when that is all of it; they are stored once they are', async () => {
  const { broker, store, send } = setUp();
  for (const ref of ['d1', 'd2']) send(dear, 0, ref);
  send(plain, 1, 'beside');
  const decided = await startEngine(broker, store, 5);
  await eventually('all are stored', () => store.effects.size === 3);
  expect([...store.effects.keys()]).toEqual(['beside', 'd1', 'd2']);
  expect(decided[0]).toEqual(['beside']);
  expect(store.positionOf({ consumerGroup, topic, partition: 0 })?.nextOffset).toBe(2);
  expect([engine?.fatal, broker.all('loyalty.dead-letters')]).toEqual([[], []]);
});
