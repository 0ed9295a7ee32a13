import { createTraceShares } from './trace-shares.ts';

const sharesAt = () => {
  const hand = { nowMs: 0 };
  const shares = createTraceShares(() => hand.nowMs);
  const takenOf = (owner: number | string, times: number): number =>
    Array.from({ length: times }, () => shares.take(owner)).filter(Boolean).length;
  return { hand, takenOf };
};

test('an owner has ten traces in a second, and ten in the next', () => {
  const { hand, takenOf } = sharesAt();
  expect(takenOf(1, 1_000)).toBe(10);
  hand.nowMs += 999;
  expect(takenOf(1, 1_000)).toBe(0);
  hand.nowMs += 1;
  expect(takenOf(1, 1_000)).toBe(10);
});

test('three owners beyond their share leave a share to others, and all together have forty', () => {
  const { takenOf } = sharesAt();
  for (const owner of [1, 2, 'loyalty.receipts.a']) takenOf(owner, 1_000);
  expect(takenOf(4, 5)).toBe(5);
  expect([takenOf(5, 1_000), takenOf(6, 1_000)]).toEqual([5, 0]);
});
