import { MemoryBroker, MemoryStore } from '@loyalty/testkit/memory';
import { readPartitionStatuses } from './begin-reading.ts';

/** Notes in which order rows are inserted. */
class NotingStore extends MemoryStore {
  readonly inserted: string[] = [];

  override insertPositions(...given: Parameters<MemoryStore['insertPositions']>): Promise<void> {
    this.inserted.push(...given[1].map(({ topic, partition }) => `${topic}/${partition.toString()}`));
    return super.insertPositions(...given);
  }
}

test('▲ positions are inserted by the code units of their topics, whatever the locale of the process', async () => {
  const topics = ['loyalty.receipts.b', 'loyalty.receipts.B', 'loyalty.receipts-c', 'loyalty.receipts_a'];
  const broker = new MemoryBroker();
  for (const topic of topics) broker.createTopic(topic, 2);
  const store = new NotingStore();
  const consumer = broker.consumer('follower', topics);
  const partitions = topics.flatMap((topic) => [1, 0].map((partition) => ({ topic, partition })));
  await readPartitionStatuses({ store, consumer, consumerGroup: 'follower' }, partitions);
  expect(store.inserted).toEqual([
    'loyalty.receipts-c/0',
    'loyalty.receipts-c/1',
    'loyalty.receipts.B/0',
    'loyalty.receipts.B/1',
    'loyalty.receipts.b/0',
    'loyalty.receipts.b/1',
    'loyalty.receipts_a/0',
    'loyalty.receipts_a/1',
  ]);
});
