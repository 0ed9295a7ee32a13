import type { TopicPartition } from '@loyalty/storage/positions';
import { withoutAborted } from '../kafkajs/internals.ts';
import type { Fetch } from '../ports.ts';
import type { FetchedPartition } from '../wire/fetch.ts';
import { OutsideMark, UndecodableMark } from '../wire/record-batch.ts';
import type { StoredRecord } from '../wire/stored-record.ts';

/**
 * Null when no record came. Control records and aborted transactions count for the next offset only, and as
 * `covered`.
 */
export const fetchOf = (
  { topic, partition }: TopicPartition,
  fetchedOffset: number,
  { records, mark, abortedTransactions, highWatermark, lastStableOffset }: FetchedPartition,
): Fetch | null => {
  const none = { topic, partition, fetchedOffset, nextOffset: fetchedOffset, records: [] };
  if (mark instanceof UndecodableMark) return { ...none, undecodable: mark.reason };
  if (mark instanceof OutsideMark) return { ...none, isOutside: true };
  const [first] = records;
  if (first === undefined) return null;
  // A batch is sent whole, with the records before the offset that was asked for.
  const within =
    first.offset >= fetchedOffset ? records : records.filter(({ offset }) => offset >= fetchedOffset);
  const last = within.at(-1);
  const fetch = {
    topic,
    partition,
    fetchedOffset,
    // Without a last one, all of it was compacted away.
    nextOffset: (last?.offset ?? fetchedOffset) + 1,
    logEnd: Number(highWatermark),
    stableEnd: Number(lastStableOffset),
    records: visible(within, abortedTransactions),
  };
  if (last === undefined || fetch.records.length === within.length) return fetch;
  return { ...fetch, covered: { first: within[0] ?? last, last } };
};

/**
 * Null unless the end of a log of which nothing can be read is another one than `shownEnd`. So readers learn how much
 * waits for a transaction, though no record comes. Of a log that was read to its end it is always null.
 */
export const fetchOfEnds = (
  { topic, partition }: TopicPartition,
  fetchedOffset: number,
  {
    fetched: { errorCode, mark, highWatermark, lastStableOffset },
    shownEnd,
  }: { readonly fetched: FetchedPartition; readonly shownEnd: number },
): Fetch | null => {
  const [logEnd, stableEnd] = [Number(highWatermark), Number(lastStableOffset)];
  if (errorCode !== 0 || mark !== null || logEnd === shownEnd) return null;
  if (Math.max(logEnd, shownEnd) <= fetchedOffset) return null;
  return { topic, partition, fetchedOffset, nextOffset: fetchedOffset, logEnd, stableEnd, records: [] };
};

const visible = (
  records: readonly StoredRecord[],
  abortedTransactions: FetchedPartition['abortedTransactions'],
): readonly StoredRecord[] => {
  const kept = abortedTransactions.length === 0 ? records : withoutAborted(records, abortedTransactions);
  return kept.some(isControl) ? kept.filter((record) => !isControl(record)) : kept;
};

const isControl = ({ batch: { isControlBatch } }: StoredRecord): boolean => isControlBatch;
