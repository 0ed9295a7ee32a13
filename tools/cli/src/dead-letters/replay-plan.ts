import { createHash } from 'node:crypto';
import { partitionKeyOf } from '@loyalty/kernel';
import type { PositionRecord } from '@loyalty/storage/position-control';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { DeadLetter } from './dead-letter.ts';

export interface ReplayPlan {
  readonly chosen: readonly DeadLetter[];
  readonly leftOut: number;
}

/**
 * Leaves out letters whose partition does not exist, because Kafka's client silently drops messages for it.
 */
export const lettersOfPartitions = (
  letters: readonly DeadLetter[],
  partitions: readonly TopicPartition[],
): DeadLetter[] => {
  const there = new Set(partitions.map(partitionKeyOf));
  return letters.filter((letter) => there.has(partitionKeyOf(letter)));
};

/**
 * Plans one message for each message and group. Without `all` it leaves out partitions that are parked for
 * the group. A dead letter without a group is left out if its partition is parked for any group.
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
        partitionKeyOf(position) === partitionKeyOf(letter) &&
        (letter.group === null || letter.group === position.consumerGroup),
    );
  const latest = newestAttempts(letters);
  const chosen = all === true ? latest : latest.filter((letter) => !isParked(letter));
  return { chosen, leftOut: latest.length - chosen.length };
};

/** Returns the last dead letter of each message and group: a message that was given up again has several. */
export const newestAttempts = (letters: readonly DeadLetter[]): DeadLetter[] => {
  const latest = new Map<string, DeadLetter>();
  for (const letter of letters) {
    const name = messageOf(letter);
    if (letter.attempts >= (latest.get(name)?.attempts ?? 0)) latest.set(name, letter);
  }
  return [...latest.values()];
};

const messageOf = (letter: DeadLetter): string => {
  const { key, value } = letter.record;
  const bytes = createHash('sha256').update(`${(key?.length ?? -1).toString()} `);
  if (key !== null) bytes.update(key);
  if (value !== null) bytes.update(value);
  return `${partitionKeyOf(letter)} ${letter.group ?? ''} ${bytes.digest('base64')}`;
};
