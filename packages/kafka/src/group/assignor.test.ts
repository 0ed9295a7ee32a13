import fc from 'fast-check';
import { partitionKeyOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import { sharePartitions, type Sharer } from './assignor.ts';

const counts: Record<string, number> = { big: 48, small: 12, single: 1, lone: 1 };
const partitionsOf = (topic: string): number[] => Array.from({ length: counts[topic] ?? 0 }, (_, n) => n);
const topics = Object.keys(counts);

const sharer = (memberId: string, owned: readonly TopicPartition[] = [], generation = 1): Sharer => ({
  memberId,
  topics,
  owned,
  generation,
  canStore: true,
});

/** The same members, each with what it was given. */
const settled = (members: readonly Sharer[], generation: number): Sharer[] => {
  const shares = sharePartitions(members, partitionsOf);
  return members.map((member) => ({ ...member, owned: shares.get(member.memberId) ?? [], generation }));
};

const movedBetween = (before: readonly Sharer[], after: readonly Sharer[]): number => {
  const holder = new Map(
    before.flatMap(({ memberId, owned }) => owned.map((at) => [partitionKeyOf(at), memberId])),
  );
  return after.flatMap(({ memberId, owned }) =>
    owned.filter((at) => holder.get(partitionKeyOf(at)) !== memberId),
  ).length;
};

const total = Object.values(counts).reduce((sum, count) => sum + count, 0);

const spreadOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

const countOf = ({ owned }: Sharer, name: string): number =>
  owned.filter(({ topic }) => topic === name).length;

test('every partition has one owner, whatever members say they had, and each topic and all totals are even', () => {
  const claim = fc.record({ topic: fc.constantFrom(...topics), partition: fc.nat(60) });
  const members = fc
    .array(fc.record({ owned: fc.array(claim, { maxLength: 70 }), generation: fc.nat(3) }), {
      minLength: 1,
      maxLength: 9,
    })
    .map((list) =>
      list.map(({ owned, generation }, n) => sharer(`member-${n.toString()}`, owned, generation)),
    );
  fc.assert(
    fc.property(members, (given) => {
      const after = settled(given, 9);
      const all = after.flatMap(({ owned }) => owned.map(partitionKeyOf));
      expect([all.length, new Set(all).size]).toEqual([total, total]);
      expect(spreadOf(after.map(({ owned }) => owned.length))).toBeLessThanOrEqual(1);
      for (const topic of topics)
        expect(spreadOf(after.map((member) => countOf(member, topic)))).toBeLessThanOrEqual(1);
    }),
  );
});

test('a group that is joined by nobody keeps everything, in whatever order its members are named', () => {
  const before = settled([sharer('a'), sharer('b'), sharer('c')], 2);
  expect(movedBetween(before, settled(before, 3))).toBe(0);
  expect(movedBetween(before, settled(before.toReversed(), 3))).toBe(0);
});

test('a joiner takes its fair share and nothing else moves; a leaver’s share alone moves', () => {
  const two = settled([sharer('a'), sharer('b')], 2);
  const three = settled([...two, sharer('c')], 3);
  expect(movedBetween(two, three)).toBeLessThanOrEqual(Math.ceil(total / 3) + 1);
  const left = three.filter(({ memberId }) => memberId !== 'b');
  const gone = three.find(({ memberId }) => memberId === 'b')?.owned.length ?? 0;
  expect(movedBetween(three, settled(left, 4))).toBeLessThanOrEqual(gone + 1);
});

const cutOff = (members: readonly Sharer[], ...ids: readonly string[]): Sharer[] =>
  members.map((member) => ({ ...member, canStore: !ids.includes(member.memberId) }));

test('▲ what a member had that cannot store goes to those who can, and nothing else moves', () => {
  const before = settled([sharer('a'), sharer('b'), sharer('c')], 2);
  const after = settled(cutOff(before, 'b'), 3);
  const had = before.find(({ memberId }) => memberId === 'b')?.owned.length ?? 0;
  expect(after.map(({ owned }) => owned.length === 0)).toEqual([false, true, false]);
  expect(movedBetween(before, after)).toBe(had);
  expect(after.flatMap(({ owned }) => owned)).toHaveLength(total);
  expect(spreadOf(settled(cutOff(after), 4).map(({ owned }) => owned.length))).toBeLessThanOrEqual(1);
});

test('▲ while nobody can store, nothing moves: when the database returns, all read on at once', () => {
  const before = settled([sharer('a'), sharer('b'), sharer('c')], 2);
  const away = settled(cutOff(before, 'a', 'b', 'c'), 3);
  expect(movedBetween(before, away)).toBe(0);
  expect(movedBetween(away, settled(cutOff(away), 4))).toBe(0);
  const uneven = settled(cutOff(before, 'b'), 3);
  expect(movedBetween(uneven, settled(cutOff(uneven, 'a', 'b', 'c'), 4))).toBe(0);
});

test('a topic that only those read who cannot store stays theirs', () => {
  const narrow = { ...sharer('a'), topics: ['single'] };
  const shares = sharePartitions(cutOff([narrow, sharer('b')], 'b'), partitionsOf);
  expect(shares.get('a')).toEqual([{ topic: 'single', partition: 0 }]);
  expect(shares.get('b')).toHaveLength(total - 1);
});

test('of two members that had one partition the one of the later generation keeps it', () => {
  const at = { topic: 'single', partition: 0 };
  const shares = sharePartitions([sharer('a', [at], 4), sharer('b', [at], 5)], partitionsOf);
  expect(shares.get('b')).toContainEqual(at);
});

test('a member gets no partition of a topic that it does not read', () => {
  const narrow = { ...sharer('a'), topics: ['single'] };
  const shares = sharePartitions([narrow, sharer('b')], partitionsOf);
  expect(shares.get('a')?.every(({ topic }) => topic === 'single')).toBe(true);
  expect([...shares.values()].flat()).toHaveLength(total);
});
