import { earnGroups, topics } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import { describeCluster, offsetsSince, type Kafka } from '@loyalty/messaging';
import { listStreams } from '@loyalty/configuration';
import { readPositions, type Queryable, type GroupKey } from '@loyalty/storage';

/** Finds environments whose streamed receipts have waited for long. */
export interface LaggingReceipts {
  /** Returns those of the environments that lag. `nowMs` is the database's time. Throws when Kafka or the database cannot be reached. */
  among(environments: readonly EnvironmentId[], nowMs: number): Promise<ReadonlySet<EnvironmentId>>;
}

export interface LaggingReceiptsOptions {
  readonly kafka: Kafka;
  readonly db: Queryable;
}

/** A group that keeps up is behind by seconds only. */
const lagMs = 600_000;

/**
 * Creates {@link LaggingReceipts} from the logs and the stored positions. A group lags if the first unstored record of a partition is older
 * than ten minutes. `loyalty.receipts` has receipts of all environments, a tenant's stream those of one.
 */
export const createLaggingReceipts = ({ kafka, db }: LaggingReceiptsOptions): LaggingReceipts => ({
  among: async (environments, nowMs) => {
    const sinceMs = nowMs - lagMs;
    const { clusterId } = await describeCluster(kafka);
    const isLagging = async (consumerGroup: string, topic: string): Promise<boolean> =>
      isBehind(
        db,
        { clusterId, consumerGroup },
        { topic, reached: await offsetsSince(kafka, topic, sinceMs) },
      );
    if (await isLagging(earnGroups.receipts, topics.receipts)) return new Set(environments);
    const lagging = new Set<EnvironmentId>();
    for (const { environmentId, topic } of await listStreams(db)) {
      if (environments.includes(environmentId) && (await isLagging(earnGroups.streams, topic)))
        lagging.add(environmentId);
    }
    return lagging;
  },
});

/** Positions that a group must have reached in each partition of a topic. */
interface Reached {
  readonly topic: string;
  readonly reached: ReadonlyMap<number, number>;
}

/** Returns a group's position; a partition that was never read is at its beginning. */
const isBehind = async (db: Queryable, reader: GroupKey, { topic, reached }: Reached): Promise<boolean> => {
  const partitions = [...reached.keys()].map((partition) => ({ topic, partition }));
  const positions = await readPositions(db, reader, partitions);
  const nextOffsets = new Map(positions.map(({ partition, nextOffset }) => [partition, nextOffset]));
  return [...reached].some(([partition, offset]) => (nextOffsets.get(partition) ?? 0) < offset);
};
