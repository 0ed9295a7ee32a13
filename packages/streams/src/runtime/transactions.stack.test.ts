import { createKafka } from '@loyalty/kafka';
import { createTopicsAndWait } from '@loyalty/kafka/admin';
import { KafkaConsumer } from '@loyalty/kafka/consumer';
import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { MemoryBroker, MemoryStore, toyDecoder, toyHandler, toyMessage } from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import { beginTransaction, sendOnce } from '@loyalty/testkit/servers';
import { FactPublisher } from '../outbox/fact-publisher.ts';
import { createStreamRuntime, type StreamRuntime } from './stream-runtime.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });
const admin = kafka.admin();

let topic: string;
let store: MemoryStore;
let running: StreamRuntime | null = null;
beforeAll(() => admin.connect());
beforeEach(async () => {
  topic = `test.transactions.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 1 }]);
  store = new MemoryStore();
});
afterEach(() => running?.stop());
afterAll(() => admin.disconnect());

/** An engine with the group of the topic, which continues where the store says. */
const start = async () => {
  const consumerGroup = `group-of.${topic}`;
  const consumer = new KafkaConsumer({ kafka, groupId: consumerGroup, topics: [topic], maxWaitMs: 100 });
  const [facts, fatal, metrics] = [
    new MemoryBroker(),
    [] as unknown[],
    createMetrics({ service: 'test' }),
  ] as const;
  facts.createTopic('facts', 1);
  const runtime = createStreamRuntime({
    groups: [{ lane: 'bulk', consumerGroup, consumer, decoder: toyDecoder }],
    store,
    handler: toyHandler,
    facts: new FactPublisher({ producer: facts.producer(), logger: silentLogger }),
    replies: facts.producer(),
    logger: silentLogger,
    metrics,
    onFatal: (reason) => fatal.push(reason),
  });
  running = runtime;
  await runtime.start();
  const figure = async (name: string): Promise<number> => {
    const { body } = await metrics.render();
    return Number(new RegExp(`^loyalty_${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(body)?.[1]);
  };
  const stop = async (): Promise<void> => {
    await runtime.stop();
    running = null;
  };
  return { figure, fatal, stop, position: () => store.positionOf({ consumerGroup, topic, partition: 0 }) };
};

const messageOf = (ref: string) => {
  const { key, value } = toyMessage(topic, 'm', { ref, amount: 1 });
  return { key, value, partition: 0 };
};

const send = (...refs: string[]): Promise<void> => sendOnce(kafka, { topic, messages: refs.map(messageOf) });

const begin = async (...refs: string[]) => {
  const transaction = await beginTransaction(kafka);
  await transaction.send({ topic, messages: refs.map(messageOf) });
  return transaction;
};

const seconds = (from: number): number => (performance.now() - from) / 1_000;

test.each([
  ['commit', 2],
  ['abort', 1],
] as const)(
  '▲ a log that ends with the marker of a transaction (%s) is read to its end, also after a restart',
  async (how, effects) => {
    await send('before');
    const transaction = await begin('in it');
    const first = await start();
    await transaction.end(how);
    await eventually('the position is at the end', () => first.position()?.nextOffset === 3);
    expect([store.effects.size, await first.figure('stream_lag_messages')]).toEqual([effects, 0]);
    await first.stop();
    let moves = 0;
    store.database.onCommit = (tx) => {
      moves += [...store.database.positions.draftsOf(tx)].length;
    };
    const second = await start();
    await eventually('it is ready', () => running?.isReady() === true);
    expect(await second.figure('stream_lag_messages')).toBe(0);
    await send('after');
    await eventually('it is read on', () => second.position()?.nextOffset === 4);
    expect([store.effects.size, second.position()?.state]).toEqual([effects + 1, 'RUNNING']);
    expect([moves, second.fatal]).toEqual([1, []]);
  },
);

test('▲ what waits for a transaction that hangs is counted and named apart from our own lag, and is gone after its end without a new record', async () => {
  await send('before');
  const transaction = await begin('in it');
  await send('one', 'two', 'three', 'four', 'five');
  const beganMs = performance.now();
  const { figure, position } = await start();
  await eventually('six messages wait', async () => (await figure('open_transaction_messages')) === 6);
  expect([position()?.nextOffset, await figure('stream_lag_messages')]).toEqual([1, 6]);
  await eventually(
    'they wait for more than a second',
    async () => (await figure('open_transaction_seconds')) > 1,
  );
  expect(await figure('open_transaction_seconds')).toBeLessThanOrEqual(seconds(beganMs));
  expect(await figure('stream_time_lag_seconds')).toBe(0);
  await send('six');
  await eventually('seven wait', async () => (await figure('open_transaction_messages')) === 7);
  await transaction.end('abort');
  await eventually('the position is at the end', () => position()?.nextOffset === 9);
  expect(store.effects.size).toBe(7);
  for (const name of ['open_transaction_messages', 'open_transaction_seconds', 'stream_lag_messages'])
    expect(await figure(name)).toBe(0);
});
