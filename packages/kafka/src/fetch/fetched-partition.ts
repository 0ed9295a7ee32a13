import type { TopicPartition } from '@loyalty/storage/positions';
import { withoutAborted } from '../kafkajs/internals.ts';
import type { Fetch, HeaderValue, InboundRecord } from '../ports.ts';
import type { FetchedPartition } from '../wire/fetch.ts';
import { type DecodedMessage, OutsideMark, UndecodableMark } from '../wire/record-batch.ts';

/** Null when nothing is new. Control records and aborted transactions count for the next offset only. */
export const fetchOf = (
  at: TopicPartition,
  fetchedOffset: number,
  { messages, abortedTransactions, highWatermark }: FetchedPartition,
): Fetch | null => {
  const [first] = messages;
  if (first === undefined) return null;
  const { topic, partition } = at;
  const none = { topic, partition, fetchedOffset, nextOffset: fetchedOffset, records: [] };
  if (first instanceof UndecodableMark) return { ...none, undecodable: first.reason };
  if (first instanceof OutsideMark) return { ...none, isOutside: true };
  // A batch is sent whole, with the records before the offset that was asked for.
  const within =
    Number(first.offset) >= fetchedOffset
      ? messages
      : messages.filter(({ offset }) => Number(offset) >= fetchedOffset);
  // All of it was compacted away.
  const lastOffset = Number(within.at(-1)?.offset ?? fetchedOffset);
  return {
    topic,
    partition,
    fetchedOffset,
    nextOffset: lastOffset + 1,
    logEnd: Number(highWatermark),
    records: visible(within, abortedTransactions).map((message) => recordOf(at, message)),
  };
};

const visible = (
  messages: readonly DecodedMessage[],
  abortedTransactions: FetchedPartition['abortedTransactions'],
): readonly DecodedMessage[] => {
  const kept =
    abortedTransactions.length === 0 ? messages : withoutAborted({ messages, abortedTransactions });
  return kept.some(({ isControlRecord }) => isControlRecord)
    ? kept.filter(({ isControlRecord }) => !isControlRecord)
    : kept;
};

const recordOf = (at: TopicPartition, message: DecodedMessage): InboundRecord => ({
  topic: at.topic,
  partition: at.partition,
  offset: Number(message.offset),
  timestamp: Number(message.timestamp),
  key: message.key,
  value: message.value,
  headers: headersOf(message.headers),
  leaderEpoch: message.batchContext.partitionLeaderEpoch,
});

/** The first value of a repeated header counts. */
const headersOf = (headers: DecodedMessage['headers']): Record<string, HeaderValue | undefined> => {
  // Without a prototype, because senders choose the names.
  const flat = { __proto__: null } as unknown as Record<string, HeaderValue | undefined>;
  for (const [name, value] of Object.entries(headers))
    flat[name] = (Array.isArray(value) ? value[0] : value) ?? undefined;
  return flat;
};
