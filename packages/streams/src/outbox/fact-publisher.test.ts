import { getEventListeners } from 'node:events';
import { silentLogger } from '@loyalty/telemetry/logger';
import type { OutgoingMessage } from '@loyalty/kafka';
import { FactPublisher } from './fact-publisher.ts';

/** A producer whose queue the test sets, and a record of what it was given. */
const createPublisher = (rowsMax?: number) => {
  const queue = { waiting: 0, waitingBytes: 0, isStalled: false };
  const sent: string[] = [];
  const send = (messages: readonly OutgoingMessage[]): Promise<void> => {
    sent.push(...messages.map(({ value }) => String(value)));
    return new Promise(() => undefined);
  };
  const producer = Object.assign(queue, { send, stop: () => Promise.resolve() });
  const publisher = new FactPublisher({
    producer,
    logger: silentLogger,
    ...(rowsMax === undefined ? {} : { rowsMax }),
  });
  return { publisher, queue, sent };
};

const messagesOf = (value: string): OutgoingMessage[] => [
  { topic: 't', key: null, value: Buffer.from(value), headers: {} },
];

const isBlocked = async (publisher: FactPublisher): Promise<boolean> => {
  const stopping = new AbortController();
  let isDone = false;
  const waiting = publisher.waitForCapacity(stopping.signal).then(() => (isDone = true));
  await new Promise((resolve) => setImmediate(resolve));
  const isWaiting = !isDone;
  stopping.abort();
  await waiting;
  return isWaiting;
};

test('▲ rows are left in the outbox while a broker does not respond, and no batch waits', async () => {
  const { publisher, queue, sent } = createPublisher();
  publisher.publish(1, messagesOf('sent'));
  Object.assign(queue, { waiting: 20_000, isStalled: true });
  for (let row = 2; row < 1_000; row += 1) publisher.publish(row, messagesOf(row.toString()));
  expect(sent).toEqual(['sent']);
  expect([publisher.unpublished, publisher.tracks(999)]).toEqual([999, true]);
  expect(await isBlocked(publisher)).toBe(false);
  expect(await publisher.acknowledged(999)).toBe(false);
});

test('batches wait for a Kafka that takes messages more slowly than they come', async () => {
  const { publisher, queue } = createPublisher();
  queue.waitingBytes = 24 * 1024 * 1024;
  expect(await isBlocked(publisher)).toBe(true);
  queue.isStalled = true;
  expect(await isBlocked(publisher)).toBe(false);
});

test('▲ fifty partitions that wait add no listener to the signal that they share: Node warns from eleven on', async () => {
  const { publisher, queue } = createPublisher();
  queue.waitingBytes = 24 * 1024 * 1024;
  const stopping = new AbortController();
  const waits = Array.from({ length: 50 }, () => publisher.waitForCapacity(stopping.signal));
  expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
  stopping.abort();
  await Promise.all(waits);
});

test('batches wait once the outbox holds as many rows of the process as it may, and end their wait at a stop', async () => {
  const { publisher, queue } = createPublisher(3);
  Object.assign(queue, { waiting: 20_000, isStalled: true });
  for (const row of [1, 2]) publisher.publish(row, []);
  expect(await isBlocked(publisher)).toBe(false);
  publisher.publish(3, []);
  expect(await isBlocked(publisher)).toBe(true);
});

test('▲ a row behind rows that were left is left too, so that rows keep their order', () => {
  const { publisher, queue, sent } = createPublisher();
  queue.waiting = 20_000;
  publisher.publish(1, messagesOf('one'));
  expect(publisher.nextLeft(10)).toEqual([]);
  queue.waiting = 0;
  publisher.publish(2, messagesOf('two'));
  const asked = publisher.nextLeft(10);
  publisher.publish(3, messagesOf('three'));
  publisher.publishLeft(asked, [
    { id: 2, messages: messagesOf('two') },
    { id: 1, messages: messagesOf('one') },
  ]);
  expect([asked, sent, publisher.nextLeft(10)]).toEqual([[1, 2], ['one', 'two'], [3]]);
});

test('a row that another process has published meanwhile is left to it', () => {
  const { publisher, queue, sent } = createPublisher();
  queue.waiting = 20_000;
  publisher.publish(1, messagesOf('one'));
  queue.waiting = 0;
  publisher.publishLeft(publisher.nextLeft(10), []);
  expect([sent, publisher.unpublished, publisher.tracks(1)]).toEqual([[], 0, false]);
});

test('a transaction deletes a bounded number of published rows, and no other statement deletes the same', async () => {
  const publisher = new FactPublisher({
    producer: { send: () => Promise.resolve(), stop: () => Promise.resolve() },
    logger: silentLogger,
  });
  for (let row = 0; row < 1_000; row += 1) publisher.publish(row, []);
  await new Promise((resolve) => setImmediate(resolve));
  const surplus = publisher.takeSurplus(500);
  const published = publisher.published();
  expect([surplus.length, published.length, published[0]]).toEqual([500, 256, 500]);
  publisher.keep(surplus);
  publisher.forget(published);
  publisher.forget(publisher.takeSurplus(10_000));
  expect(publisher.published()).toEqual([]);
});

describe('the part that publishes left rows', () => {
  const isWoken = async (waiting: Promise<void>): Promise<boolean> => {
    let woken = false;
    void waiting.then(() => (woken = true));
    await new Promise((resolve) => setImmediate(resolve));
    return woken;
  };

  test('sleeps until a row is left, and does not while rows are left', async () => {
    const { publisher, queue } = createPublisher();
    const { signal } = new AbortController();
    const waiting = publisher.untilLeft(signal);
    publisher.publish(1, messagesOf('one'));
    expect(await isWoken(waiting)).toBe(false);
    queue.waiting = 20_000;
    publisher.publish(2, messagesOf('two'));
    expect(await isWoken(waiting)).toBe(true);
    expect(await isWoken(publisher.untilLeft(signal))).toBe(true);
    queue.waiting = 0;
    publisher.publishLeft(publisher.nextLeft(10), []);
    expect(await isWoken(publisher.untilLeft(signal))).toBe(false);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  });

  test('sleeps until more rows are published than a transaction deletes, also where they are kept', async () => {
    const publisher = new FactPublisher({
      producer: { send: () => Promise.resolve(), stop: () => Promise.resolve() },
      logger: silentLogger,
    });
    const { signal } = new AbortController();
    const waiting = publisher.untilLeft(signal);
    for (let row = 1; row <= 256; row += 1) publisher.publish(row, []);
    expect(await isWoken(waiting)).toBe(false);
    publisher.publish(257, []);
    expect(await isWoken(waiting)).toBe(true);
    const surplus = publisher.takeSurplus(10);
    const again = publisher.untilLeft(signal);
    expect(await isWoken(again)).toBe(false);
    publisher.keep(surplus);
    expect(await isWoken(again)).toBe(true);
  });

  test('wakes at a stop, and leaves no listener', async () => {
    const { publisher } = createPublisher();
    const stopping = new AbortController();
    const waiting = publisher.untilLeft(stopping.signal);
    stopping.abort('stopped');
    expect(await isWoken(waiting)).toBe(true);
    expect(await isWoken(publisher.untilLeft(stopping.signal))).toBe(true);
    expect(getEventListeners(stopping.signal, 'abort')).toHaveLength(0);
  });
});
