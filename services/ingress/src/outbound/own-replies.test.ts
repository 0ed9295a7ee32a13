import type { ReplyPartition } from '@loyalty/streams/request-reply';
import { silentLogger } from '@loyalty/telemetry/logger';
import { OwnReplies, type ReplyPartitions, type ReplyReading } from './own-replies.ts';

class FakeReading implements ReplyReading {
  isReady = true;
  hasFailed = false;
  silentForMs = 0;
  isStopped = false;
  stop(): Promise<void> {
    this.isStopped = true;
    return Promise.resolve();
  }
}

/** Partitions 0 to 3; those of `away` have no leader. */
class FakePartitions implements ReplyPartitions {
  readonly away = new Set<number>();
  readonly readings = new Map<number, FakeReading>();
  readonly leased: number[] = [];
  total = 4;
  isThere = true;

  count(): Promise<number> {
    return Promise.resolve(this.total);
  }

  lease(partitions: number, except: ReadonlySet<number>): Promise<ReplyPartition> {
    const free = Array.from({ length: partitions }, (_, at) => at).filter((at) => !except.has(at));
    const partition = free.find((at) => !this.leased.includes(at)) ?? free[0] ?? 0;
    this.leased.push(partition);
    const nothing = () => Promise.resolve();
    return Promise.resolve({ name: 'lease', partition, start: nothing, stop: nothing });
  }

  open(partition: number): Promise<ReplyReading> {
    if (this.away.has(partition)) return Promise.reject(new Error('no leader'));
    const reading = new FakeReading();
    this.readings.set(partition, reading);
    return Promise.resolve(reading);
  }

  isKafkaThere(): Promise<boolean> {
    return Promise.resolve(this.isThere);
  }
}

let partitions: FakePartitions;
let replies: OwnReplies;

beforeEach(() => {
  jest.useFakeTimers();
  partitions = new FakePartitions();
  const phase = { waitFor: <T>(_: string, ask: () => Promise<T>) => ask() };
  replies = new OwnReplies({ partitions, phase, logger: silentLogger });
});
afterEach(async () => {
  await replies.stop();
  jest.useRealTimers();
});

const start = () => replies.start(new AbortController().signal);
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const readingOf = (partition: number): FakeReading => {
  const reading = partitions.readings.get(partition);
  if (reading === undefined) throw new Error('it is not read');
  return reading;
};

test('a process reads a partition that nobody else has leased', async () => {
  expect(replies.isReady).toBe(false);
  partitions.leased.push(0, 1);
  await start();
  expect([replies.isReady, replies.address]).toEqual([true, { topic: 'loyalty.replies', partition: 2 }]);
});

test('one whose leader is unavailable is left for another, and the process is not ready until that is read', async () => {
  await start();
  partitions.away.add(0).add(1);
  const left = readingOf(0);
  left.silentForMs = 3_000;
  await pass(3_000);
  expect(replies.isReady).toBe(true);
  await pass(1_000);
  expect([replies.isReady, replies.address.partition]).toEqual([false, 0]);
  await pass(1_000);
  expect([replies.isReady, replies.address.partition, left.isStopped]).toEqual([true, 2, true]);
});

test('one that is silent because all of Kafka is unavailable is kept, and the process stays ready', async () => {
  await start();
  readingOf(0).silentForMs = 60_000;
  partitions.isThere = false;
  await pass(10_000);
  expect([replies.isReady, replies.address.partition]).toEqual([true, 0]);
});

test('one that is silent for a moment after Kafka is back is kept', async () => {
  await start();
  readingOf(0).silentForMs = 5_000;
  await pass(3_000);
  readingOf(0).silentForMs = 100;
  await pass(1_000);
  readingOf(0).silentForMs = 5_000;
  await pass(3_000);
  expect([replies.isReady, replies.address.partition]).toEqual([true, 0]);
});

test('the only partition is kept', async () => {
  partitions.total = 1;
  await start();
  readingOf(0).silentForMs = 60_000;
  await pass(5_000);
  expect([replies.isReady, replies.address.partition]).toEqual([true, 0]);
});

test('a reading that has failed is replaced, and does not end the process', async () => {
  await start();
  readingOf(0).hasFailed = true;
  await pass(1_000);
  expect([replies.isReady, replies.address.partition]).toEqual([true, 1]);
});

test('a stop ends the reading', async () => {
  await start();
  await replies.stop();
  expect(readingOf(0).isStopped).toBe(true);
});
