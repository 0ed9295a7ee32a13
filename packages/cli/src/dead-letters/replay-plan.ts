import { createHash } from 'node:crypto';
import type { PositionRecord } from '@loyalty/storage';
import type { DeadLetter } from './dead-letter.ts';

/** Letters that go back, and those that stay because their partition is parked. */
export interface ReplayPlan {
  readonly chosen: readonly DeadLetter[];
  readonly leftOut: number;
}

/** A partition that there is. */
interface RecordPlace {
  readonly topic: string;
  readonly partition: number;
}

/** Those letters whose partition there is: Kafka's client drops what is sent to any other, without a word. */
export const deliverable = (
  letters: readonly DeadLetter[],
  partitions: readonly RecordPlace[],
): DeadLetter[] => {
  const there = new Set(partitions.map(placeOf));
  return letters.filter((letter) => there.has(placeOf(letter)));
};

/**
 * Chooses what to replay: one letter a message and group, and nothing of a partition that is parked for that group unless
 * everything is wanted. A letter that names no group stays when its partition is parked for any.
 */
export const planReplay = (
  letters: readonly DeadLetter[],
  positions: readonly PositionRecord[],
  { all }: { readonly all?: true },
): ReplayPlan => {
  const parked = positions.filter(({ state }) => state === 'PARKED');
  const isParked = (letter: DeadLetter): boolean =>
    parked.some(
      (position) =>
        placeOf(position) === placeOf(letter) &&
        (letter.group === null || letter.group === position.consumerGroup),
    );
  const latest = latestAttempts(letters);
  const chosen = all === true ? latest : latest.filter((letter) => !isParked(letter));
  return { chosen, leftOut: latest.length - chosen.length };
};

/** A message that was replayed and given up again has left several letters: of one group the last of them stands for all. */
export const latestAttempts = (letters: readonly DeadLetter[]): DeadLetter[] => {
  const latest = new Map<string, DeadLetter>();
  for (const letter of letters) {
    const name = messageOf(letter);
    if (letter.attempts >= (latest.get(name)?.attempts ?? 0)) latest.set(name, letter);
  }
  return [...latest.values()];
};

const placeOf = ({ topic, partition }: RecordPlace): string => `${topic}/${partition.toString()}`;

const messageOf = (letter: DeadLetter): string => {
  const { key, value } = letter.record;
  const bytes = createHash('sha256').update(`${(key?.length ?? -1).toString()} `);
  if (key !== null) bytes.update(key);
  if (value !== null) bytes.update(value);
  return `${placeOf(letter)} ${letter.group ?? ''} ${bytes.digest('base64')}`;
};
