import { AssignedPartition } from './assigned-partition.ts';
import { createBatchTaker, defaultBatchLimits } from './batch-limits.ts';
import { LaneQueue } from './lane-queue.ts';
import type { Lane } from '../ports/handler.ts';

const full = (lane: Lane, topic: string) => {
  const queue = new LaneQueue<number>(2_000);
  const partition = new AssignedPartition({ consumerGroup: 'g', topic, partition: 0 });
  for (let offset = 0; offset < 2_000; offset += 1) {
    const record = { topic, partition: 0, offset, timestamp: 1, key: null, value: null, headers: {} };
    queue.push({ partition, item: { record, consumerGroup: 'g', lane, value: offset } });
  }
  return { lane, queue };
};

const countsOf = (batch: readonly { readonly partition: AssignedPartition }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { partition } of batch) counts[partition.topic] = (counts[partition.topic] ?? 0) + 1;
  return counts;
};

const clock = { now: () => 1_000_000, sleep: () => Promise.resolve() };

test('two backlogs of one lane take turns, so that neither waits for the end of the other', () => {
  const take = createBatchTaker([full('bulk', 'a'), full('bulk', 'b')], defaultBatchLimits, clock);
  const batches = [take(), take(), take(), take()].map(countsOf);
  expect(batches).toEqual([{ b: 500 }, { a: 500 }, { b: 500 }, { a: 500 }]);
});

test('what the first leaves of a batch goes to the next', () => {
  const short = full('bulk', 'short');
  short.queue.take(1_900);
  const take = createBatchTaker([full('bulk', 'long'), short], defaultBatchLimits, clock);
  expect(countsOf(take())).toEqual({ short: 100, long: 400 });
});

test('while tills are about, bulk gets a hundred places', () => {
  const till = full('interactive', 'till');
  till.queue.take(1_990);
  const take = createBatchTaker([full('bulk', 'bulk'), till], defaultBatchLimits, clock);
  expect(countsOf(take())).toEqual({ till: 10, bulk: 100 });
});
