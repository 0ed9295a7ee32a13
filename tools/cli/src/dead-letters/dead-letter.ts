import { headers as names } from '@loyalty/contracts';
import type { HeaderValue, InboundRecord, OutgoingMessage } from '@loyalty/kafka';

export interface DeadLetter {
  /** The place in the form `<partition>/<offset>`. */
  readonly place: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** The group that gave the message up; null if the dead letter does not name it. */
  readonly group: string | null;
  /** The size of a message that was too large to copy; null if the dead letter contains the message. */
  readonly bytes: number | null;
  /** The reason, for example `UNDECODABLE`. */
  readonly reason: string;
  readonly detail: string;
  /** The number of attempts, including replays. */
  readonly attempts: number;
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
  names.deadLetterGroup,
  names.deadLetterBytes,
]);

/**
 * These headers belong to a caller that no longer waits. With them an event with a changed definition would
 * return to no one.
 */
const ofWaiter: ReadonlySet<string> = new Set([names.correlationId, names.replyTopic, names.replyPartition]);

/** Reads a dead letter; returns null if the headers do not name the record's origin. */
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
    group: text(names.deadLetterGroup) || null,
    bytes: numberIn(text(names.deadLetterBytes)),
    reason: text(names.deadLetterReason),
    detail: text(names.deadLetterDetail),
    attempts: Number(text(names.deadLetterAttempts)) || 1,
    at: text(names.deadLetterAt),
    record,
  };
};

const numberIn = (text: string): number | null => (/^\d+$/.test(text) ? Number(text) : null);

export const withOriginal = (letter: DeadLetter, { key, value, headers }: InboundRecord): DeadLetter => {
  const said = Object.entries(letter.record.headers).filter(([name]) => ofLetter.has(name));
  const attempts = { [names.deadLetterAttempts]: letter.attempts.toString() };
  const record = { ...letter.record, key, value };
  return {
    ...letter,
    record: { ...record, headers: { ...headers, ...Object.fromEntries(said), ...attempts } },
  };
};

export const ownHeaders = ({ record }: DeadLetter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(originalHeaders(record)).map(([name, value]) => [name, value.toString()]),
  );

/**
 * Returns the original message with the same bytes, key and partition, without headers of a reply. A header
 * limits it to the group that gave it up. The number of attempts stays, so that the next dead letter
 * continues the count.
 */
export const originalOf = ({ record, topic, partition, group }: DeadLetter): OutgoingMessage => {
  const kept = Object.entries(originalHeaders(record)).filter(([name]) => !ofWaiter.has(name));
  return {
    topic,
    partition,
    key: record.key,
    value: record.value,
    headers: { ...Object.fromEntries(kept), ...(group === null ? {} : { [names.retryGroup]: group }) },
  };
};

const originalHeaders = ({ headers }: InboundRecord): Record<string, HeaderValue> => {
  const original: Record<string, HeaderValue> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !ofLetter.has(name)) original[name] = value;
  return original;
};
