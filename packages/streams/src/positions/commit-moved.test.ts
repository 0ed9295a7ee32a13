import { AssignedPartition } from '../intake/assigned-partitions.ts';
import { commitMoved } from './follow-positions.ts';

const assigned = (partition: number, storedOffset: number | null): AssignedPartition => {
  const one = new AssignedPartition({ consumerGroup: 'group', topic: 't', partition });
  one.storedOffset = storedOffset;
  return one;
};

/** A consumer that records its commits, one array of `partition:offset` a call. */
const createRecordingConsumer = () => {
  const commits: string[][] = [];
  let isAway = false;
  return {
    commits,
    away: (is: boolean) => {
      isAway = is;
    },
    commit: (offsets: readonly { readonly partition: number; readonly nextOffset: number }[]) => {
      if (isAway) return Promise.reject(new Error('no coordinator'));
      commits.push(offsets.map((at) => `${at.partition.toString()}:${at.nextOffset.toString()}`));
      return Promise.resolve();
    },
  };
};

test('each moved position is committed to Kafka once', async () => {
  const consumer = createRecordingConsumer();
  const moving = assigned(1, 7);
  const partitions = [assigned(0, 5), moving, assigned(2, null)];
  await commitMoved(consumer, partitions);
  await commitMoved(consumer, partitions);
  moving.storedOffset = 9;
  await commitMoved(consumer, partitions);
  expect(consumer.commits).toEqual([['0:5', '1:7'], ['1:9']]);
});

test('a commit that failed is repeated', async () => {
  const consumer = createRecordingConsumer();
  const partitions = [assigned(0, 5)];
  consumer.away(true);
  await expect(commitMoved(consumer, partitions)).rejects.toThrow('no coordinator');
  consumer.away(false);
  await commitMoved(consumer, partitions);
  expect(consumer.commits).toEqual([['0:5']]);
});
