import { randomInt } from 'node:crypto';
import { systemClock, type Part } from '@loyalty/kernel';
import type { Cache } from '@loyalty/storage';

export interface ReplyPartition extends Part {
  readonly partition: number;
}

const leaseMs = 30_000;

/**
 * Chooses a partition of the reply topic for this process: one that no other process has leased, or any when all are
 * taken or Redis is away. The lease only spreads the load; sharing a partition is correct, because correlation ids
 * are unique.
 */
export const leaseReplyPartition = async (
  cache: Cache,
  { holder, partitions }: { readonly holder: string; readonly partitions: number },
): Promise<ReplyPartition> => {
  const first = randomInt(partitions);
  const keyOf = (partition: number): string => `reply-partition:${partition.toString()}`;
  const choose = async (): Promise<number> => {
    for (let tried = 0; tried < partitions; tried += 1) {
      const partition = (first + tried) % partitions;
      if ((await cache.lease(keyOf(partition), holder, leaseMs)) === true) return partition;
    }
    return first;
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
