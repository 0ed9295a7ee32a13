import type { Admin } from 'kafkajs';
import { randomId, systemClock } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { insertOutboxRejected } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';

import { createTopicsAndWait } from '../admin/topics.ts';
import { createKafka } from '../client.ts';
import { readEndOffsets } from '../metadata.ts';
import type { OutgoingMessage } from '../ports.ts';
import { type Brokers, KafkajsBrokers } from './brokers.ts';
import { CoalescingProducer, type CoalescingProducerOptions } from './coalescing-producer.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const { KAFKA_BROKERS = '', DATABASE_URL = '' } = process.env;
const brokers = KAFKA_BROKERS.split(',');
const kafka = createKafka({ brokers, clientId: 'messaging-test', logger: silentLogger });

const kib = 1024;
/** The settings that the catalogue gives every topic. */
const brokerLimitBytes = 2 * 1024 * kib;

let admin: Admin;
let db: Database;
let topic: string;
const producers: CoalescingProducer[] = [];

beforeAll(async () => {
  admin = kafka.admin();
  await admin.connect();
  db = createDatabase({
    url: DATABASE_URL,
    applicationName: 'messaging-test',
    poolMax: 2,
    logger: silentLogger,
  });
});
afterAll(async () => {
  await admin.disconnect();
  await db.close();
});
beforeEach(async () => {
  topic = `test.producer.${randomId()}`;
  const configEntries = [{ name: 'max.message.bytes', value: brokerLimitBytes.toString() }];
  await createTopicsAndWait(admin, [{ topic, numPartitions: 1, configEntries }]);
});
afterEach(async () => {
  for (const producer of producers.splice(0)) await producer.stop();
  await admin.deleteTopics({ topics: [topic] });
});

interface Request {
  readonly messages: number;
  readonly bytes: number;
  readonly isRefused: boolean;
}

/** The brokers of the stack, with a record of the requests to them. */
const watchedBrokers = (acks: -1 | 1 = -1) => {
  const seen = { requests: [] as Request[], inFlight: 0, inFlightMax: 0 };
  const brokers = new KafkajsBrokers({ kafka, acks, requestTimeoutMs: 10_000 });
  const watched: Brokers = {
    start: () => brokers.start(),
    readLeaders: (topics) => brokers.readLeaders(topics),
    isConnected: (broker) => brokers.isConnected(broker),
    connect: (broker) => brokers.connect(broker),
    stop: () => brokers.stop(),
    produce: async (broker, partitions) => {
      const messages = partitions.flatMap((one) => one.messages);
      const bytes = messages.reduce((total, { value }) => total + (value?.length ?? 0), 0);
      seen.inFlight += 1;
      seen.inFlightMax = Math.max(seen.inFlightMax, seen.inFlight);
      try {
        const outcomes = await brokers.produce(broker, partitions);
        const isRefused = outcomes.some(({ outcome }) => outcome !== 'sent');
        seen.requests.push({ messages: messages.length, bytes, isRefused });
        return outcomes;
      } finally {
        seen.inFlight -= 1;
      }
    },
  };
  return { seen, brokers: watched };
};

const startProducer = async (given: Partial<CoalescingProducerOptions> = {}) => {
  const { seen, brokers: watched } = watchedBrokers(given.acks);
  const options = {
    kafka,
    acks: -1,
    logger: silentLogger,
    patienceMs: Infinity,
    waitingMax: 10_000,
    ...given,
  } as const;
  const producer = new CoalescingProducer(options, watched);
  producers.push(producer);
  await producer.start();
  return { producer, seen };
};

const messageOf = (bytes: number): OutgoingMessage => ({
  topic,
  key: null,
  value: Buffer.alloc(bytes, 'x'),
  headers: {},
});

const storedCount = async (): Promise<number> => (await readEndOffsets(kafka, topic)).get(0) ?? 0;

/** Together larger than the broker's limit for one record batch. */
const senders = { count: 60, messageBytes: 50 * kib };

test('▲ one oversized record batch is rejected whole, with every sender’s messages: a request is cut at 700 KiB', async () => {
  const all = Array.from({ length: senders.count }, () => messageOf(senders.messageBytes));
  const uncut = kafka.producer({ retry: { retries: 0 } });
  await uncut.connect();
  const whole = uncut.send({ topic, messages: all.map(({ value }) => ({ value })) });
  await expect(whole).rejects.toMatchObject({ type: 'MESSAGE_TOO_LARGE' });
  await uncut.disconnect();
  expect(await storedCount()).toBe(0);

  const { producer, seen } = await startProducer();
  await Promise.all(all.map((message) => producer.send([message])));
  expect(await storedCount()).toBe(senders.count);
  expect(seen.requests.filter(({ isRefused }) => isRefused)).toEqual([]);
  expect(Math.max(...seen.requests.map(({ bytes }) => bytes))).toBeLessThanOrEqual(700 * kib);
  expect(seen.requests.length).toBeLessThan(senders.count / 10);
});

test('▲ a rejected request is retried message by message, and the message at fault goes to outbox_rejected', async () => {
  const { producer } = await startProducer({
    onRefused: (message, reason) =>
      insertOutboxRejected(db, {
        topic: message.topic,
        reason,
        message: message.value ?? Buffer.alloc(0),
        head: Buffer.alloc(0),
        environmentId: null,
        memberKey: null,
      }),
  });
  const culprit = messageOf(3 * 1024 * kib);
  await Promise.all([
    producer.send([messageOf(10)]),
    producer.send([messageOf(20), culprit, messageOf(30)]),
    producer.send([messageOf(40)]),
  ]);
  expect(await storedCount()).toBe(4);
  const kept = await db.query<{ bytes: number; reason: string }>(
    'SELECT octet_length(message) AS bytes, reason FROM outbox_rejected WHERE topic = $1',
    [topic],
  );
  expect(kept).toMatchObject([{ bytes: culprit.value?.length }]);
  expect(kept[0]?.reason).toMatch(/larger|too large/i);
  await db.query('DELETE FROM outbox_rejected WHERE topic = $1', [topic]);
});

test('▲ messages of one sender are stored even when they exceed a record batch, in their order', async () => {
  const { producer, seen } = await startProducer();
  await producer.send(Array.from({ length: senders.count }, () => messageOf(senders.messageBytes)));
  expect(await storedCount()).toBe(senders.count);
  expect(seen.requests.filter(({ isRefused }) => isRefused)).toEqual([]);
});

test('▲ one request to a broker is in flight, later messages go into the next', async () => {
  const { producer, seen } = await startProducer();
  const sent: Promise<void>[] = [];
  for (let n = 0; n < 200; n += 1) {
    sent.push(producer.send([messageOf(10)]));
    if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(sent);
  expect(await storedCount()).toBe(200);
  expect(seen.inFlightMax).toBe(1);
  expect(seen.requests.length).toBeLessThan(100);
});

test('a connection that broke is replaced, and messages go on in their order', async () => {
  const { producer } = await startProducer();
  const brokers = new KafkajsBrokers({ kafka, acks: 1, requestTimeoutMs: 3_000 });
  await brokers.start();
  const [{ leaders } = { leaders: [] }] = await brokers.readLeaders([topic, `${topic}.missing`]);
  const leader = leaders[0] ?? -1;
  expect([leaders.length, brokers.isConnected(leader)]).toEqual([1, false]);
  await brokers.connect(leader);
  const asked = { topic, partition: 0, messages: [messageOf(10)] };
  const missing = { topic: `${topic}.missing`, partition: 0, messages: [messageOf(10)] };
  expect(await brokers.produce(leader, [asked, missing])).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'failed', reason: expect.stringContaining('UNKNOWN_TOPIC_OR_PARTITION') as string },
  ]);
  await brokers.connect(leader);
  expect(await brokers.produce(leader, [asked])).toEqual([{ outcome: 'sent' }]);
  await brokers.stop();
  await producer.send([messageOf(10)]);
  expect(await storedCount()).toBe(3);
});

test('messages that nobody waits for travel in fewer requests, a pause apart', async () => {
  const { producer, seen } = await startProducer({ sendEveryMs: 600 });
  const beganMs = performance.now();
  await producer.send([messageOf(10)]);
  const later = [producer.send([messageOf(10)])];
  await systemClock.sleep(50);
  later.push(producer.send([messageOf(10)]));
  expect(seen.requests).toHaveLength(1);
  await Promise.all(later);
  expect(performance.now() - beganMs).toBeGreaterThan(595);
  expect(seen.requests).toHaveLength(2);
  expect(await storedCount()).toBe(3);
});

test('no message is delayed once the producer stops', async () => {
  const { producer } = await startProducer({ sendEveryMs: 60_000 });
  await producer.send([messageOf(10)]);
  const held = producer.send([messageOf(10)]);
  await producer.stop();
  await held;
  expect(await storedCount()).toBe(2);
});

test('an outbox message is tried for ever, and fails back to its outbox when the producer stops', async () => {
  const { producer } = await startProducer();
  const sent = producer.send([{ ...messageOf(10), topic: `${topic}.missing` }]);
  const ended = sent.then(
    () => 'sent',
    (failure: unknown) => failure,
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect([producer.waiting, producer.isStalled]).toEqual([1, true]);
  await producer.stop();
  expect(await ended).toMatchObject({ code: 'BROKER_UNAVAILABLE' });
});

test('▲ senders are refused while too many bytes wait, headers included, and accepted again once they are sent', async () => {
  const { producer } = await startProducer({ waitingBytesMax: 100 * kib });
  const headed = { ...messageOf(10), headers: { long: Buffer.alloc(60 * kib) } };
  const sent = [producer.send([messageOf(60 * kib)]), producer.send([headed])];
  const refused = producer.send([messageOf(10)]);
  expect(producer.waitingBytes).toBeGreaterThan(120 * kib);
  await expect(refused).rejects.toMatchObject({ code: 'BROKER_UNAVAILABLE', retry: true });
  await Promise.all(sent);
  expect(producer.waitingBytes).toBe(0);
  await producer.send([messageOf(10)]);
  expect(await storedCount()).toBe(3);
});
