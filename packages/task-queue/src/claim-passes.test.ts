import type { EnvironmentId } from '@loyalty/kernel';
import { ClaimPasses } from './claim-passes.ts';
import type { Task } from './task.ts';

const claimed = (destinationId: string, rank: Task['rank'], dueAtMs: number): Task => ({
  destinationId,
  rank,
  dueAtMs,
  number: 1,
  createdAtMs: dueAtMs,
  id: 'id',
  environmentId: 1 as EnvironmentId,
  memberId: null,
  attempt: 0,
  abandoned: 0,
  isBulk: false,
  lease: null,
});

/** Makes a whole pass from 10,000 ms on, which claims a row and takes so long. */
const afterWholePass = (tookMs: number): ClaimPasses => {
  const passes = new ClaimPasses();
  passes.begin(10_000, true);
  passes.noteClaimed([claimed('busy', 2, 5_000), claimed('busy', 2, 4_000)]);
  passes.end(10_000 + tookMs);
  return passes;
};

test('▲ a pass after a whole one looks only behind what was claimed, within a second, by rank', () => {
  const passes = afterWholePass(10);
  passes.begin(10_100, true);
  expect(passes.isWhole).toBe(false);
  const capacities = [
    { destinationId: 'busy', capacity: 3 },
    { destinationId: 'other', capacity: 2 },
  ];
  expect(passes.narrow(capacities)).toEqual([
    { destinationId: 'busy', capacity: 3, dueFromMs: [-Infinity, -Infinity, 4_000] },
    { destinationId: 'other', capacity: 2 },
  ]);
});

test('▲ without a backlog each pass is whole: nothing waits for a later one', () => {
  const passes = afterWholePass(10);
  passes.begin(10_100, false);
  expect(passes.isWhole).toBe(true);
});

test.each([
  [10, 1_000],
  [200, 2_000],
  [9_000, 5_000],
])(
  '▲ while there is a backlog, a whole pass of %d ms is followed by the next one within %d ms',
  (tookMs, restMs) => {
    const passes = afterWholePass(tookMs);
    const isWholeAt = (nowMs: number): boolean => {
      passes.begin(nowMs, true);
      return passes.isWhole;
    };
    const wholeAtMs = 10_000 + tookMs + restMs;
    expect([isWholeAt(wholeAtMs - 1), isWholeAt(wholeAtMs)]).toEqual([false, true]);
    expect(passes.narrow([{ destinationId: 'busy', capacity: 3 }])).toEqual([
      { destinationId: 'busy', capacity: 3 },
    ]);
  },
);
