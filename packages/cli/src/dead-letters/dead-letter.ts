import { headers as names } from '@loyalty/contracts';
import type { HeaderValue, InboundRecord, OutgoingMessage } from '@loyalty/messaging';

/** A message that an engine gave up, with what its headers say. */
export interface DeadLetter {
  /** Where it lies among the dead letters, as `<partition>/<offset>`. */
  readonly place: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** Short and stable, as in `UNDECODABLE`. */
  readonly reason: string;
  readonly detail: string;
  /** How often it was given up, replays included. */
  readonly attempts: number;
  /** When it was given up; ISO 8601, UTC. */
  readonly at: string;
  readonly record: InboundRecord;
}

const ofLetter: ReadonlySet<string> = new Set([
  names.deadLetterTopic,
  names.deadLetterPartition,
  names.deadLetterOffset,
  names.deadLetterReason,
  names.deadLetterDetail,
  names.deadLetterAt,
]);

/** Reads a record of `loyalty.dead-letters`; null when its headers do not say where it came from. */
export const deadLetterFrom = (record: InboundRecord): DeadLetter | null => {
  const text = (name: string): string => record.headers[name]?.toString() ?? '';
  const [partition, offset] = [text(names.deadLetterPartition), text(names.deadLetterOffset)];
  const topic = text(names.deadLetterTopic);
  if (topic === '' || !/^\d+$/.test(partition) || !/^\d+$/.test(offset)) return null;
  return {
    place: `${record.partition.toString()}/${record.offset.toString()}`,
    topic,
    partition: Number(partition),
    offset: Number(offset),
    reason: text(names.deadLetterReason),
    detail: text(names.deadLetterDetail),
    attempts: Number(text(names.deadLetterAttempts)) || 1,
    at: text(names.deadLetterAt),
    record,
  };
};

/** The headers that the message itself had, as text. */
export const ownHeaders = ({ record }: DeadLetter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(originalHeaders(record)).map(([name, value]) => [name, value.toString()]),
  );

/**
 * The message as it was: the same bytes, key and headers, for the partition that it came from, whichever way its
 * producer spreads keys. The number of attempts stays, so that the next dead letter counts on.
 */
export const originalOf = ({ record, topic, partition }: DeadLetter): OutgoingMessage => ({
  topic,
  partition,
  key: record.key,
  value: record.value,
  headers: originalHeaders(record),
});

const originalHeaders = ({ headers }: InboundRecord): Record<string, HeaderValue> => {
  const original: Record<string, HeaderValue> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofLetter.has(name)) original[name] = value;
  return original;
};
