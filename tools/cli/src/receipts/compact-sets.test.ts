import { LineSet, ReferenceSet } from './compact-sets.ts';

test('a reference is new once, however many there are', () => {
  const set = new ReferenceSet();
  const refs = Array.from({ length: 200_000 }, (_, n) => `customer-${n.toString()}/2026-03-01`);
  expect(refs.every((ref) => set.add(ref))).toBe(true);
  expect(refs.some((ref) => set.add(ref))).toBe(false);
});

test.each(['', '0', 'ü', '🛒'.repeat(255), 'a\n'])('%j is a reference as others', (ref) => {
  const set = new ReferenceSet();
  expect([set.add(ref), set.add(ref)]).toEqual([true, false]);
});

test('a set of lines has those that were added, and no others', () => {
  const set = new LineSet();
  const added = [1, 8, 9, 8_191, 8_192, 70_000, 10_000_000];
  for (const line of added) set.add(line);
  expect(added.every((line) => set.has(line))).toBe(true);
  expect([0, 2, 7, 10, 8_190, 8_193, 69_999, 10_000_001, 99_999_999].filter((line) => set.has(line))).toEqual(
    [],
  );
});
