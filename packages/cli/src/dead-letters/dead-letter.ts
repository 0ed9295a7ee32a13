import { headers as names } from '@loyalty/contracts';
import type { HeaderValue, InboundRecord, OutgoingMessage } from '@loyalty/messaging';

/** A message that an engine gave up, with what its headers say. */
export interface DeadLetter {
  /** Where it lies among the dead letters, as `<partition>/<offset>`. */
  readonly place: string;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  /** The consumer group that gave it up; null where a letter does not say so. */
  readonly group: string | null;
  /** How many bytes the message has, where they were too many to be copied; null where the letter has them. */
  readonly bytes: number | null;
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
  names.deadLetterGroup,
  names.deadLetterBytes,
]);

/** Nobody waits for the reply any more. With these headers an event whose definition has changed would be sent back to nobody. */
const ofWaiter: ReadonlySet<string> = new Set([names.correlationId, names.replyTopic, names.replyPartition]);

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

/** A letter whose message was too large to be copied, together with that message as it lies where it was given up. */
export const withOriginal = (letter: DeadLetter, { key, value, headers }: InboundRecord): DeadLetter => {
  const said = Object.entries(letter.record.headers).filter(([name]) => ofLetter.has(name));
  const attempts = { [names.deadLetterAttempts]: letter.attempts.toString() };
  const record = { ...letter.record, key, value };
  return {
    ...letter,
    record: { ...record, headers: { ...headers, ...Object.fromEntries(said), ...attempts } },
  };
};

/** The headers that the message itself had, as text. */
export const ownHeaders = ({ record }: DeadLetter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(originalHeaders(record)).map(([name, value]) => [name, value.toString()]),
  );

/**
 * The message as it goes back: the same bytes and key for the partition that it came from, whichever way its producer spreads
 * keys. Its headers stay but for those of a reply; the group that gave it up is the only one that it is for, and the number of
 * attempts stays, so that the next dead letter counts on.
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
