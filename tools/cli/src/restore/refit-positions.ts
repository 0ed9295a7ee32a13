import type { Kafka } from '@loyalty/kafka';
import { offsetsSince } from '@loyalty/kafka/metadata';
import { readRecords } from '@loyalty/kafka/read-log';
import { partitionKeyOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { releasePosition } from '@loyalty/storage/position-control';
import { readPositions } from '@loyalty/storage/positions';
import type { PositionInLog, PositionContext } from '../positions/positions-in-logs.ts';

/** `behind`: the log has dropped what comes next. `ahead`: the log ends before it, or was written again. */
type Misfit = 'behind' | 'ahead';

export interface Refit extends Pick<PositionInLog, 'consumerGroup' | 'topic' | 'partition' | 'nextOffset'> {
  readonly misfit: Misfit;
  readonly to: number;
}

type Bounded = PositionInLog & {
  readonly logStart: number;
  readonly logEnd: number;
  readonly stableEnd: number;
};

/** `lastTimestamp` is that of the record before; null when none was read. */
interface Compared extends Bounded {
  readonly lastTimestamp: number | null;
}

/**
 * Returns the positions at which partitions would be parked, with the offsets to read from. A log that begins
 * later is read from its start; one that was cut is read from the first record that is not older than the
 * last one stored. Everything before that is stored, and a repeat has no effect.
 */
export const planRefits = async (context: PositionContext): Promise<readonly Refit[]> => {
  const positions = await withTimestamps(context);
  const behind = positions.filter(({ nextOffset, logStart }) => nextOffset < logStart);
  const beyond = positions.filter(({ nextOffset, logEnd }) => nextOffset > logEnd);
  const replaced = await findReplaced(context.kafka, positions);
  const ahead: Refit[] = [];
  for (const position of [...beyond, ...replaced])
    ahead.push({ ...named(position), misfit: 'ahead', to: await firstNotStored(context.kafka, position) });
  return [
    ...behind.map((position) => ({ ...named(position), misfit: 'behind' as const, to: position.logStart })),
    ...ahead,
  ];
};

export const storeRefits = (db: Database, clusterId: string, refits: readonly Refit[]): Promise<void> =>
  db.transaction(async (tx) => {
    for (const { to: nextOffset, ...refit } of refits)
      await releasePosition(tx, clusterId, { ...refit, nextOffset });
  });

const named = ({ consumerGroup, topic, partition, nextOffset }: PositionInLog) => ({
  consumerGroup,
  topic,
  partition,
  nextOffset,
});

/** A topic that Kafka no longer has is nobody's log. */
const withTimestamps = async ({
  db,
  clusterId,
  positions,
}: PositionContext): Promise<readonly Compared[]> => {
  const bounded = positions.filter((position): position is Bounded => position.logEnd !== null);
  const compared: Compared[] = [];
  for (const consumerGroup of new Set(bounded.map((position) => position.consumerGroup))) {
    const own = bounded.filter((position) => position.consumerGroup === consumerGroup);
    const stored = await readPositions(db, { clusterId, consumerGroup }, own);
    const timestamps = new Map(stored.map((position) => [partitionKeyOf(position), position.lastTimestamp]));
    for (const position of own)
      compared.push({ ...position, lastTimestamp: timestamps.get(partitionKeyOf(position)) ?? null });
  }
  return compared;
};

/** Inside of their logs, but the preceding record is not the one that was stored. */
const findReplaced = async (kafka: Kafka, positions: readonly Compared[]): Promise<readonly Compared[]> => {
  const inside = positions.filter(
    ({ nextOffset, logStart, logEnd, lastTimestamp }) =>
      lastTimestamp !== null && nextOffset > logStart && nextOffset <= logEnd,
  );
  const replaced: Compared[] = [];
  for (const topic of new Set(inside.map((position) => position.topic))) {
    const own = inside.filter((position) => position.topic === topic);
    const times = await timesBefore(kafka, topic, own);
    replaced.push(
      ...own.filter((position) => {
        const time = times.get(placeOf(position));
        return time !== undefined && time !== position.lastTimestamp;
      }),
    );
  }
  return replaced;
};

const placeOf = ({ partition, nextOffset }: Pick<PositionInLog, 'partition' | 'nextOffset'>): string =>
  `${partition.toString()}/${nextOffset.toString()}`;

const timesBefore = async (
  kafka: Kafka,
  topic: string,
  positions: readonly Compared[],
): Promise<ReadonlyMap<string, number>> => {
  const times = new Map<string, number>();
  await readRecords(kafka, {
    topic,
    places: positions.map(({ partition, nextOffset }) => ({ partition, offset: nextOffset - 1 })),
    onRecord: ({ partition, offset, timestamp }) => {
      times.set(placeOf({ partition, nextOffset: offset + 1 }), timestamp);
    },
  });
  return times;
};

const firstNotStored = async (
  kafka: Kafka,
  { topic, partition, stableEnd, lastTimestamp }: Compared,
): Promise<number> => {
  if (lastTimestamp === null) return stableEnd;
  return (await offsetsSince(kafka, topic, lastTimestamp)).get(partition) ?? stableEnd;
};
