import { invariant } from '@loyalty/kernel';
import type { PositionMove } from '@loyalty/storage/positions';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';
import type { Queued } from '../intake/intake-queue.ts';
import type { Message, RejectedMessage } from '../ports.ts';
import { environmentNameOf } from '../records.ts';

/** The entries of one transaction: records and skipped runs, in order and without a gap on any partition. */
export type Batch<T> = readonly Queued<T>[];

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
 * Returns the entries that are not stored yet and were not given back. Those of partitions that moved stay:
 * the fence refuses them.
 */
export const pendingOf = <T>(batch: Batch<T>): Batch<T> =>
  batch.filter(
    ({ partition: { storedOffset, givenBackAt }, from }) =>
      givenBackAt === null && (storedOffset === null || from >= storedOffset),
  );

export interface PositionAdvance {
  readonly partition: AssignedPartition;
  readonly move: PositionMove;
}

/**
 * Returns how far a batch advances each position. Throws BrokenInvariant if the batch does not continue at a
 * position.
 */
export const advancesOf = <T>(batch: Batch<T>): PositionAdvance[] => {
  const all = new Map<AssignedPartition, Reached>();
  let before: AssignedPartition | null = null;
  let reached: Reached = { toOffset: 0, lastTimestamp: 0 };
  for (const queued of batch) {
    const { partition, from } = queued;
    if (partition !== before) reached = reachedOf(all, partition);
    before = partition;
    invariant(
      partition.storedOffset === null || reached.toOffset === from,
      'a batch begins where its position stands, and leaves nothing out',
    );
    const { offset, timestamp } = queued.item === null ? queued.last : queued.item.record;
    reached.toOffset = offset + 1;
    reached.lastTimestamp = timestamp;
  }
  return [...all].map(([partition, move]) => ({ partition, move: moveOf(partition, move) }));
};

type Reached = { -readonly [Name in 'toOffset' | 'lastTimestamp']: PositionMove[Name] };

const reachedOf = (all: Map<AssignedPartition, Reached>, partition: AssignedPartition): Reached => {
  const reached = all.get(partition) ?? { toOffset: partition.storedOffset ?? -1, lastTimestamp: 0 };
  all.set(partition, reached);
  return reached;
};

const moveOf = (partition: AssignedPartition, reached: Reached): PositionMove => ({
  consumerGroup: partition.consumerGroup,
  topic: partition.topic,
  partition: partition.partition,
  // A partition whose position is unknown moves from nowhere: the fence then refuses it.
  fromOffset: partition.storedOffset ?? -1,
  ...reached,
});

/**
 * A batch in two parts. Positions move without a gap, so the second part has everything on a partition from
 * its first entry there.
 */
export interface SplitBatch<T> {
  readonly first: Batch<T>;
  readonly second: Batch<T>;
}

export const splitBatch = <T>(batch: Batch<T>, isSecond: (queued: Queued<T>) => boolean): SplitBatch<T> => {
  const reached = new Set<AssignedPartition>();
  const first: Queued<T>[] = [];
  const second: Queued<T>[] = [];
  for (const queued of batch) {
    if (isSecond(queued)) reached.add(queued.partition);
    (reached.has(queued.partition) ? second : first).push(queued);
  }
  return { first, second };
};

/**
 * Halves the batch by its environments, or by its partitions if it has one environment. Returns null if it
 * has one of each.
 */
export const halveBatch = <T>(batch: Batch<T>): SplitBatch<T> | null => {
  const environments = halvesOf(new Set(batch.flatMap((queued) => environmentOf(queued) ?? [])));
  if (environments === null) return halveByPartitions(batch);
  const [former, latter] = environments;
  const isOf = (names: ReadonlySet<string>) => (queued: Queued<T>) =>
    names.has(environmentOf(queued) ?? noEnvironment);
  const halves = splitBatch(batch, isOf(latter));
  // Where every partition begins with one of the latter, these come first.
  return halves.first.some(isOf(former)) ? halves : splitBatch(batch, isOf(former));
};

const halveByPartitions = <T>(batch: Batch<T>): SplitBatch<T> | null => {
  const partitions = halvesOf(new Set(batch.map(({ partition }) => partition)));
  if (partitions === null) return null;
  const [, latter] = partitions;
  return splitBatch(batch, ({ partition }) => latter.has(partition));
};

const noEnvironment = '\0';

const halvesOf = <Item>(items: ReadonlySet<Item>): [ReadonlySet<Item>, ReadonlySet<Item>] | null => {
  if (items.size < 2) return null;
  const all = [...items];
  const middle = Math.ceil(all.length / 2);
  return [new Set(all.slice(0, middle)), new Set(all.slice(middle))];
};

/**
 * Returns the name of the environment; null for a skipped run, which takes no row of an environment. All
 * messages without an environment share the empty name.
 */
export const environmentOf = <T>({ item, partition }: Queued<T>): string | null => {
  if (item === null) return null;
  return environmentNameOf(item.record, partition.isTenantOwned) ?? '';
};
