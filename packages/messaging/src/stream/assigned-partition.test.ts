import type { InboundRecord } from '../ports/broker.ts';
import { AssignedPartition } from './assigned-partition.ts';

const at = { topic: 't', partition: 0 };
const recordAt = (offset: number): InboundRecord => ({
  ...at,
  offset,
  timestamp: offset,
  key: null,
  value: null,
  headers: {},
});

/** Reads from its beginning; what comes first is no record. */
const begun = (): AssignedPartition => {
  const partition = new AssignedPartition({ ...at, consumerGroup: 'group' });
  partition.beginAt(0);
  partition.reading.begin(0, null);
  partition.reading.take({ ...at, fetchedOffset: 0, nextOffset: 1, records: [] });
  return partition;
};

test('▲ nobody waits for what was taken back, nor for control records: nothing of them is ever stored', () => {
  const partition = begun();
  partition.reading.take({ ...at, fetchedOffset: 1, nextOffset: 3, records: [recordAt(1), recordAt(2)] });
  partition.reading.rewind(1, null);
  expect(partition.isAllStored).toBe(true);
});

test('what was queued is waited for, until it is stored', () => {
  const partition = begun();
  partition.enqueue(1);
  expect(partition.isAllStored).toBe(false);
  partition.storedOffset = 2;
  expect(partition.isAllStored).toBe(true);
});
