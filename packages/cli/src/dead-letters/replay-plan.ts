import { createHash } from 'node:crypto';
import type { PositionRecord } from '@loyalty/storage';
import type { DeadLetter } from './dead-letter.ts';

/** Letters that go back, and those that stay because their partition is parked. */
export interface ReplayPlan {
  readonly chosen: readonly DeadLetter[];
  readonly leftOut: number;
}

/** Chooses what to replay: one letter a message, and nothing of a parked partition unless everything is wanted. */
export const planReplay = (
  letters: readonly DeadLetter[],
  positions: readonly PositionRecord[],
  { all }: { readonly all?: true },
): ReplayPlan => {
  const parked = new Set(positions.filter(({ state }) => state === 'PARKED').map(placeOf));
  const latest = latestAttempts(letters);
  const chosen = all === true ? latest : latest.filter((letter) => !parked.has(placeOf(letter)));
  return { chosen, leftOut: latest.length - chosen.length };
};

/** A message that was replayed and given up again has left several letters: the last of them stands for all. */
export const latestAttempts = (letters: readonly DeadLetter[]): DeadLetter[] => {
  const latest = new Map<string, DeadLetter>();
  for (const letter of letters) {
    const name = messageOf(letter);
    if (letter.attempts >= (latest.get(name)?.attempts ?? 0)) latest.set(name, letter);
  }
  return [...latest.values()];
};

const placeOf = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition.toString()}`;

const messageOf = (letter: DeadLetter): string => {
  const { key, value } = letter.record;
  const bytes = createHash('sha256').update(`${(key?.length ?? -1).toString()} `);
  if (key !== null) bytes.update(key);
  if (value !== null) bytes.update(value);
  return `${placeOf(letter)} ${bytes.digest('base64')}`;
};
