import { headers as names } from '@loyalty/contracts';
import {
  MemoryBroker,
  MemoryStore,
  type MemoryTransaction,
  startToyEngine,
  type ToyEngine,
  toyHandler,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually, quickClock } from '@loyalty/testkit/runs';
import { BeyondShare } from '../ports.ts';
import { environmentInHeader } from '../records.ts';

const topic = 'receipts';
const consumerGroup = 'engine';
const [dear, plain] = [7, 8];

let engine: ToyEngine | undefined;
afterEach(() => engine?.runtime.stop());

/**
 * One message of the dear environment is a whole share of a transaction. Notes the batches that were decided.
 */
const startEngine = async (broker: MemoryBroker, store: MemoryStore) => {
  const decided: string[][] = [];
  const plan: typeof toyHandler.plan = async (tx: MemoryTransaction, batch) => {
    decided.push(batch.map(({ value }) => value.ref));
    const beyond = batch.filter(({ record }) => environmentInHeader(record) === dear).slice(1);
    if (beyond.length > 0) throw new BeyondShare(new Set(beyond.map(({ record }) => record)));
    return toyHandler.plan(tx, batch);
  };
  const clock = quickClock();
  engine = await startToyEngine({ broker, store, topic, consumerGroup, clock, handler: { plan } });
  return decided;
};

test('▲ a batch goes on without what is beyond an environment’s share; that is read again, in order, each once', async () => {
  const broker = new MemoryBroker();
  broker.createTopic(topic, 2);
  broker.createTopic('facts', 2);
  broker.createTopic('loyalty.dead-letters', 2);
  const store = new MemoryStore();
  const send = (environmentId: number, partition: number, ref: string): void => {
    const headers = { [names.environment]: environmentId.toString() };
    broker.append({ ...toyMessage(topic, ref, { ref, amount: 1 }), partition, headers });
  };
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
