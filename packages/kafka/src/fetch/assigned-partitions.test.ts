import { partitionKeyOf } from '@loyalty/kernel';
import { AssignedPartitions } from './assigned-partitions.ts';

const [tills, streams] = ['facts', 'facts-bulk'];

const assigned = (counts: Readonly<Record<string, number>>, behind: readonly string[] = []) => {
  const partitions = new AssignedPartitions(behind);
  partitions.replace(
    Object.entries(counts).flatMap(([topic, count]) =>
      Array.from({ length: count }, (_, partition) => ({ topic, partition })),
    ),
  );
  for (const each of partitions.all()) {
    each.leader = '1';
    each.next = 0;
  }
  return partitions;
};

/** Returns the partitions of one fetch, in its order. */
const fetchOf = (partitions: AssignedPartitions, node = '1'): string[] =>
  [...partitions.fetchable(node, 0)].flatMap(([topic, all]) =>
    all.map(({ partition }) => partitionKeyOf({ topic, partition })),
  );

test('▲ a topic behind others is last in every fetch, because a broker fills its response in this order (D118)', () => {
  const partitions = assigned({ [streams]: 3, [tills]: 3 }, [streams]);
  for (let fetch = 0; fetch < 12; fetch += 1) {
    const topics = fetchOf(partitions).map((name) => name.split('/')[0]);
    expect(topics).toEqual([tills, tills, tills, streams, streams, streams]);
  }
});

test('▲ each partition of each topic is first in one fetch of a round, so that a backlog of one keeps no other waiting', () => {
  const partitions = assigned({ one: 3, two: 2 });
  const first = Array.from({ length: 12 }, () => fetchOf(partitions)[0]);
  expect(new Set(first)).toEqual(new Set(['one/0', 'one/1', 'one/2', 'two/0', 'two/1']));
});

test('fetches from one node change no turn of another', () => {
  const partitions = assigned({ one: 2 });
  const turns = Array.from({ length: 4 }, () => [fetchOf(partitions)[0], fetchOf(partitions, '2')]);
  expect(turns.map(([first]) => first)).toEqual(['one/0', 'one/1', 'one/0', 'one/1']);
});

test('a topic counts as paused once all of its partitions are', () => {
  const partitions = assigned({ [tills]: 2, [streams]: 2 });
  const [one, other] = partitions.all().filter(({ topic }) => topic === streams);
  if (one !== undefined) one.isPaused = true;
  expect(partitions.hasPausedTopic).toBe(false);
  if (other !== undefined) other.isPaused = true;
  expect(partitions.hasPausedTopic).toBe(true);
});
