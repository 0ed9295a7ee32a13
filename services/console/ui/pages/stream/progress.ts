import type { Schemas } from '@loyalty/client';

type Partition = Schemas['StreamPartition'];
export type Partitions = readonly Partition[];

/** This is how far a stream was at one time. */
interface Reading {
  readonly partitions: Partitions;
  readonly atMs: number;
}

/** The two newest readings of a stream; there is one at first. */
export interface Readings {
  readonly before: Reading | null;
  readonly now: Reading;
}

/** Two readings that are closer to each other say little about a rate. */
const apartMs = 2_000;

export const withReading = ({ before, now }: Readings, next: Reading): Readings => ({
  before: before === null || next.atMs - now.atMs >= apartMs ? now : before,
  now: next,
});

/** Returns how many records are decided in a second; null while there is one reading. */
export const decidedPerSecond = ({ before, now }: Readings): number | null => {
  if (before === null || now.atMs <= before.atMs) return null;
  const decided = decidedIn(now.partitions) - decidedIn(before.partitions);
  return (Math.max(0, decided) / (now.atMs - before.atMs)) * 1_000;
};

const decidedIn = (partitions: Partitions): number =>
  partitions.reduce((sum, { decidedUpTo }) => sum + (decidedUpTo ?? 0), 0);

/** Returns a figure of all partitions together; null if it is not known of one of them. */
export const totalOf = (partitions: Partitions, figure: 'lag' | 'waitingForTransaction'): number | null => {
  let total = 0;
  for (const { [figure]: value } of partitions) {
    if (value === null) return null;
    total += value;
  }
  return total;
};

export const parkedIn = (partitions: Partitions): readonly number[] =>
  partitions.flatMap(({ partition, state }) => (state === 'PARKED' ? [partition] : []));

/** Returns partitions with records that wait for a transaction, first the one that was decided longest ago. */
export const waitingIn = (partitions: Partitions): Partitions =>
  partitions
    .filter(({ waitingForTransaction }) => (waitingForTransaction ?? 0) > 0)
    .toSorted((one, other) => decidedAtMs(one) - decidedAtMs(other));

const decidedAtMs = ({ lastDecidedAt }: Partition): number =>
  lastDecidedAt === null ? 0 : Date.parse(lastDecidedAt);

/** Producers end their transactions within seconds. */
const usualMs = 60_000;

/** Returns partitions that wait for a transaction for longer than is usual. */
export const overdueIn = (partitions: Partitions, nowMs: number): readonly number[] =>
  waitingIn(partitions)
    .filter((one) => nowMs - decidedAtMs(one) > usualMs)
    .map(({ partition }) => partition);
