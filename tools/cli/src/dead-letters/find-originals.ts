import { Fault, groupBy } from '@loyalty/kernel';
import { type InboundRecord, type Kafka, readRecords } from '@loyalty/messaging';
import { withOriginal, type DeadLetter } from './dead-letter.ts';

/** Dead letters with their messages, and the number of those whose message is gone. */
export interface LettersWithOriginals {
  readonly letters: readonly DeadLetter[];
  readonly gone: number;
}

const mib = 1024 * 1024;
/** All of them are in memory at once; a message has 2 MiB at most. */
const originalsMibMax = 256;

/**
 * Reads the messages that were too large to copy from their topics. Leaves out dead letters whose message is gone (retention).
 * Throws a Fault when they have more than 256 MiB.
 */
export const findOriginals = async (
  kafka: Kafka,
  letters: readonly DeadLetter[],
): Promise<LettersWithOriginals> => {
  const pointers = letters.filter(isPointer);
  refuseTooMuch(pointers.reduce((total, { bytes }) => total + (bytes ?? 0), 0));
  const originals = new Map<string, InboundRecord>();
  for (const [topic, places] of groupBy(pointers, (letter) => letter.topic))
    await readRecords(kafka, {
      topic,
      places,
      onRecord: (record) => originals.set(placeOf(record), record),
    });
  const found = letters.flatMap((letter) => completed(letter, originals.get(placeOf(letter))) ?? []);
  return { letters: found, gone: letters.length - found.length };
};

const refuseTooMuch = (bytes: number): void => {
  if (bytes <= originalsMibMax * mib) return;
  const mibs = Math.ceil(bytes / mib).toString();
  throw new Fault(
    'TOO_MANY_LETTERS',
    `The messages of these letters have ${mibs} MiB in all, ${originalsMibMax.toString()} go at once: choose fewer with --at, --since, --topic or --limit.`,
  );
};

const isPointer = ({ bytes, record }: DeadLetter): boolean => bytes !== null && record.value === null;

/** Returns null when the message is gone, also when another record is in its place because the topic was created again. */
const completed = (letter: DeadLetter, original: InboundRecord | undefined): DeadLetter | null => {
  if (!isPointer(letter)) return letter;
  const { key } = letter.record;
  if (original === undefined || (key !== null && original.key?.equals(key) !== true)) return null;
  return withOriginal(letter, original);
};

const placeOf = (at: Pick<DeadLetter, 'topic' | 'partition' | 'offset'>): string =>
  `${at.topic}/${at.partition.toString()}/${at.offset.toString()}`;
