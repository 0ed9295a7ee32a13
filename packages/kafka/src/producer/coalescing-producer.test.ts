import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createKafka } from '../client.ts';
import type { OutgoingMessage } from '../ports.ts';
import { CoalescingProducer, type CoalescingProducerOptions } from './coalescing-producer.ts';
import { MemoryBrokers } from './testing/memory-brokers.ts';

/** It connects to nothing: the brokers are in memory. */
const kafka = createKafka({ brokers: ['127.0.0.1:1'], clientId: 'test', logger: silentLogger });
let brokers: MemoryBrokers;
const producers: CoalescingProducer[] = [];
beforeEach(() => {
  brokers = new MemoryBrokers();
});
afterEach(async () => {
  for (const producer of producers.splice(0)) await producer.stop();
});

/** A producer for these brokers. */
const producerWith = (given: Partial<CoalescingProducerOptions> = {}): CoalescingProducer => {
  const producer = new CoalescingProducer(
    {
      kafka,
      acks: -1,
      logger: silentLogger,
      patienceMs: Infinity,
      waitingMax: 10_000,
      ...given,
    },
    brokers,
  );
  producers.push(producer);
  return producer;
};

const messageTo = (topic: string, partition: number, value: string): OutgoingMessage => ({
  topic,
  partition,
  key: null,
  value: Buffer.from(value),
  headers: {},
});

const outcomeOf = (sent: Promise<void>): Promise<unknown> =>
  sent.then(
    () => 'sent',
    (failure: unknown) => (failure as { code?: unknown }).code,
  );

const numbers = (count: number): string[] => Array.from({ length: count }, (_, n) => n.toString());

test('▲ a frozen broker holds its own partitions only', async () => {
  brokers.lead('t', [1, 2]);
  const producer = producerWith();
  await producer.send([messageTo('t', 0, 'warm'), messageTo('t', 1, 'warm')]);
  brokers.frozen.add(1);
  const stuck = outcomeOf(producer.send([messageTo('t', 0, 'a')]));
  for (const n of numbers(20)) await producer.send([messageTo('t', 1, n)]);
  expect(brokers.log('t', 1)).toHaveLength(21);
  expect(brokers.log('t', 0)).toEqual(['warm']);
  brokers.thaw(1);
  expect(await stuck).toBe('sent');
});

test('▲ a dead broker holds its own partitions only, and what waits for it follows the leader in order', async () => {
  brokers.lead('t', [1, 2]);
  const producer = producerWith();
  brokers.dead.add(1);
  const held = numbers(50).map((n) => producer.send([messageTo('t', 0, n)]));
  await producer.send([messageTo('t', 1, 'other')]);
  expect(brokers.log('t', 0)).toEqual([]);
  brokers.lead('t', [2, 2]);
  await Promise.all(held);
  expect(brokers.log('t', 0)).toEqual(numbers(50));
});

test('▲ a partition without a leader waits alone', async () => {
  brokers.lead('t', [null, 1]);
  const producer = producerWith();
  const held = numbers(10).map((n) => producer.send([messageTo('t', 0, n)]));
  for (const n of numbers(10)) await producer.send([messageTo('t', 1, n)]);
  expect([brokers.log('t', 0), brokers.log('t', 1)]).toEqual([[], numbers(10)]);
  expect(producer.isStalled).toBe(true);
  brokers.lead('t', [1, 1]);
  await Promise.all(held);
  expect(brokers.log('t', 0)).toEqual(numbers(10));
  expect(producer.isStalled).toBe(false);
});

test('▲ a partition that fails is retried alone: others of the same request are acknowledged, and written once', async () => {
  brokers.lead('t', [1, 1]);
  let failures = 3;
  brokers.judge = ({ partition }) =>
    partition === 0 && (failures -= 1) >= 0
      ? { outcome: 'failed', reason: 'NOT_ENOUGH_REPLICAS' }
      : { outcome: 'sent' };
  const producer = producerWith();
  const held = producer.send([messageTo('t', 0, 'a')]);
  await producer.send([messageTo('t', 1, 'b')]);
  expect(brokers.log('t', 0)).toEqual([]);
  await held;
  expect([brokers.log('t', 0), brokers.log('t', 1)]).toEqual([['a'], ['b']]);
});

test('▲ messages of a refused request go one by one in the order of their partition, and only the one at fault is left out', async () => {
  brokers.lead('t', [1, 1]);
  brokers.judge = ({ messages }) =>
    messages.some(({ value }) => String(value) === '7')
      ? { outcome: 'refused', reason: 'MESSAGE_TOO_LARGE' }
      : { outcome: 'sent' };
  const refused: string[] = [];
  const producer = producerWith({
    onRefused: async ({ value }) => {
      await new Promise((resolve) => setImmediate(resolve));
      refused.push(String(value));
    },
  });
  const sent = numbers(20).map((n) => producer.send([messageTo('t', 0, n)]));
  sent.push(producer.send([messageTo('t', 1, 'other')]));
  await Promise.all(sent);
  expect(refused).toEqual(['7']);
  expect(brokers.log('t', 0)).toEqual(numbers(20).filter((n) => n !== '7'));
  expect(brokers.log('t', 1)).toEqual(['other']);
});

test('a leader that moves while messages are on their way reorders none of them', async () => {
  brokers.lead('t', [1]);
  const producer = producerWith();
  const sent: Promise<void>[] = [];
  for (const n of numbers(300)) {
    sent.push(producer.send([messageTo('t', 0, n)]));
    if (Number(n) % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    if (Number(n) % 60 === 0) brokers.lead('t', [(Number(n) / 60) % 2 === 0 ? 1 : 2]);
  }
  await Promise.all(sent);
  expect(brokers.log('t', 0)).toEqual(numbers(300));
});

test('with one broker there is one request in flight, with all partitions that have messages in it', async () => {
  brokers.lead('t', [1, 1, 1, 1]);
  const producer = producerWith();
  await producer.send([messageTo('t', 0, 'warm')]);
  brokers.requests.length = 0;
  const sent: Promise<void>[] = [];
  for (let n = 0; n < 400; n += 1) {
    sent.push(producer.send([messageTo('t', n % 4, n.toString())]));
    if (n % 10 === 9) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(sent);
  expect(brokers.inFlightMax).toBe(1);
  expect(brokers.requests.length).toBeLessThanOrEqual(41);
  expect(new Set(brokers.requests.slice(1, -1).map(({ partitions }) => partitions.length))).toEqual(
    new Set([4]),
  );
});

test('a sender is refused in time when no broker that responds leads its partition', async () => {
  brokers.lead('t', [null, 1]);
  const producer = producerWith({ patienceMs: 50 });
  const [held, other] = [producer.send([messageTo('t', 0, 'a')]), producer.send([messageTo('t', 1, 'b')])];
  await other;
  await expect(held).rejects.toMatchObject({ code: 'BROKER_UNAVAILABLE', retry: true });
  expect(producer.waiting).toBe(0);
});

test('what waits for a broker that does not respond fills half of the space, and others are accepted', async () => {
  brokers.lead('t', [1, 2]);
  const producer = producerWith({ waitingMax: 100 });
  await producer.send([messageTo('t', 0, 'warm')]);
  brokers.dead.add(1);
  const held = numbers(50).map((n) => outcomeOf(producer.send([messageTo('t', 0, n)])));
  await eventually('it is stalled', () => producer.isStalled);
  await expect(producer.send([messageTo('t', 0, 'more')])).rejects.toMatchObject({
    code: 'BROKER_UNAVAILABLE',
  });
  await producer.send([messageTo('t', 1, 'other')]);
  expect(brokers.log('t', 1)).toEqual(['other']);
  brokers.dead.delete(1);
  expect(new Set(await Promise.all(held))).toEqual(new Set(['sent']));
});

test('the leaders are read again and again while a topic does not exist, and once it does its messages go in order', async () => {
  const producer = producerWith();
  const sent = numbers(5).map((n) => producer.send([messageTo('later', 0, n)]));
  await eventually('they are read again', () => brokers.reads > 1);
  brokers.lead('later', [1]);
  await Promise.all(sent);
  expect(brokers.log('later')).toEqual(numbers(5));
});

test('messages of a known topic go on while nobody says who leads', async () => {
  brokers.lead('t', [1, 2]);
  const producer = producerWith();
  await producer.send([messageTo('t', 0, 'a'), messageTo('t', 1, 'a')]);
  brokers.isSilent = true;
  brokers.dead.add(2);
  const held = outcomeOf(producer.send([messageTo('t', 1, 'b')]));
  await producer.send([messageTo('t', 0, 'b')]);
  expect(brokers.log('t', 0)).toEqual(['a', 'b']);
  brokers.dead.delete(2);
  expect(await held).toBe('sent');
});

test('keyed messages whose topic was made again with fewer partitions choose again', async () => {
  brokers.lead('t', [1, 1, 1, 1, 1, 1, 1, 1]);
  const producer = producerWith();
  const keyed = (n: number): OutgoingMessage => ({
    topic: 't',
    key: Buffer.from(`member ${n.toString()}`),
    value: Buffer.from(n.toString()),
    headers: {},
  });
  await producer.send([keyed(0)]);
  brokers.lead('t', [1]);
  await Promise.all(Array.from({ length: 20 }, (_, n) => producer.send([keyed(n)])));
  expect(brokers.log('t').toSorted()).toEqual(expect.arrayContaining(numbers(20).filter((n) => n !== '0')));
});

test('a stop sends what waits, and fails in time what a frozen broker or no broker takes', async () => {
  brokers.lead('t', [1, 2, null]);
  const producer = producerWith({ sendEveryMs: 60_000 });
  await producer.send([messageTo('t', 0, 'warm'), messageTo('t', 1, 'warm')]);
  brokers.frozen.add(2);
  const sent = [0, 1, 2].map((partition) => outcomeOf(producer.send([messageTo('t', partition, 'last')])));
  const unknown = outcomeOf(producer.send([messageTo('missing', 0, 'last')]));
  await producer.stop();
  expect(await Promise.all([...sent, unknown])).toEqual([
    'sent',
    expect.stringMatching(/sent|BROKER_UNAVAILABLE/),
    'BROKER_UNAVAILABLE',
    'BROKER_UNAVAILABLE',
  ]);
  await expect(producer.send([messageTo('t', 0, 'late')])).rejects.toMatchObject({
    code: 'BROKER_UNAVAILABLE',
  });
});

test('a stop ends while a broker is dead, and so do the tries to reach it', async () => {
  brokers.lead('t', [1]);
  brokers.dead.add(1);
  const producer = producerWith();
  const sent = outcomeOf(producer.send([messageTo('t', 0, 'a')]));
  await producer.stop();
  expect(await sent).toBe('BROKER_UNAVAILABLE');
});
