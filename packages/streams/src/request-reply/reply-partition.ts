import { randomInt } from 'node:crypto';
import { systemClock, type Part } from '@loyalty/kernel';
import type { Cache } from '@loyalty/storage';

export interface ReplyPartition extends Required<Part> {
  readonly partition: number;
}

/** The partition that a process wants to lease. */
export interface ReplyLease {
  readonly holder: string;
  /** The number of partitions of the reply topic. */
  readonly partitions: number;
  /** Partitions that it does not want. */
  readonly except: ReadonlySet<number>;
}

const leaseMs = 30_000;

/**
 * Chooses a partition of the reply topic for this process: one that no other process has leased, or any when all are
 * taken or Redis is away. The lease only spreads the load; sharing a partition is correct, because correlation ids
 * are unique.
 */
export const leaseReplyPartition = async (
  cache: Cache,
  { holder, partitions, except }: ReplyLease,
): Promise<ReplyPartition> => {
  const wanted = Array.from({ length: partitions }, (_, partition) => partition).filter(
    (partition) => !except.has(partition),
  );
  const first = randomInt(Math.max(1, wanted.length));
  const keyOf = (partition: number): string => `reply-partition:${partition.toString()}`;
  const choose = async (): Promise<number> => {
    for (const partition of [...wanted.slice(first), ...wanted.slice(0, first)])
      if ((await cache.lease(keyOf(partition), holder, leaseMs)) === true) return partition;
    return wanted[first] ?? 0;
  };
  const partition = await choose();
  const stopping = new AbortController();
  const renew = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await cache.lease(keyOf(partition), holder, leaseMs);
      await systemClock.sleep(leaseMs / 3, stopping.signal);
    }
  };
  return {
    name: 'reply-partition',
    partition,
    start: () => {
      void renew();
      return Promise.resolve();
    },
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
};
