import { type Command, InvalidArgumentError, Option } from 'commander';
import { topics } from '@loyalty/contracts';
import type { InboundRecord, Kafka } from '@loyalty/kafka';
import { readLog, readRecords } from '@loyalty/kafka/read-log';
import { Fault, groupBy, partitionKeyOf } from '@loyalty/kernel';
import { integerFrom, parseDurationS } from '../arguments.ts';
import { type DeadLetter, deadLetterFrom, withOriginal } from './dead-letter.ts';

export interface LetterFilter {
  readonly topic?: string;
  readonly group?: string;
  readonly reason?: string;
  /** The time in seconds. */
  readonly since?: number;
  /** The place in the form `<partition>/<offset>`. */
  readonly at?: string;
  readonly limit: number;
}

export const parsePartitionOffset = (text: string): string => {
  if (/^\d{1,6}\/\d{1,15}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be <partition>/<offset>, as «dead-letters list» shows it.');
};

export const withFilter = (command: Command, limit: number): Command =>
  command
    .option('--topic <topic>', 'only messages from this topic')
    .option('--group <group>', 'only messages that this consumer group gave up on')
    .option('--reason <reason>', 'only messages with this reason')
    .addOption(
      new Option('--since <time>', 'only messages no older than this, such as 15m or 2d').argParser(
        parseDurationS,
      ),
    )
    .option('--limit <n>', 'the maximum number of messages, newest first', integerFrom(1, 100_000), limit);

export const findLetters = async (
  kafka: Kafka,
  filter: LetterFilter,
): Promise<{
  readonly letters: readonly DeadLetter[];
  /** The number of all letters, including those beyond the limit. */
  readonly total: number;
}> => {
  const found: DeadLetter[] = [];
  const since = filter.since === undefined ? {} : { sinceMs: Date.now() - filter.since * 1_000 };
  await readLog(kafka, {
    topic: topics.deadLetters,
    ...since,
    onRecord: (record) => {
      const letter = deadLetterFrom(record);
      if (letter !== null && fits(letter, filter)) found.push(letter);
    },
  });
  const newestFirst = found.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.offset - a.offset));
  return { letters: newestFirst.slice(0, filter.limit), total: found.length };
};

const fits = (letter: DeadLetter, { topic, group, reason, at }: LetterFilter): boolean =>
  (topic === undefined || letter.topic === topic) &&
  (group === undefined || letter.group === group) &&
  (reason === undefined || letter.reason === reason) &&
  (at === undefined || letter.place === at);

const mib = 1024 * 1024;
/** All of them are in memory at once; a message has 2 MiB at most. */
const originalsMibMax = 256;

/** Finds the original messages, without those that are gone (retention). Throws a Fault beyond 256 MiB. */
export const findOriginals = async (
  kafka: Kafka,
  letters: readonly DeadLetter[],
): Promise<{ readonly letters: readonly DeadLetter[]; readonly gone: number }> => {
  const pointers = letters.filter(isPointer);
  refuseTooMuch(pointers.reduce((total, { bytes }) => total + (bytes ?? 0), 0));
  const originals = new Map<string, InboundRecord>();
  for (const [topic, places] of groupBy(pointers, (letter) => letter.topic))
    await readRecords(kafka, {
      topic,
      places,
      onRecord: (record) => originals.set(recordKeyOf(record), record),
    });
  const found = letters.flatMap((letter) => completed(letter, originals.get(recordKeyOf(letter))) ?? []);
  return { letters: found, gone: letters.length - found.length };
};

const refuseTooMuch = (bytes: number): void => {
  if (bytes <= originalsMibMax * mib) return;
  const mibs = Math.ceil(bytes / mib).toString();
  throw new Fault(
    'TOO_MANY_LETTERS',
    `The messages of these dead letters have ${mibs} MiB in total, but at most ${originalsMibMax.toString()} MiB can be read at once: choose fewer with --at, --since, --topic or --limit.`,
  );
};

const isPointer = ({ bytes, record }: DeadLetter): boolean => bytes !== null && record.value === null;

/**
 * Returns null if the message is gone, or another record is in its place because the topic was made again.
 */
const completed = (letter: DeadLetter, original: InboundRecord | undefined): DeadLetter | null => {
  if (!isPointer(letter)) return letter;
  const { key } = letter.record;
  if (original === undefined || (key !== null && original.key?.equals(key) !== true)) return null;
  return withOriginal(letter, original);
};

export const recordKeyOf = (at: Pick<DeadLetter, 'topic' | 'partition' | 'offset'>): string =>
  `${partitionKeyOf(at)}/${at.offset.toString()}`;
