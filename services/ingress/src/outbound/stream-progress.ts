import { earnGroups, topics, webhookGroup } from '@loyalty/contracts';
import type { LogEnds } from '@loyalty/kafka';
import type { LogEndsReader } from '@loyalty/kafka/metadata';
import { awaitAll, type Clock } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { readTopicPositions, type TopicPosition } from '@loyalty/storage/positions';
import type {
  PartitionProgress,
  ReadStreamOutLag,
  ReadStreamProgress,
} from '../usecases/streams/stream-progress.ts';

interface StreamProgressOptions {
  readonly lists: DatabaseShares;
  readonly ends: Pick<LogEndsReader, 'read'>;
  /** Default: 2 s. */
  readonly patienceMs?: number;
}

/** Creates what the routes of an environment read of its topics. */
export const createStreamReads = (options: StreamReadsOptions) => ({
  readStreamProgress: createReadStreamProgress(options),
  readStreamOutLag: createReadStreamOutLag(options),
});

interface StreamReadsOptions extends StreamProgressOptions {
  readonly clock: Clock;
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

/** Records follow from facts of both lanes, in the order of the dispatcher's positions. */
const createReadStreamOutLag =
  ({ lists, ends, patienceMs = 2_000, clock }: StreamReadsOptions): ReadStreamOutLag =>
  async (environmentId) => {
    const lags = await awaitAll(
      [topics.facts, topics.factsBulk].map(async (topic) => {
        const reader = { consumerGroup: webhookGroup, topic };
        const positions = await readTopicPositions(lists.of(environmentId), reader);
        const found = await withinPatience(ends.read(topic), patienceMs);
        return found === null ? null : lagSecondsOf(progressOf(positions, found), clock.now());
      }),
    );
    return lags.reduce((max, lag) => (max === null || lag === null ? null : Math.max(max, lag)), 0);
  };

/** A partition that was idle has an old last record, so the next one may seem to wait for as long, for a moment. */
export const lagSecondsOf = (progress: readonly PartitionProgress[], nowMs: number): number =>
  progress.reduce((max, { lag, lastDecidedAt }) => {
    if (lag === null || lag === 0 || lastDecidedAt === null) return max;
    return Math.max(max, Math.ceil((nowMs - Date.parse(lastDecidedAt)) / 1_000));
  }, 0);

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
