import { createRefusalSampler, type LoggedRefusal } from './refusal-sampler.ts';

const samplerAt = () => {
  const hand = { nowMs: 0 };
  const omittedBefore = createRefusalSampler(() => hand.nowMs);
  const linesOf = (refusals: readonly LoggedRefusal[]): LoggedRefusal[] =>
    refusals.filter((refusal) => omittedBefore(refusal) !== null);
  return { hand, omittedBefore, linesOf };
};

const refusal = (given: Partial<LoggedRefusal>): LoggedRefusal => ({
  owner: 'strangers',
  kind: 'UNAUTHORIZED unknown_key',
  caller: '192.0.2.1',
  ...given,
});

const fromMany = (count: number, given: Partial<LoggedRefusal> = {}): LoggedRefusal[] =>
  Array.from({ length: count }, (_, n) => refusal({ caller: n.toString(), ...given }));

test('one line of a caller and kind in 10 s says how many were left out', () => {
  const { hand, omittedBefore } = samplerAt();
  expect([1, 2, 3].map(() => omittedBefore(refusal({})))).toEqual([0, null, null]);
  hand.nowMs += 9_999;
  expect(omittedBefore(refusal({}))).toBeNull();
  hand.nowMs += 1;
  expect(omittedBefore(refusal({}))).toBe(3);
  hand.nowMs += 60_000;
  expect(omittedBefore(refusal({}))).toBe(0);
});

test('▲ a flood from one address hides no other one, and no other kind (D139)', () => {
  const { linesOf } = samplerAt();
  const flood = Array.from({ length: 10_000 }, () => refusal({}));
  const other = refusal({ caller: '192.0.2.2' });
  const revoked = refusal({ kind: 'UNAUTHORIZED revoked_key' });
  expect(linesOf([...flood, other, revoked])).toEqual([flood[0], other, revoked]);
});

test('▲ a million addresses have 16 lines and one of each kind in 10 s, and hide no other owner’s (D139)', () => {
  const { hand, linesOf } = samplerAt();
  expect(linesOf(fromMany(1_000_000))).toHaveLength(17);
  expect(linesOf([refusal({ kind: 'UNAUTHORIZED malformed_key' })])).toHaveLength(1);
  expect(linesOf(fromMany(100, { owner: '7' }))).toHaveLength(17);
  hand.nowMs += 10_000;
  expect(linesOf(fromMany(1_000_000))).toHaveLength(17);
});

test('a place that nobody uses for a minute is free for another caller', () => {
  const { hand, linesOf } = samplerAt();
  linesOf(fromMany(17));
  hand.nowMs += 60_000;
  expect(linesOf(fromMany(16, { owner: 'strangers' }))).toHaveLength(16);
});

test('with ten thousand lines owners share one of each kind: memory stays bounded', () => {
  const { linesOf } = samplerAt();
  const owners = Array.from({ length: 20_000 }, (_, n) => refusal({ owner: n.toString() }));
  expect(linesOf(owners)).toHaveLength(10_001);
});
