import { AssignedPartition } from '../intake/assigned-partitions.ts';
import { BatchCapacity, IntakeQueue } from '../intake/intake-queue.ts';
import type { Lane } from '../ports.ts';
import { createBatchTaker, defaultBatchLimits } from './batch-limits.ts';

const laneOf = (lane: Lane, topic: string, cost = 0) => {
  const queue = new IntakeQueue<number>({ entriesMax: 2_000, bytesMax: 1_000_000 });
  const partition = new AssignedPartition({ consumerGroup: 'g', topic, partition: 0 });
  let offset = 0;
  const add = (count: number, bytes = 100): void => {
    for (const end = offset + count; offset < end; offset += 1) {
      const record = { topic, partition: 0, offset, timestamp: 1, key: null, value: null, headers: {} };
      queue.push({
        partition,
        item: { record, consumerGroup: 'g', lane, value: offset },
        bytes,
        costOf: () => cost,
        from: offset,
      });
    }
  };
  const skip = (count: number): void => {
    for (const end = offset + count; offset < end; offset += 1)
      queue.skip({ partition, from: offset }, { offset, timestamp: 1 });
  };
  return { lane, queue, add, skip };
};

const full = (lane: Lane, topic: string) => {
  const made = laneOf(lane, topic);
  made.add(2_000);
  return made;
};

const capacity = (records: number) => new BatchCapacity({ records, bytes: Infinity });

const countsOf = (batch: readonly { readonly partition: AssignedPartition }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { partition } of batch) counts[partition.topic] = (counts[partition.topic] ?? 0) + 1;
  return counts;
};

const clock = { now: () => 1_000_000, sleep: () => Promise.resolve() };

test('two backlogs of one lane take turns, so that neither waits for the end of the other', () => {
  const take = createBatchTaker([full('bulk', 'a'), full('bulk', 'b')], defaultBatchLimits, clock);
  const batches = [take(false), take(false), take(false), take(false)].map(countsOf);
  expect(batches).toEqual([{ b: 500 }, { a: 500 }, { b: 500 }, { a: 500 }]);
});

test('the space that the first group leaves in a batch goes to the next', () => {
  const short = full('bulk', 'short');
  short.queue.take(capacity(1_900));
  const take = createBatchTaker([full('bulk', 'long'), short], defaultBatchLimits, clock);
  expect(countsOf(take(false))).toEqual({ short: 100, long: 400 });
});

test('▲ a batch behind one without effect holds four times as many records, those of streams beside tills too', () => {
  const [till, bulk] = [laneOf('interactive', 'till'), full('bulk', 'bulk')];
  till.add(100);
  const take = createBatchTaker([till, bulk], defaultBatchLimits, clock);
  expect(countsOf(take(false, false))).toEqual({ till: 100, bulk: 1_900 });
  till.add(10);
  bulk.add(1_000);
  expect(countsOf(take(false, true))).toEqual({ till: 10, bulk: 100 });
});

test('while tills send requests, bulk gets a hundred places', () => {
  const till = full('interactive', 'till');
  till.queue.take(capacity(1_990));
  const take = createBatchTaker([full('bulk', 'bulk'), till], defaultBatchLimits, clock);
  expect(countsOf(take(false))).toEqual({ till: 10, bulk: 100 });
});

test('▲ while tills send requests, no batch decides on more than two of the dearest bulk receipts', () => {
  const [till, dear] = [laneOf('interactive', 'till', 30), laneOf('bulk', 'dear', 2_500)];
  till.add(1);
  dear.add(50);
  const take = createBatchTaker([dear, till], defaultBatchLimits, clock);
  expect([take(false), take(false)].map(countsOf)).toEqual([{ till: 1, dear: 2 }, { dear: 2 }]);
  const takeAlone = createBatchTaker([dear], defaultBatchLimits, clock);
  expect(countsOf(takeAlone(false))).toEqual({ dear: 20 });
});

test('a hundred usual bulk receipts go with the requests of tills', () => {
  const [till, usual] = [laneOf('interactive', 'till', 30), laneOf('bulk', 'usual', 30)];
  till.add(1);
  usual.add(500);
  const take = createBatchTaker([usual, till], defaultBatchLimits, clock);
  expect(countsOf(take(false))).toEqual({ till: 1, usual: 100 });
});

test('▲ a clock that is set back by an hour does not keep tills present: bulk has the whole batch again', () => {
  let nowMs = 10_000_000;
  const till = laneOf('interactive', 'till');
  const take = createBatchTaker([full('bulk', 'bulk'), till], defaultBatchLimits, {
    now: () => nowMs,
    sleep: () => Promise.resolve(),
  });
  till.add(1);
  take(false);
  nowMs -= 3_600_000;
  expect(countsOf(take(false))).toEqual({ bulk: 500 });
});

test('a batch holds a limited number of bytes, and at least one record', () => {
  const lane = laneOf('bulk', 'large');
  for (const bytes of [40, 50, 30, 500, 10]) lane.add(1, bytes);
  const take = createBatchTaker([lane], { ...defaultBatchLimits, bytesMax: 100 }, clock);
  const sizes = [take(false), take(false), take(false), take(false)].map((batch) => batch.length);
  expect(sizes).toEqual([2, 1, 1, 1]);
});

test('a batch has a limited cost, and at least one record', () => {
  const [till, bulk] = [laneOf('interactive', 'till', 300), laneOf('bulk', 'bulk', 400)];
  till.add(1);
  bulk.add(3);
  const dear = laneOf('bulk', 'dear', 1_200);
  dear.add(2);
  const limits = { ...defaultBatchLimits, costMax: 1_000 };
  const take = createBatchTaker([bulk, till], limits, clock);
  expect([take(false), take(false)].map(countsOf)).toEqual([{ till: 1, bulk: 1 }, { bulk: 2 }]);
  const takeDear = createBatchTaker([dear], limits, clock);
  expect([takeDear(false), takeDear(false)].map(countsOf)).toEqual([{ dear: 1 }, { dear: 1 }]);
});

test('the bytes that tills leave go to bulk, and a large bulk record waits for a batch of its own', () => {
  const [till, bulk] = [laneOf('interactive', 'till'), laneOf('bulk', 'bulk')];
  till.add(1, 90);
  bulk.add(1, 10);
  bulk.add(1, 20);
  const take = createBatchTaker([bulk, till], { ...defaultBatchLimits, bytesMax: 100 }, clock);
  expect([take(false), take(false)].map(countsOf)).toEqual([{ till: 1, bulk: 1 }, { bulk: 1 }]);
});

test('skipped runs travel with the records of any lane and take no place', () => {
  const [till, bulk] = [laneOf('interactive', 'till'), laneOf('bulk', 'bulk')];
  bulk.skip(700);
  bulk.add(1);
  bulk.skip(5);
  till.add(500);
  const take = createBatchTaker([bulk, till], defaultBatchLimits, clock);
  const first = take(false);
  expect(countsOf(first)).toEqual({ till: 500, bulk: 1 });
  expect(first.at(-1)).toMatchObject({ item: null, last: { offset: 699 }, count: 700 });
  expect(take(false).map(({ item }) => item === null)).toEqual([false, true]);
});

test('skipped runs alone wait for an idle moment', () => {
  const bulk = laneOf('bulk', 'bulk');
  bulk.skip(3);
  const take = createBatchTaker([bulk], defaultBatchLimits, clock);
  expect(take(false)).toEqual([]);
  expect(take(true)).toMatchObject([{ item: null, count: 3, last: { offset: 2 } }]);
});

test('skipped runs do not count as requests of tills', () => {
  const [till, bulk] = [laneOf('interactive', 'till'), full('bulk', 'bulk')];
  till.skip(3);
  const take = createBatchTaker([bulk, till], defaultBatchLimits, clock);
  expect(countsOf(take(false))).toEqual({ till: 1, bulk: 500 });
});
