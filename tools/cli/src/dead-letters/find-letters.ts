import { topics } from '@loyalty/contracts';
import { type Kafka, readLog } from '@loyalty/messaging';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { integerFrom, parseSeconds } from '../arguments.ts';
import { deadLetterFrom, type DeadLetter } from './dead-letter.ts';

/** Filters of dead letters; without filters all match. */
export interface LetterFilter {
  /** The topic from which it was given up. */
  readonly topic?: string;
  /** The consumer group that gave it up. */
  readonly group?: string;
  readonly reason?: string;
  /** Not older than so many seconds. */
  readonly since?: number;
  /** One dead letter, as `<partition>/<offset>` among the dead letters. */
  readonly at?: string;
  readonly limit: number;
}

/** A page of dead letters, newest first. */
export interface FoundLetters {
  readonly letters: readonly DeadLetter[];
  /** The number of matches, including those beyond the limit. */
  readonly total: number;
}

/** Parses `<partition>/<offset>`. */
export const parsePlace = (text: string): string => {
  if (/^\d{1,6}\/\d{1,15}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be <partition>/<offset>, as «dead-letters list» shows it.');
};

/** Adds the options of a {@link LetterFilter}. */
export const withFilter = (command: Command, limit: number): Command =>
  command
    .option('--topic <topic>', 'only what was given up from this topic')
    .option('--group <group>', 'only what this consumer group gave up')
    .option('--reason <reason>', 'only what was given up for this reason')
    .addOption(new Option('--since <time>', 'only the last while, such as 15m or 2d').argParser(parseSeconds))
    .option('--limit <n>', 'at most so many, the newest', integerFrom(1, 100_000), limit);

/** Reads all dead letters once, and returns the matches. */
export const findLetters = async (kafka: Kafka, filter: LetterFilter): Promise<FoundLetters> => {
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
