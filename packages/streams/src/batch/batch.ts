import { invariant } from '@loyalty/kernel';
import type { PositionMove } from '@loyalty/storage';
import type { Message, RejectedMessage } from '../ports/handler.ts';
import type { AssignedPartition } from './assigned-partition.ts';
import type { Queued } from './intake-queue.ts';

/** The input of one transaction: records and skipped runs, in order, and without a gap per partition. */
export type Batch<T> = readonly Queued<T>[];

/** Splits a batch into messages and those that decoding rejected. */
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

/**
 * Returns the entries of a batch that are still to be stored, when some of it was stored in parts, or given back.
 * Those of partitions that moved to another process stay: the fence refuses them.
 */
export const pendingOf = <T>(batch: Batch<T>): Batch<T> =>
  batch.filter(
    ({ partition: { storedOffset, givenBackAt }, from }) =>
      givenBackAt === null && (storedOffset === null || from >= storedOffset),
  );

/** One step of one partition: where it stood, and the last record of the batch. */
export interface PositionAdvance {
  readonly partition: AssignedPartition;
  readonly move: PositionMove;
}

/** Returns how far this batch takes each of its partitions. Throws BrokenInvariant where it does not follow on the position. */
export const advancesOf = <T>(batch: Batch<T>): PositionAdvance[] => {
  const reached = new Map<AssignedPartition, Reached>();
  for (const queued of batch) {
    const { partition, from } = queued;
    const standsAt = reached.get(partition)?.toOffset ?? partition.storedOffset;
    invariant(
      partition.storedOffset === null || standsAt === from,
      'a batch begins where its position stands, and leaves nothing out',
    );
    const { offset, timestamp } = queued.item === null ? queued.last : queued.item.record;
    reached.set(partition, { toOffset: offset + 1, lastTimestamp: timestamp });
  }
  return [...reached].map(([partition, move]) => ({ partition, move: moveOf(partition, move) }));
};

type Reached = Pick<PositionMove, 'toOffset' | 'lastTimestamp'>;

const moveOf = (partition: AssignedPartition, reached: Reached): PositionMove => ({
  consumerGroup: partition.consumerGroup,
  topic: partition.topic,
  partition: partition.partition,
  // A partition whose position is unknown moves from nowhere: the fence then refuses it.
  fromOffset: partition.storedOffset ?? -1,
  ...reached,
});
