import type { Kafka, WholeLogBounds } from '@loyalty/kafka';
import { describeCluster, readLogBounds } from '@loyalty/kafka/metadata';
import { partitionKeyOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { listPositions, type PositionRecord } from '@loyalty/storage/position-control';
import { withDatabase, withOwnKafka } from '../connections.ts';
import type { CommandContext } from '../session.ts';

/** What commands on positions need; the positions are those of the current Kafka cluster. */
export interface PositionContext {
  readonly db: Database;
  readonly kafka: Kafka;
  readonly clusterId: string;
  readonly positions: readonly PositionInLog[];
}

export const withPositions = <T>(
  task: CommandContext,
  work: (context: PositionContext) => Promise<T>,
): Promise<T> =>
  withDatabase(task, (db) =>
    withOwnKafka(task, async (kafka) => {
      const { clusterId } = await describeCluster(kafka);
      const stored = await listPositions(db, clusterId);
      const bounds = await readLogBounds(
        kafka,
        stored.map(({ topic }) => topic),
      );
      return work({ db, kafka, clusterId, positions: positionsInLogs(stored, bounds) });
    }),
  );

/** A position with the bounds of its log, which are null if Kafka no longer has the topic. */
export interface PositionInLog extends PositionRecord {
  readonly logStart: number | null;
  readonly logEnd: number | null;
  /** Up to here the log can be read: the first record of an open transaction has this offset. */
  readonly stableEnd: number | null;
  readonly lag: number | null;
  /** The part of the lag that waits for a producer to end its transaction. */
  readonly waiting: number | null;
}

export const positionsInLogs = (
  positions: readonly PositionRecord[],
  bounds: readonly WholeLogBounds[],
): PositionInLog[] => {
  const logs = new Map(bounds.map((bound) => [partitionKeyOf(bound), bound]));
  return positions.map((position) => {
    const log = logs.get(partitionKeyOf(position));
    if (log === undefined)
      return { ...position, logStart: null, logEnd: null, stableEnd: null, lag: null, waiting: null };
    const { start: logStart, end: logEnd, stableEnd } = log;
    const lag = Math.max(0, logEnd - position.nextOffset);
    return { ...position, logStart, logEnd, stableEnd, lag, waiting: Math.min(lag, logEnd - stableEnd) };
  });
};
