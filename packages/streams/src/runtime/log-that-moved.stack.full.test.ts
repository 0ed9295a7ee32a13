import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { MemoryBroker, MemoryStore, toyDecoder, toyHandler, toyMessage } from '@loyalty/testkit/memory';
import { eventually } from '@loyalty/testkit/runs';
import { sendOnce } from '@loyalty/testkit/servers';

import { createKafka } from '@loyalty/kafka';
import { createTopicsAndWait } from '@loyalty/kafka/admin';
import { KafkaConsumer } from '@loyalty/kafka/consumer';
import { FactPublisher } from '../outbox/fact-publisher.ts';
import { createStreamRuntime, type StreamRuntime } from './stream-runtime.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their broker.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

const admin = kafka.admin();
let running: StreamRuntime | null = null;
beforeAll(async () => {
  await admin.connect();
});
afterEach(() => running?.stop());
afterAll(() => admin.disconnect());

/** A consumer that counts its pauses. */
class WatchedConsumer extends KafkaConsumer {
  pauses = 0;

  override pause(partitions: Parameters<KafkaConsumer['pause']>[0]): void {
    this.pauses += 1;
    super.pause(partitions);
  }
}

/** A handler that decides nothing before it is opened. */
const createGate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const plan: typeof toyHandler.plan = async (tx, messages) => {
    await opened;
    return toyHandler.plan(tx, messages);
  };
  return { handler: { ...toyHandler, plan }, open };
};

const start = async (topic: string, handler: typeof toyHandler) => {
  const consumerGroup = `test.${randomId()}`;
  const consumer = new WatchedConsumer({ kafka, groupId: consumerGroup, topics: [topic], maxWaitMs: 100 });
  const [store, facts, fatal] = [new MemoryStore(), new MemoryBroker(), [] as unknown[]];
  facts.createTopic('facts', 1);
  running = createStreamRuntime({
    groups: [{ lane: 'bulk', consumerGroup, consumer, decoder: toyDecoder }],
    store,
    handler,
    facts: new FactPublisher({ producer: facts.producer(), logger: silentLogger }),
    replies: facts.producer(),
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
    onFatal: (reason) => fatal.push(reason),
  });
  await running.start();
  return { consumer, store, fatal, at: { consumerGroup, topic, partition: 0 } };
};

const send = async (topic: string, count: number): Promise<void> => {
  const messages = Array.from({ length: count }, (_, n) => {
    const { key, value } = toyMessage(topic, 'm', { ref: n.toString(), amount: 1 });
    return { key, value, partition: 0 };
  });
  await sendOnce(kafka, { topic, messages });
};

test('▲ records that Kafka deletes before they are read park their partition, and nothing is read beyond them', async () => {
  const topic = `test.moved.${randomId()}`;
  await createTopicsAndWait(admin, [{ topic, numPartitions: 1 }]);
  const gate = createGate();
  const { consumer, store, fatal, at } = await start(topic, gate.handler);
  for (let part = 0; part < 4; part += 1) await send(topic, 5_000);
  await eventually('so much waits that nothing more is fetched', () => consumer.pauses > 0);
  // Not fetched yet, whatever the fetches before have brought.
  for (let part = 0; part < 2; part += 1) await send(topic, 5_000);
  await admin.deleteTopicRecords({ topic, partitions: [{ partition: 0, offset: '29990' }] });
  gate.open();
  await eventually('parked', () => store.positionOf(at)?.state === 'PARKED');
  const stored = store.positionOf(at)?.nextOffset ?? 0;
  expect(stored).toBeGreaterThan(0);
  expect(stored).toBeLessThan(29_990);
  store.setPosition(at, { nextOffset: 29_990, lastTimestamp: null, state: 'RUNNING' });
  await eventually('it is read on from where an operator says', () => {
    const { nextOffset, state } = store.positionOf(at) ?? {};
    return nextOffset === 30_000 && state === 'RUNNING';
  });
  expect(fatal).toEqual([]);
});
