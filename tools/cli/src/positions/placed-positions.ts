import { describeCluster, type Kafka, readLogBounds } from '@loyalty/messaging';
import { listPositions, type Database } from '@loyalty/storage';
import type { CommandContext } from '../session.ts';
import { withDatabase } from '../with-database.ts';
import { withKafka } from '../with-kafka.ts';
import { placedPositions, type PlacedPosition } from './placed-position.ts';

/** The context of position commands: the positions on the current Kafka cluster. */
export interface Desk {
  readonly db: Database;
  readonly kafka: Kafka;
  readonly clusterId: string;
  readonly positions: readonly PlacedPosition[];
}

/** Runs `work` on the current positions. */
export const atDesk = <T>(task: CommandContext, work: (desk: Desk) => Promise<T>): Promise<T> =>
  withDatabase(task, (db) =>
    withKafka(task, async (kafka) => {
      const { clusterId } = await describeCluster(kafka);
      const stored = await listPositions(db, clusterId);
      const bounds = await readLogBounds(
        kafka,
        stored.map(({ topic }) => topic),
      );
      return work({ db, kafka, clusterId, positions: placedPositions(stored, bounds) });
    }),
  );
