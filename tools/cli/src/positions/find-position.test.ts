import { findPosition, offsetOf, parseTarget } from './find-position.ts';
import { positionsInLogs } from './positions-in-logs.ts';

const at = (consumerGroup: string, topic: string, nextOffset: number) => ({
  consumerGroup,
  topic,
  partition: 1,
  nextOffset,
  state: 'RUNNING' as const,
  parkedReason: null,
  updatedAt: '2026-01-02T03:04:05.000Z',
});
const log = { topic: 'a', partition: 1, start: 10, end: 30, stableEnd: 30 };
const positions = positionsInLogs(
  [at('g', 'a', 25), at('g', 'gone', 3), at('h', 'b', 0), at('i', 'b', 0)],
  [log],
);

test('a position has its log and its lag, unless the topic is gone', () => {
  expect(positions[0]).toMatchObject({ logStart: 10, logEnd: 30, lag: 5, waiting: 0 });
  expect(positions[1]).toMatchObject({ logStart: null, logEnd: null, lag: null, waiting: null });
});

test('▲ what waits for a transaction is a part of the lag, and the end is where the transaction begins', () => {
  const open = { ...log, stableEnd: 27 };
  const [before, within] = positionsInLogs([at('g', 'a', 25), at('h', 'a', 28)], [open]);
  expect(before).toMatchObject({ lag: 5, waiting: 3, stableEnd: 27 });
  expect(within).toMatchObject({ lag: 2, waiting: 2 });
  expect(before === undefined ? null : offsetOf('end', before)).toBe(27);
  expect(before === undefined ? null : offsetOf(30, before)).toBe(30);
});

test('a position is found by its partition; of several groups one must be named', () => {
  expect(findPosition(positions, { topic: 'a', partition: 1 }).nextOffset).toBe(25);
  expect(findPosition(positions, { topic: 'b', partition: 1, group: 'i' }).consumerGroup).toBe('i');
  expect(() => findPosition(positions, { topic: 'b', partition: 1 })).toThrow(/--group \(h, i\)/);
  expect(() => findPosition(positions, { topic: 'a', partition: 2 })).toThrow(/positions list/);
});

test.each([
  ['start', 10],
  ['end', 30],
  ['10', 10],
  ['30', 30],
])('--to %s is offset %d', (text, offset) => {
  expect(offsetOf(parseTarget(text), findPosition(positions, { topic: 'a', partition: 1 }))).toBe(offset);
});

test('a target outside the log is refused, and what is no target too', () => {
  const position = findPosition(positions, { topic: 'a', partition: 1 });
  expect(() => offsetOf(9, position)).toThrow(/10 to 30/);
  expect(() => offsetOf(31, position)).toThrow(/10 to 30/);
  expect(() => offsetOf('end', findPosition(positions, { topic: 'gone', partition: 1 }))).toThrow(/gone/);
  expect(() => parseTarget('middle')).toThrow(/start or end/);
});
