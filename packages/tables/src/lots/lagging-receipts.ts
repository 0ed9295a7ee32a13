import { earnGroups, topics } from '@loyalty/contracts';
import type { EnvironmentId } from '@loyalty/kernel';
import { describeCluster, offsetsSince, type Kafka } from '@loyalty/messaging';
import { listStreams } from '@loyalty/configuration';
import { readPositions, type Queryable, type GroupKey } from '@loyalty/storage';
import { ReceiptSurvey, type UnstoredRange } from './receipt-survey.ts';

/** Finds environments whose streamed receipts have waited for long. */
export interface LaggingReceipts {
  /** Returns those of the environments that lag. `nowMs` is the database's time. Throws when Kafka or the database cannot be reached. */
  among(environments: readonly EnvironmentId[], nowMs: number): Promise<ReadonlySet<EnvironmentId>>;
}

export interface LaggingReceiptsOptions {
  readonly kafka: Kafka;
  readonly db: Queryable;
  /** The topic with receipts of all environments. Default: `loyalty.receipts`. */
  readonly sharedTopic?: string;
}

/** A group that keeps up is behind by seconds only. */
const lagMs = 600_000;

/**
 * Creates {@link LaggingReceipts} from the logs and the stored positions. A group lags if the first unstored record of a partition is older
 * than ten minutes. A tenant's stream has receipts of one environment. `loyalty.receipts` has those of all: there an environment lags if
 * it has such records itself, or if not all of them could be read yet.
 */
export const createLaggingReceipts = ({
  kafka,
  db,
  sharedTopic = topics.receipts,
}: LaggingReceiptsOptions): LaggingReceipts => {
  const survey = new ReceiptSurvey(kafka, sharedTopic);
  return {
    among: async (environments, nowMs) => {
      const { clusterId } = await describeCluster(kafka);
      const unstored = async (consumerGroup: string, topic: string): Promise<UnstoredRange[]> => {
        const reached = await offsetsSince(kafka, topic, nowMs - lagMs);
        return unstoredRanges(db, { clusterId, consumerGroup }, { topic, reached });
      };
      const shared = await survey.survey(await unstored(earnGroups.receipts, sharedTopic));
      if (!shared.isComplete) return new Set(environments);
      const lagging = new Set(environments.filter((environmentId) => shared.environments.has(environmentId)));
      for (const { environmentId, topic } of await listStreams(db)) {
        if (!environments.includes(environmentId) || lagging.has(environmentId)) continue;
        if ((await unstored(earnGroups.streams, topic)).length > 0) lagging.add(environmentId);
      }
      return lagging;
    },
  };
};

/** Positions that a group must have reached in each partition of a topic. */
interface Reached {
  readonly topic: string;
  readonly reached: ReadonlyMap<number, number>;
}

/** Returns what a group has not stored, though it should have; a partition that was never read is at its beginning. */
const unstoredRanges = async (
  db: Queryable,
  reader: GroupKey,
  { topic, reached }: Reached,
): Promise<UnstoredRange[]> => {
  const partitions = [...reached.keys()].map((partition) => ({ topic, partition }));
  const positions = await readPositions(db, reader, partitions);
  const nextOffsets = new Map(positions.map(({ partition, nextOffset }) => [partition, nextOffset]));
  return [...reached]
    .map(([partition, end]) => ({ partition, next: nextOffsets.get(partition) ?? 0, end }))
    .filter(({ next, end }) => next < end);
};
