import { AssignedPartition } from '../intake/assigned-partitions.ts';
import { advancesOf, type Batch } from './batch.ts';

const partitionAt = (nextOffset: number): AssignedPartition => {
  const partition = new AssignedPartition({ consumerGroup: 'g', topic: 't', partition: 3 });
  partition.beginAt(nextOffset);
  return partition;
};

const queued = (partition: AssignedPartition, offset: number): Batch<number>[number] => {
  const record = { topic: 't', partition: 3, offset, timestamp: offset, key: null, value: null, headers: {} };
  const item = { record, consumerGroup: 'g', lane: 'bulk' as const, value: offset };
  return { partition, item, bytes: 1, from: partition.enqueue(offset) };
};

const skippedRun = (partition: AssignedPartition, first: number, last: number): Batch<number>[number] => {
  const from = partition.enqueue(first);
  partition.enqueue(last);
  return { partition, item: null, last: { offset: last, timestamp: last }, count: 2, from };
};

test('a batch moves a partition from its position to behind its last record, past offsets without one', () => {
  const partition = partitionAt(10);
  const batch = [queued(partition, 12), skippedRun(partition, 13, 20), queued(partition, 25)];
  expect(advancesOf(batch)).toMatchObject([{ move: { fromOffset: 10, toOffset: 26, lastTimestamp: 25 } }]);
});

test('▲ a batch that does not begin at the position breaks an invariant', () => {
  const partition = partitionAt(10);
  const batch = [queued(partition, 10), queued(partition, 11)];
  expect(() => advancesOf(batch.slice(1))).toThrow(/begins where its position stands/);
  partition.storedOffset = 11;
  expect(() => advancesOf(batch)).toThrow(/begins where its position stands/);
  expect(advancesOf(batch.slice(1))).toHaveLength(1);
});

test('▲ a batch with a gap breaks an invariant', () => {
  const partition = partitionAt(10);
  const batch = [queued(partition, 10), queued(partition, 11), queued(partition, 12)];
  expect(() => advancesOf(batch.filter((_, place) => place !== 1))).toThrow(
    /begins where its position stands/,
  );
});

test('▲ a record queued behind its successor breaks an invariant', () => {
  const partition = partitionAt(10);
  queued(partition, 12);
  expect(() => queued(partition, 11)).toThrow(/queued in order/);
});

test('a partition with an unknown position moves from nowhere: the fence refuses it', () => {
  const partition = partitionAt(10);
  const batch = [queued(partition, 10)];
  partition.storedOffset = null;
  expect(advancesOf(batch)).toMatchObject([{ move: { fromOffset: -1 } }]);
});
