import type { InboundRecord } from '@loyalty/kafka';
import { AssignedPartition } from './assigned-partitions.ts';

const at = { topic: 't', partition: 0 };
const recordAt = (offset: number): InboundRecord => ({
  ...at,
  offset,
  timestamp: offset,
  key: null,
  value: null,
  headers: {},
});

/** Reads a partition from its beginning, where a control record comes first. */
const begun = (): AssignedPartition => {
  const partition = new AssignedPartition({ ...at, consumerGroup: 'group' });
  partition.beginAt(0);
  partition.reading.begin(0, null);
  partition.reading.take({ ...at, fetchedOffset: 0, nextOffset: 1, records: [] });
  return partition;
};

test('▲ records that were taken back, and control records, are not waited for: they are never stored', () => {
  const partition = begun();
  partition.reading.take({ ...at, fetchedOffset: 1, nextOffset: 3, records: [recordAt(1), recordAt(2)] });
  partition.reading.rewind(1, null);
  expect(partition.isAllStored).toBe(true);
});

test('queued records are waited for until they are stored', () => {
  const partition = begun();
  partition.enqueue(1);
  expect(partition.isAllStored).toBe(false);
  partition.storedOffset = 2;
  expect(partition.isAllStored).toBe(true);
});

test('▲ a log that ends too soon has done so for long after 12 s, also when the clock was set back by an hour meanwhile', () => {
  const partition = begun();
  const hour = 3_600_000;
  expect(
    [2 * hour, hour, hour + 11_999, hour + 12_000].map((nowMs) => partition.isBeyondForLong(nowMs)),
  ).toEqual([false, false, false, true]);
});
