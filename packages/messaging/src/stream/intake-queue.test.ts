import { AssignedPartition } from './assigned-partition.ts';
import { BatchCapacity } from './batch-capacity.ts';
import { IntakeQueue } from './intake-queue.ts';

const partitionOf = (partition: number) =>
  new AssignedPartition({ consumerGroup: 'g', topic: 't', partition });
const [a, b] = [partitionOf(0), partitionOf(1)];

const queued = (partition: AssignedPartition, offset: number, bytes = 10) => {
  const record = {
    topic: 't',
    partition: partition.partition,
    offset,
    timestamp: offset,
    key: null,
    value: null,
    headers: {},
  };
  return {
    partition,
    item: { record, consumerGroup: 'g', lane: 'bulk' as const, value: offset },
    bytes,
    from: offset,
  };
};

const placeOf = (partition: AssignedPartition) => ({ partition, from: 0 });
const at = (offset: number) => ({ offset, timestamp: offset });
const everything = () => new BatchCapacity({ records: Infinity, bytes: Infinity });
const createQueue = (limits = { entriesMax: 4, bytesMax: 100 }) => new IntakeQueue<number>(limits);

test('a queue is full at a number of records, or of bytes', () => {
  const many = createQueue();
  for (let offset = 0; offset < 4; offset += 1) many.push(queued(a, offset));
  const large = createQueue();
  large.push(queued(a, 0, 99));
  expect([many.isFull, large.isFull]).toEqual([true, false]);
  large.push(queued(a, 1, 1));
  expect(large.isFull).toBe(true);
});

test('a queue is half empty once neither records nor bytes fill half of it', () => {
  const queue = createQueue();
  queue.push(queued(a, 0, 49));
  expect(queue.isHalfEmpty).toBe(true);
  queue.push(queued(a, 1, 1));
  expect(queue.isHalfEmpty).toBe(false);
  queue.take(new BatchCapacity({ records: 1, bytes: 100 }));
  expect(queue.isHalfEmpty).toBe(true);
});

test('skipped records of one partition in a row are one run, which ends at its last', () => {
  const queue = createQueue();
  queue.skip(placeOf(a), at(0));
  queue.skip(placeOf(a), at(1));
  queue.skip(placeOf(b), at(0));
  queue.skip(placeOf(a), at(2));
  queue.push(queued(a, 3));
  queue.skip(placeOf(a), at(4));
  expect(queue.size).toBe(1);
  expect(queue.take(everything())).toMatchObject([
    { partition: a, item: null, last: at(1), count: 2 },
    { partition: b, item: null, last: at(0), count: 1 },
    { partition: a, item: null, last: at(2), count: 1 },
    { partition: a, item: { value: 3 } },
    { partition: a, item: null, last: at(4), count: 1 },
  ]);
});

test('a run that was taken does not grow', () => {
  const queue = createQueue();
  queue.skip(placeOf(a), at(0));
  const [taken] = queue.take(everything());
  queue.skip(placeOf(a), at(1));
  expect(taken).toMatchObject({ last: at(0), count: 1 });
  expect(queue.take(everything())).toMatchObject([{ last: at(1), count: 1 }]);
});

test('runs fill a queue too, so that it cannot grow without limit', () => {
  const queue = createQueue();
  for (let offset = 0; offset < 2; offset += 1)
    for (const partition of [a, b]) queue.skip(placeOf(partition), at(offset));
  expect([queue.isFull, queue.size]).toEqual([true, 0]);
});

test('dropped entries of a partition no longer count', () => {
  const queue = createQueue();
  queue.push(queued(a, 0, 60));
  queue.push(queued(b, 0, 30));
  queue.skip(placeOf(a), at(1));
  queue.drop(a);
  expect([queue.size, queue.isHalfEmpty]).toEqual([1, true]);
  expect(queue.take(everything())).toMatchObject([{ partition: b }]);
});
