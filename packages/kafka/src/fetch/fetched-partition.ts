import type { TopicPartition } from '@loyalty/storage/positions';
import { withoutAborted } from '../kafkajs/internals.ts';
import type { Fetch } from '../ports.ts';
import type { FetchedPartition } from '../wire/fetch.ts';
import { OutsideMark, UndecodableMark } from '../wire/record-batch.ts';
import type { StoredRecord } from '../wire/stored-record.ts';

/**
 * Returns what a fetch brought, or null if it brought no records and the next offset is the same. Control
 * records and aborted transactions only move the next offset.
 */
export const fetchOf = (
  { topic, partition }: TopicPartition,
  fetchedOffset: number,
  { records, mark, abortedTransactions, highWatermark }: FetchedPartition,
): Fetch | null => {
  const none = { topic, partition, fetchedOffset, nextOffset: fetchedOffset, records: [] };
  if (mark instanceof UndecodableMark) return { ...none, undecodable: mark.reason };
  if (mark instanceof OutsideMark) return { ...none, isOutside: true };
  const [first] = records;
  if (first === undefined) return null;
  // A batch is sent whole, with the records before the offset that was asked for.
  const within =
    first.offset >= fetchedOffset ? records : records.filter(({ offset }) => offset >= fetchedOffset);
  // All of it was compacted away.
  const lastOffset = within.at(-1)?.offset ?? fetchedOffset;
  return {
    topic,
    partition,
    fetchedOffset,
    nextOffset: lastOffset + 1,
    logEnd: Number(highWatermark),
    records: visible(within, abortedTransactions),
  };
};

const visible = (
  records: readonly StoredRecord[],
  abortedTransactions: FetchedPartition['abortedTransactions'],
): readonly StoredRecord[] => {
  const kept = abortedTransactions.length === 0 ? records : withoutAborted(records, abortedTransactions);
  return kept.some(isControl) ? kept.filter((record) => !isControl(record)) : kept;
};

const isControl = ({ batch: { isControlBatch } }: StoredRecord): boolean => isControlBatch;
