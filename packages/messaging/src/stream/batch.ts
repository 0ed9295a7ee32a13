import type { PositionMove } from '@loyalty/storage';
import type { Message, RejectedMessage } from '../ports/handler.ts';
import type { AssignedPartition } from './assigned-partition.ts';
import type { Queued } from './lane-queue.ts';

/** What one transaction processes: records and skipped runs, in order, and without a gap per partition. */
export type Batch<T> = readonly Queued<T>[];

/** Splits a batch into what can be decided and what was rejected while it was decoded. */
export const contentsOf = <T>(batch: Batch<T>): { messages: Message<T>[]; rejected: RejectedMessage[] } => {
  const messages: Message<T>[] = [];
  const rejected: RejectedMessage[] = [];
  for (const { item } of batch) {
    if (item === null) continue;
    if ('rejection' in item) rejected.push(item);
    else messages.push(item);
  }
  return { messages, rejected };
};

/** One step of one partition: where it stood, and the last record of the batch. */
export interface Step {
  readonly partition: AssignedPartition;
  readonly move: PositionMove;
}

/** How far this batch takes each of its partitions. */
export const stepsOf = <T>(batch: Batch<T>): Step[] => {
  const last = new Map<AssignedPartition, Queued<T>>();
  for (const queued of batch) last.set(queued.partition, queued);
  return [...last].map(([partition, queued]) => {
    const { offset, timestamp } = queued.item === null ? queued.last : queued.item.record;
    return {
      partition,
      move: {
        consumerGroup: partition.consumerGroup,
        topic: partition.topic,
        partition: partition.partition,
        // A partition whose position is unknown moves from nowhere: the fence then refuses it.
        fromOffset: partition.storedOffset ?? -1,
        toOffset: offset + 1,
        lastTimestamp: timestamp,
      },
    };
  });
};
