import type { AssignedPartition } from './assigned-partition.ts';
import type { Batch } from './batch.ts';
import { environmentOf } from './environment-of.ts';
import type { Queued } from './intake-queue.ts';

/** Two parts of a batch. Positions move without a gap, so of a partition the second holds everything behind its first entry. */
export interface DividedBatch<T> {
  readonly first: Batch<T>;
  readonly second: Batch<T>;
}

/** Divides a batch: of each partition, the first part holds the entries before the first one that `isSecond`. */
export const divideBatch = <T>(
  batch: Batch<T>,
  isSecond: (queued: Queued<T>) => boolean,
): DividedBatch<T> => {
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
 * Halves a batch by its environments, or by its partitions when it has one environment. Returns null when it has one of each.
 * Both halves are smaller than the batch.
 */
export const halveBatch = <T>(batch: Batch<T>): DividedBatch<T> | null => {
  const environments = halvesOf(new Set(batch.flatMap((queued) => environmentOf(queued) ?? [])));
  if (environments === null) return halveByPartitions(batch);
  const [former, latter] = environments;
  const isOf = (names: ReadonlySet<string>) => (queued: Queued<T>) =>
    names.has(environmentOf(queued) ?? noEnvironment);
  const halves = divideBatch(batch, isOf(latter));
  // Where every partition begins with one of the latter, these come first.
  return halves.first.some(isOf(former)) ? halves : divideBatch(batch, isOf(former));
};

const halveByPartitions = <T>(batch: Batch<T>): DividedBatch<T> | null => {
  const partitions = halvesOf(new Set(batch.map(({ partition }) => partition)));
  if (partitions === null) return null;
  const [, latter] = partitions;
  return divideBatch(batch, ({ partition }) => latter.has(partition));
};

/** No topic and no number is named so. */
const noEnvironment = '\0';

/** Null for fewer than two. */
const halvesOf = <Item>(items: ReadonlySet<Item>): [ReadonlySet<Item>, ReadonlySet<Item>] | null => {
  if (items.size < 2) return null;
  const all = [...items];
  const middle = Math.ceil(all.length / 2);
  return [new Set(all.slice(0, middle)), new Set(all.slice(middle))];
};
