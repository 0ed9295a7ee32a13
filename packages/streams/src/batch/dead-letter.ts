import { headers as names, topics } from '@loyalty/contracts';
import type { HeaderValue, OutgoingMessage } from '@loyalty/kafka';
import type { RejectedMessage } from '../ports.ts';
import { recordSize } from '../records.ts';

/** A larger message is only referred to: the outbox row and the request of a batch must stay small. */
const copiedBytesMax = 256 * 1024;
const keyBytesMax = 1024;
const detailCharactersMax = 500;

/**
 * Creates a dead letter with the original bytes, unless they exceed 256 KiB, and with headers about their
 * origin and the reason.
 */
export const deadLetterOf = (deadLetter: RejectedMessage, atMs: number): OutgoingMessage => {
  const { record } = deadLetter;
  const bytes = recordSize(record);
  const isCopied = bytes <= copiedBytesMax;
  return {
    topic: topics.deadLetters,
    key: isCopied || (record.key?.length ?? 0) <= keyBytesMax ? record.key : null,
    value: isCopied ? record.value : null,
    headers: {
      ...(isCopied ? originalHeaders(deadLetter) : { [names.deadLetterBytes]: bytes.toString() }),
      ...ownHeaders(deadLetter, atMs),
    },
  };
};

const originalHeaders = ({ record }: RejectedMessage): Record<string, HeaderValue> => {
  const original: Record<string, HeaderValue> = {};
  for (const [name, value] of Object.entries(record.headers)) if (value !== undefined) original[name] = value;
  return original;
};

const ownHeaders = (
  { record, consumerGroup, rejection }: RejectedMessage,
  atMs: number,
): Record<string, HeaderValue> => ({
  [names.deadLetterGroup]: consumerGroup,
  [names.deadLetterTopic]: record.topic,
  [names.deadLetterPartition]: record.partition.toString(),
  [names.deadLetterOffset]: record.offset.toString(),
  [names.deadLetterReason]: rejection.reason,
  [names.deadLetterDetail]: rejection.detail.slice(0, detailCharactersMax),
  [names.deadLetterAttempts]: attemptsOf(record.headers[names.deadLetterAttempts]),
  [names.deadLetterAt]: new Date(atMs).toISOString(),
});

/** Continues the count of a replayed dead letter that fails again. */
const attemptsOf = (earlier: HeaderValue | undefined): string =>
  (Number(earlier?.toString() ?? 0) + 1).toString();
