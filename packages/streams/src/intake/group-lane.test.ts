import type { TopicPartition } from '@loyalty/storage/positions';
import { AssignedPartition } from './assigned-partitions.ts';
import { GroupLanes } from './group-lane.ts';
import { BatchCapacity } from './intake-queue.ts';

const topics = ['a', 'b', 'c'];
const partitions = topics.map((topic) => new AssignedPartition({ consumerGroup: 'g', topic, partition: 0 }));

/** A lane with a queue of four records, and what it does to its consumer. */
const createLane = () => {
  const calls: string[] = [];
  const note = (call: string) => (at: readonly TopicPartition[]) =>
    void calls.push(`${call} ${at.map(({ topic }) => topic).join('')}`);
  const [lane] = new GroupLanes<number>({
    lane: 'bulk',
    consumerGroup: 'g',
    decoder: { decode: () => ({ outcome: 'skipped' }), learn: () => Promise.resolve() },
    queueLimits: { entriesMax: 4, bytesMax: 1_000 },
    consumer: { pause: note('pause'), resume: note('resume') },
    assigned: () => partitions,
  }).all;
  if (lane === undefined) throw new Error('a group has a lane');
  const fetched = (topic: string, count: number): void => {
    const partition = partitions.find((each) => each.topic === topic);
    if (partition === undefined) throw new Error(topic);
    const record = { topic, partition: 0, offset: 0, timestamp: 1, key: null, value: null, headers: {} };
    for (let n = 0; n < count; n += 1)
      lane.queue.push({
        partition,
        item: { record, consumerGroup: 'g', lane: 'bulk', value: n },
        bytes: 1,
        from: n,
      });
    lane.filled();
  };
  const process = (count: number): void => {
    lane.queue.take(new BatchCapacity({ records: count, bytes: Infinity }));
    lane.drained();
  };
  return { lane, calls, fetched, process };
};

test('▲ the backlog of one topic pauses that topic alone (D118)', () => {
  const { calls, fetched } = createLane();
  fetched('a', 4);
  fetched('b', 1);
  expect(calls).toEqual(['pause a', 'pause b']);
});

test('▲ all topics are paused while twice as much waits as fills the queue, so that memory is bounded', () => {
  const { calls, fetched } = createLane();
  fetched('a', 4);
  fetched('b', 4);
  expect(calls).toEqual(['pause a', 'pause bc']);
});

test('paused topics are read on once the queue is half empty, but for those that are held', () => {
  const { calls, fetched, process } = createLane();
  fetched('a', 4);
  fetched('b', 3);
  process(5);
  expect(calls).toEqual(['pause a', 'pause b']);
  const [first] = partitions;
  if (first !== undefined) first.isHeld = true;
  process(1);
  if (first !== undefined) first.isHeld = false;
  expect(calls.at(-1)).toBe('resume b');
});

test('a join keeps what was paused, and reads everything once the queue is half empty', () => {
  const { lane, calls, fetched } = createLane();
  fetched('a', 4);
  lane.rejoined();
  lane.queue.clear();
  lane.rejoined();
  expect(calls).toEqual(['pause a', 'pause a', 'resume bc', 'pause ', 'resume abc']);
});
