import { AssignedPartition } from './assigned-partitions.ts';
import { BatchCapacity, IntakeQueue, type Queued } from './intake-queue.ts';

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

describe('topics that wait in one queue', () => {
  const topicOf = (topic: string) => new AssignedPartition({ consumerGroup: 'g', topic, partition: 0 });
  const fill = (
    queue: IntakeQueue<number>,
    topic: string,
    {
      count,
      cost = 0,
      bytes = 10,
    }: { readonly count: number; readonly cost?: number; readonly bytes?: number },
  ): void => {
    const partition = topicOf(topic);
    for (let offset = 0; offset < count; offset += 1)
      queue.push({ ...queued(partition, offset, bytes), costOf: () => cost });
  };
  const countsOf = (taken: readonly Queued<number>[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { partition } of taken) counts[partition.topic] = (counts[partition.topic] ?? 0) + 1;
    return counts;
  };
  const roomy = { entriesMax: 100_000, bytesMax: 1_000_000_000 };

  test('▲ share a batch: one with a backlog leaves the others what they need (D118)', () => {
    const queue = createQueue(roomy);
    fill(queue, 'backlog', { count: 1_000 });
    fill(queue, 'few', { count: 3 });
    fill(queue, 'many', { count: 400 });
    const take = () => countsOf(queue.take(new BatchCapacity({ records: 500, bytes: Infinity })));
    expect(take()).toEqual({ backlog: 331, few: 3, many: 166 });
    expect(take()).toEqual({ backlog: 266, many: 234 });
  });

  test('▲ share its cost and its bytes: dear or large receipts of one leave the others as many', () => {
    const [dear, large] = [createQueue(roomy), createQueue(roomy)];
    fill(dear, 'dear', { count: 100, cost: 2_500 });
    fill(dear, 'plain', { count: 300, cost: 50 });
    expect(countsOf(dear.take(new BatchCapacity({ records: 500, bytes: Infinity, cost: 50_000 })))).toEqual({
      dear: 15,
      plain: 250,
    });
    fill(large, 'large', { count: 100, bytes: 100_000 });
    fill(large, 'plain', { count: 300, bytes: 1_000 });
    expect(countsOf(large.take(new BatchCapacity({ records: 500, bytes: 4_000_000 })))).toEqual({
      large: 37,
      plain: 300,
    });
  });

  test('take turns where a batch has fewer places than there are topics', () => {
    const queue = createQueue(roomy);
    for (const topic of ['a', 'b', 'c', 'd', 'e']) fill(queue, topic, { count: 10 });
    const take = () => countsOf(queue.take(new BatchCapacity({ records: 2, bytes: Infinity })));
    expect([take(), take(), take()]).toEqual([
      { a: 1, b: 1 },
      { c: 1, d: 1 },
      { e: 1, a: 1 },
    ]);
  });

  test('a record that did not fit is first in the next batch', () => {
    const queue = createQueue(roomy);
    fill(queue, 'plain', { count: 100, bytes: 10 });
    fill(queue, 'more', { count: 100, bytes: 10 });
    fill(queue, 'huge', { count: 1, bytes: 90 });
    const take = () => queue.take(new BatchCapacity({ records: 500, bytes: 100 }));
    expect(countsOf(take())).not.toHaveProperty('huge');
    expect(take()[0]).toMatchObject({ partition: { topic: 'huge' } });
  });

  test('come in the order of their records', () => {
    const queue = createQueue(roomy);
    for (const topic of ['a', 'b', 'c']) fill(queue, topic, { count: 70 });
    const taken = Array.from({ length: 3 }, () =>
      queue.take(new BatchCapacity({ records: 70, bytes: Infinity })),
    );
    for (const topic of ['a', 'b', 'c'])
      expect(
        taken.flat().flatMap(({ from, partition }) => (partition.topic === topic ? [from] : [])),
      ).toEqual(Array.from({ length: 70 }, (_, offset) => offset));
  });
});
