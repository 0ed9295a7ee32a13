import { positionKeyOf } from '@loyalty/kernel';
import type { GroupKey, StreamPosition, TopicPartition } from '@loyalty/storage/positions';
import { MemoryStore } from '../../memory-store.ts';

/** A wrong store, for comparison: it assumes that a missing position is where it was. */
export class RememberingStore extends MemoryStore {
  readonly #known = new Map<string, StreamPosition>();

  override async readPositions(
    reader: GroupKey,
    partitions: readonly TopicPartition[],
  ): Promise<StreamPosition[]> {
    const { consumerGroup } = reader;
    for (const position of await super.readPositions(reader, partitions))
      this.#known.set(positionKeyOf({ ...position, consumerGroup }), position);
    return partitions.flatMap((at) => this.#known.get(positionKeyOf({ ...at, consumerGroup })) ?? []);
  }
}
