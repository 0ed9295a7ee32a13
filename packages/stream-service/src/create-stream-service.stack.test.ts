import { createLifecycle, randomId, type Lifecycle, type Part } from '@loyalty/kernel';
import { createKafka, createTopics, type BatchHandler, type Decoder, type Kafka } from '@loyalty/messaging';
import { readSettings } from '@loyalty/shell';
import { createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { createMetrics, noTracer, silentLogger } from '@loyalty/telemetry';
import { eventually } from '@loyalty/testkit';
import { createConsumerGroup } from './create-consumer-group.ts';
import { createStreamService } from './create-stream-service.ts';
import { streamServiceSettings } from './stream-service-settings.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes addresses in the environment.
const config = readSettings(streamServiceSettings, { ...process.env, ADMIN_PORT: '0' });

let db: Database;
let kafka: Kafka;
beforeAll(() => {
  kafka = createKafka({ brokers: config.kafkaBrokers, clientId: 'engine-test', logger: silentLogger });
  db = createDatabase({
    url: config.databaseUrl,
    applicationName: 'engine-test',
    poolMax: 1,
    logger: silentLogger,
  });
});
afterAll(() => db.close());

const createTopic = async (name: string): Promise<void> => {
  await createTopics(kafka, [{ name, partitions: 1, replicationFactor: 1, config: {} }]);
};

const send = async (topic: string, ...values: readonly string[]): Promise<void> => {
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic, messages: values.map((value) => ({ value })) });
  await producer.disconnect();
};

const text: Decoder<string> = {
  decode: ({ value }) => ({ outcome: 'decoded', value: String(value) }),
  learn: () => Promise.resolve(),
};

type Follower = BatchHandler<string, Transaction, readonly string[]>;

/** A handler that stores no rows, and records the messages that it was to store. */
const followerOf = (stored: string[]): Follower => ({
  plan: (_, batch) => Promise.resolve(batch.map(({ value }) => value)),
  store: () => Promise.resolve(),
  effectsOf: () => ({ facts: [], replies: [], rejected: [] }),
  committed: (values) => stored.push(...values),
  giveUp: () => Promise.resolve([]),
});

/** A part that records its start and stop, and the messages that were stored by then. */
const noting = (notes: string[], stored: readonly string[]): Part => ({
  name: 'noting',
  start: () => Promise.resolve(void notes.push(`started with ${stored.length.toString()}`)),
  stop: () => Promise.resolve(void notes.push(`stopped with ${stored.length.toString()}`)),
});

const startFollower = async (topic: string, stored: string[], notes: string[]): Promise<Lifecycle> => {
  const metrics = createMetrics({ service: 'engine-test' });
  const context = { config, logger: silentLogger, metrics, tracer: noTracer, onFatal: () => undefined };
  const parts = await createStreamService(context, { name: 'engine-test' }, (connections) =>
    Promise.resolve({
      groups: [
        createConsumerGroup({
          kafka: connections.kafka,
          lane: 'interactive',
          consumerGroup: topic,
          topics: [topic],
          decoder: text,
        }),
      ],
      handler: followerOf(stored),
      parts: [noting(notes, stored)],
    }),
  );
  const lifecycle = createLifecycle(parts);
  await lifecycle.start();
  return lifecycle;
};

test('a service of a group and a handler continues from its own position, and runs its parts around the batches', async () => {
  const topic = `test.follower.${randomId()}`;
  const stored: string[] = [];
  const notes: string[] = [];
  await createTopic(topic);
  await send(topic, 'one', 'two');
  const first = await startFollower(topic, stored, notes);
  await eventually('both are stored', () => stored.length === 2);
  await first.stop();
  await send(topic, 'three');
  const second = await startFollower(topic, stored, notes);
  await eventually('the third is stored', () => stored.length === 3);
  await second.stop();
  expect(stored).toEqual(['one', 'two', 'three']);
  expect(notes).toEqual(['started with 0', 'stopped with 2', 'started with 2', 'stopped with 3']);
  const positions = await db.query(
    'SELECT next_offset AS "nextOffset" FROM stream_positions WHERE consumer_group = $1',
    [topic],
  );
  expect(positions).toEqual([{ nextOffset: 3 }]);
});
