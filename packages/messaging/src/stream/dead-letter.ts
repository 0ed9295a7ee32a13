import { headers as names, topics } from '@loyalty/contracts';
import type { HeaderValue, OutgoingMessage } from '../ports/broker.ts';
import type { RejectedMessage } from '../ports/handler.ts';

/** More dead letters than this in one minute park their partition: a flood is a fault of its writer. */
export const deadLettersPerMinuteMax = 100;

/** The original bytes with headers that say where from, why, when and how often. */
export const deadLetterOf = ({ record, rejection }: RejectedMessage, atMs: number): OutgoingMessage => {
  const original: Record<string, HeaderValue> = {};
  for (const [name, value] of Object.entries(record.headers)) if (value !== undefined) original[name] = value;
  return {
    topic: topics.deadLetters,
    key: record.key,
    value: record.value,
    headers: {
      ...original,
      [names.deadLetterTopic]: record.topic,
      [names.deadLetterPartition]: record.partition.toString(),
      [names.deadLetterOffset]: record.offset.toString(),
      [names.deadLetterReason]: rejection.reason,
      [names.deadLetterDetail]: rejection.detail.slice(0, 500),
      [names.deadLetterAttempts]: attemptsOf(original[names.deadLetterAttempts]),
      [names.deadLetterAt]: new Date(atMs).toISOString(),
    },
  };
};

/** A replayed letter that fails again counts on. */
const attemptsOf = (earlier: HeaderValue | undefined): string =>
  (Number(earlier?.toString() ?? 0) + 1).toString();
