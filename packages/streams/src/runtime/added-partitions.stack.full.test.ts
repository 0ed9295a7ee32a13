import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import {
  MemoryBroker,
  MemoryDatabase,
  MemoryStore,
  toyDecoder,
  toyHandler,
  toyMessage,
} from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';

import { createKafka } from '@loyalty/kafka';
import { createTopicsAndWait } from '@loyalty/kafka/admin';
import { KafkaConsumer } from '@loyalty/kafka/consumer';
import { PartitionCounts } from '@loyalty/kafka/metadata';
import { CoalescingProducer } from '@loyalty/kafka/producer';
import { FactPublisher } from '../outbox/fact-publisher.ts';
import type { FirstPosition } from '../positions/begin-reading.ts';
import { createStreamRuntime, type StreamRuntime } from './stream-runtime.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

const admin = kafka.admin();
let topic: string;
let running: StreamRuntime[] = [];
beforeAll(async () => {
  await admin.connect();
  topic = `test.added.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 2 }]);
});
afterEach(async () => {
  for (const runtime of running) await runtime.stop();
  running = [];
});
afterAll(async () => {
  await admin.deleteTopics({ topics: [topic] });
  await admin.disconnect();
});

/** Processes of one group on one database, with a list of the records that they stored, repeats included. */
class Group {
  readonly stored: string[] = [];
  readonly fatal: unknown[] = [];
  readonly metrics = createMetrics({ service: 'test' });
  readonly #name = `test.${randomId()}`;
  readonly #database = new MemoryDatabase();
  readonly #facts = new MemoryBroker();
  readonly #firstPosition: FirstPosition;

  constructor(firstPosition: FirstPosition) {
    this.#firstPosition = firstPosition;
    this.#facts.createTopic('facts', 1);
  }

  async start(owner: number): Promise<void> {
    const consumer = new KafkaConsumer({ kafka, groupId: this.#name, topics: [topic], maxWaitMs: 100 });
    const lane = { lane: 'bulk' as const, consumerGroup: this.#name, consumer, decoder: toyDecoder };
    const stored: typeof toyHandler.committed = ({ messages }) => {
      this.stored.push(...messages.map(({ value }) => value.ref));
    };
    const runtime = createStreamRuntime({
      groups: [{ ...lane, firstPosition: this.#firstPosition }],
      store: new MemoryStore({ database: this.#database, owner }),
      handler: { ...toyHandler, committed: stored },
      facts: new FactPublisher({ producer: this.#facts.producer(), logger: silentLogger }),
      replies: this.#facts.producer(),
      logger: silentLogger,
      metrics: this.metrics,
      onFatal: (reason) => this.fatal.push(reason),
    });
    running.push(runtime);
    await runtime.start();
  }

  get partitions(): number {
    return this.#database.positions.rows.size;
  }
}

const createProducer = async (metrics = createMetrics({ service: 'test' })): Promise<CoalescingProducer> => {
  const partitionCounts = new PartitionCounts(metrics, 'writes');
  const producer = new CoalescingProducer({
    kafka,
    acks: -1,
    logger: silentLogger,
    patienceMs: 10_000,
    waitingMax: 10_000,
    partitionCounts,
  });
  await producer.start();
  return producer;
};

const send = (producer: CoalescingProducer, name: string, count: number): Promise<void> =>
  producer.send(
    Array.from({ length: count }, (_, n) => {
      const ref = `${name} ${n.toString()}`;
      return { ...toyMessage(topic, `member ${n.toString()}`, { ref, amount: 1 }) };
    }),
  );

/** A producer without a timely response writes again, so there may be more records. */
const written = async (): Promise<number> =>
  (await admin.fetchTopicOffsets(topic)).reduce((sum, { high }) => sum + Number(high), 0);

const shown = async (group: Group, line: string): Promise<boolean> =>
  (await group.metrics.render()).body.includes(line);

test('▲ partitions are added while members are written: an engine and a follower of two handle every message once', async () => {
  const [engine, follower] = [new Group('start'), new Group('end')];
  const old = await createProducer();
  await send(old, 'old', 20);
  const before = await written();
  await Promise.all([engine.start(1), follower.start(1), follower.start(2)]);
  await eventually('the follower has begun', () => follower.partitions === 2);
  let sent = 0;
  for (; sent < 10; sent += 1) await send(old, `before ${sent.toString()}`, 10);
  await admin.createPartitions({ topicPartitions: [{ topic, count: 6 }] });
  // Knows the new partitions before any consumer; the other producer still uses the old count.
  const fresh = await createProducer();
  for (; sent < 20; sent += 1) await send(sent % 2 === 0 ? old : fresh, `meanwhile ${sent.toString()}`, 10);
  await eventually('the follower has all', () => follower.stored.length >= 200);
  await eventually('the engine has all', () => engine.stored.length >= 220);
  await send(fresh, 'later', 10);
  const all = await written();
  await eventually(
    'what comes later is read',
    () => follower.stored.length >= all - before && engine.stored.length >= all,
  );
  expect([new Set(engine.stored).size, engine.stored.length]).toEqual([230, all]);
  expect([new Set(follower.stored).size, follower.stored.length]).toEqual([210, all - before]);
  expect(follower.stored.some((ref) => ref.startsWith('old'))).toBe(false);
  expect([engine.partitions, follower.partitions]).toEqual([6, 6]);
  expect(await shown(engine, `loyalty_topic_partitions{topic="${topic}",use="reads"} 6`)).toBe(true);
  expect([...engine.fatal, ...follower.fatal]).toEqual([]);
  await Promise.all([old.stop(), fresh.stop()]);
});
