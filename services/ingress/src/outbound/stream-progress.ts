import { earnGroups } from '@loyalty/contracts';
import type { LogEnds } from '@loyalty/kafka';
import type { LogEndsReader } from '@loyalty/kafka/metadata';
import type { DatabaseShares } from '@loyalty/storage';
import { readTopicPositions, type TopicPosition } from '@loyalty/storage/positions';
import type { PartitionProgress, ReadStreamProgress } from '../usecases/streams/stream-progress.ts';

interface StreamProgressOptions {
  readonly lists: DatabaseShares;
  readonly ends: Pick<LogEndsReader, 'read'>;
  /** Default: 2 s. */
  readonly patienceMs?: number;
}

/** Positions are read before the ends, so no lag is negative. */
export const createReadStreamProgress =
  ({ lists, ends, patienceMs = 2_000 }: StreamProgressOptions): ReadStreamProgress =>
  async (environmentId, topic) => {
    const reader = { consumerGroup: earnGroups.streams, topic };
    const positions = await readTopicPositions(lists.of(environmentId), reader);
    const found = await withinPatience(ends.read(topic), patienceMs);
    return progressOf(positions, found ?? []);
  };

/** Null while Kafka is unreachable: the rest of the response does not depend on it. */
const withinPatience = async <T>(asked: Promise<T | null>, patienceMs: number): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  const answered = asked.catch(() => null);
  try {
    return await Promise.race([answered, over]);
  } finally {
    clearTimeout(timer);
  }
};

export const progressOf = (
  positions: readonly TopicPosition[],
  ends: readonly LogEnds[],
): readonly PartitionProgress[] => {
  const byPartition = new Map(positions.map((one) => [one.partition, one]));
  const endOf = new Map(ends.map((one) => [one.partition, one]));
  return [...new Set([...byPartition.keys(), ...endOf.keys()])]
    .toSorted((one, other) => one - other)
    .map((partition) => {
      const { nextOffset, lastTimestamp, state } = byPartition.get(partition) ?? unread;
      const { end, stableEnd } = endOf.get(partition) ?? unknown;
      const from = nextOffset ?? 0;
      return {
        partition,
        endOffset: end,
        decidedUpTo: nextOffset,
        lag: end === null ? null : Math.max(0, end - from),
        waitingForTransaction: end === null ? null : Math.max(0, end - Math.max(stableEnd, from)),
        lastDecidedAt: lastTimestamp === null ? null : new Date(lastTimestamp).toISOString(),
        state,
      };
    });
};

const unread = { nextOffset: null, lastTimestamp: null, state: 'RUNNING' } as const;
const unknown = { end: null, stableEnd: 0 } as const;
