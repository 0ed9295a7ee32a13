import type { GroupKey, StreamPosition, TopicPartition } from '@loyalty/storage/positions';
import { positionKeyOf } from '../../memory-database.ts';
import { MemoryStore } from '../../memory-store.ts';

/** A wrong store, for comparison: it takes a missing position to be where it was. */
export class RememberingStore extends MemoryStore {
  readonly #known = new Map<string, StreamPosition>();

  override async readPositions(
    reader: GroupKey,
    partitions: readonly TopicPartition[],
  ): Promise<StreamPosition[]> {
    const { consumerGroup } = reader;
    const keyOf = ({ topic, partition }: TopicPartition): string =>
      positionKeyOf({ consumerGroup, topic, partition });
    for (const position of await super.readPositions(reader, partitions))
      this.#known.set(keyOf(position), position);
    return partitions.flatMap((at) => this.#known.get(keyOf(at)) ?? []);
  }
}
