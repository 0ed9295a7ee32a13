import { DeniedIds, deniedIdsByTopic } from './decoder.ts';

let nowMs = 0;
let denied: DeniedIds;
beforeEach(() => {
  nowMs = 1_000_000;
  denied = new DeniedIds({ now: () => nowMs });
});

test('▲ a denied id is doubted for 30 s, then believed for 60 s, then doubted anew', () => {
  expect(denied.isBelieved(7)).toBe(false);
  expect(denied.isDoubted(7)).toBe(true);
  nowMs += 29_999;
  expect(denied.isBelieved(7)).toBe(false);
  expect(denied.isDoubted(7)).toBe(true);
  nowMs += 1;
  expect(denied.isDoubted(7)).toBe(false);
  expect(denied.isBelieved(7)).toBe(true);
  nowMs += 60_000;
  expect(denied.isBelieved(7)).toBe(false);
  expect(denied.isDoubted(7)).toBe(true);
});

test('▲ a clock that is set back by an hour holds no message longer than a new denial does', () => {
  denied.isDoubted(7);
  nowMs -= 3_600_000;
  expect(denied.isDoubted(7)).toBe(true);
  nowMs += 30_000;
  expect(denied.isDoubted(7)).toBe(false);
  expect(denied.isBelieved(7)).toBe(true);
  nowMs -= 3_600_000;
  expect(denied.isBelieved(7)).toBe(false);
});

test('▲ bytes with ever other ids do not hold a partition for 30 s each', () => {
  const doubted = Array.from({ length: 1_000 }, (_, id) => denied.isDoubted(id)).filter(Boolean);
  expect(doubted).toHaveLength(10);
  expect(denied.isBelieved(999)).toBe(true);
});

test('▲ a topic full of unknown ids leaves the denials of other topics in doubt', () => {
  const deniedIn = deniedIdsByTopic({ now: () => nowMs });
  for (let id = 0; id < 1_000; id += 1) deniedIn('a').isDoubted(id);
  expect(deniedIn('b').isDoubted(7)).toBe(true);
});

test('the memory of denied ids is bounded', () => {
  for (let id = 0; id < 5_000; id += 1) denied.isDoubted(id);
  expect(denied.size).toBe(200);
});

test('an id that the registry knows by now is forgotten', () => {
  denied.isDoubted(7);
  nowMs += 30_000;
  denied.forget(7);
  expect(denied.isBelieved(7)).toBe(false);
});
