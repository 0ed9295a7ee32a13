import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryBroker,
  MemoryStore,
  StoreFailure,
  toyDecoder,
  toyHandler,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually, quickClock } from '@loyalty/testkit/runs';
import { FactPublisher } from '../outbox/fact-publisher.ts';
import { createStreamRuntime, type StreamRuntime } from './stream-runtime.ts';

const topic = 'receipts';
const consumerGroup = 'engine';
const at = { consumerGroup, topic, partition: 2 };

let broker: MemoryBroker;
let store: MemoryStore;
let fatal: unknown[];
let running: StreamRuntime | null = null;

beforeEach(() => {
  broker = new MemoryBroker();
  broker.createTopic(topic, 4);
  broker.createTopic('facts', 2);
  store = new MemoryStore();
  fatal = [];
});

afterEach(async () => {
  await running?.stop();
});

const startEngine = async (): Promise<void> => {
  const consumer = broker.consumer(consumerGroup, [topic]);
  running = createStreamRuntime({
    groups: [{ lane: 'bulk', consumerGroup, consumer, decoder: toyDecoder }],
    store,
    handler: toyHandler,
    facts: new FactPublisher({ producer: broker.producer(), logger: silentLogger }),
    replies: broker.producer(),
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
    onFatal: (reason) => fatal.push(reason),
    clock: quickClock(),
  });
  await running.start();
};

const append = (ref: string, partition: number): void => {
  broker.append({ ...toyMessage(topic, 'm', { ref, amount: 1 }), partition });
};

/** Lets records wait in the queue while the one behind them is met. */
const storeIsAway = (times: number): void => {
  store.failures.push(...Array.from({ length: times }, () => new StoreFailure('unavailable')));
};

test('▲ an undecodable batch parks its partition once all records before it are stored, until an operator moves past it', async () => {
  for (let n = 0; n < 1_200; n += 1) append(`before ${n.toString()}`, 2);
  broker.appendUndecodable(at);
  append('behind', 2);
  append('beside', 1);
  storeIsAway(100);
  await startEngine();
  await eventually('parked', () => store.positionOf(at)?.state === 'PARKED');
  expect(store.positionOf(at)?.nextOffset).toBe(1_200);
  await eventually('the other partition is read', () => store.effects.has('beside'));
  expect(store.effects.size).toBe(1_201);
  store.setPosition(at, { nextOffset: 1_201, lastTimestamp: null, state: 'RUNNING' });
  await eventually('it is read on', () => store.effects.has('behind'));
  expect(fatal).toEqual([]);
});

test('▲ an undecodable first batch parks its partition, and again when it is only unparked', async () => {
  broker.appendUndecodable(at);
  await startEngine();
  for (let time = 0; time < 2; time += 1) {
    await eventually('parked', () => store.positionOf(at)?.state === 'PARKED');
    store.setPosition(at, { nextOffset: 0, lastTimestamp: null, state: 'RUNNING' });
  }
  append('beside', 1);
  await eventually('the other partition is read', () => store.effects.has('beside'));
  expect(fatal).toEqual([]);
});

test('an operator who moves past it before it is parked is followed', async () => {
  append('before', 2);
  broker.appendUndecodable(at);
  append('behind', 2);
  storeIsAway(1_000);
  await startEngine();
  await eventually('the store is asked in vain', () => store.failures.length < 990);
  store.setPosition(at, { nextOffset: 2, lastTimestamp: null, state: 'RUNNING' });
  store.failures.length = 0;
  await eventually('it is read on', () => store.effects.has('behind'));
  expect(store.effects.has('before')).toBe(false);
  expect(store.positionOf(at)).toMatchObject({ nextOffset: 3, state: 'RUNNING' });
});
