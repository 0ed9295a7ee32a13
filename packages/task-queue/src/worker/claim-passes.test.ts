import type { EnvironmentId } from '@loyalty/kernel';
import type { DestinationCapacity } from '../store/task-store.ts';
import type { Task } from '../task.ts';
import { ClaimPasses } from './claims.ts';

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

const nothing = -Infinity;
const busy = (capacity: number): readonly DestinationCapacity[] => [{ destinationId: 'busy', capacity }];

/** Makes a pass of one claim. The database's clock is 50 s ahead. */
const pass = (passes: ClaimPasses, atMs: number, tasks: readonly Task[], capacity = 2): void => {
  passes.begin(atMs);
  const capacities = passes.capacitiesFor(busy(capacity), 4);
  const asked = { owner: 1, nowMs: atMs + 50_000, capacities, capacityOfOthers: 4, after: null, rowsMax: 64 };
  passes.noteClaimed({ asked, tasks, isLookedAt: () => true });
  passes.end(atMs);
};

/** Returns where the next pass begins with a destination; undefined: it is searched for. */
const fromOf = (passes: ClaimPasses, atMs: number, destinationId = 'busy') => {
  passes.begin(atMs);
  return passes.capacitiesFor(busy(2), 4).find((one) => one.destinationId === destinationId)?.dueFromMs;
};

const afterFull = (): ClaimPasses => {
  const passes = new ClaimPasses();
  pass(passes, 10_000, [claimed('busy', 2, 5_000), claimed('busy', 2, 4_000)]);
  return passes;
};

test('a destination of which nothing was claimed is searched for', () => {
  const passes = new ClaimPasses();
  pass(passes, 10_000, []);
  expect(fromOf(passes, 10_100)).toBeUndefined();
});

test('▲ what was claimed with all capacity is passed over, but for a second, by rank', () => {
  const passes = afterFull();
  expect(fromOf(passes, 10_100)).toEqual([nothing, nothing, 4_000]);
  pass(passes, 10_200, [claimed('busy', 1, 7_000), claimed('busy', 2, 4_500)]);
  expect(fromOf(passes, 10_300)).toEqual([nothing, 6_000, 4_000]);
});

test('▲ where less was claimed than there was capacity for, all that was due is passed over, but for a second', () => {
  const passes = afterFull();
  pass(passes, 10_100, [claimed('busy', 2, 6_000)]);
  expect(fromOf(passes, 10_200)).toEqual([59_100, 59_100, 59_100]);
  pass(passes, 10_300, []);
  expect(fromOf(passes, 10_400)).toEqual([59_300, 59_300, 59_300]);
  pass(passes, 10_500, [], 0);
  expect(fromOf(passes, 10_600)).toEqual([59_300, 59_300, 59_300]);
});

test('▲ a destination that only the queue knew is asked for again, with the capacity of such ones', () => {
  const passes = new ClaimPasses();
  pass(passes, 10_000, [claimed('other', 0, 5_000)]);
  passes.begin(10_100);
  expect(passes.capacitiesFor(busy(3), 4)).toEqual([
    { destinationId: 'busy', capacity: 3 },
    { destinationId: 'other', capacity: 4, dueFromMs: [59_000, 59_000, 59_000] },
  ]);
  expect(fromOf(passes, 700_000, 'other')).toBeUndefined();
});

test('▲ of many destinations those are remembered whose rows were claimed last', () => {
  const passes = new ClaimPasses();
  const ids = Array.from({ length: 300 }, (_, at) => `other-${at.toString()}`);
  for (const [at, id] of ids.entries()) pass(passes, 10_000 + at, [claimed(id, 0, 5_000)]);
  passes.begin(10_400);
  const remembered = passes.capacitiesFor([], 4).map(({ destinationId }) => destinationId);
  expect(remembered).toEqual(ids.slice(-256));
});

test.each([
  [10, 1_000],
  [200, 2_000],
  [9_000, 30_000],
])('▲ a whole pass of %d ms is followed by the next one within %d ms', (tookMs, restMs) => {
  const passes = afterFull();
  const beganMs = 20_000;
  expect(fromOf(passes, beganMs)).toEqual([nothing, nothing, nothing]);
  passes.end(beganMs + tookMs);
  const wholeAtMs = beganMs + tookMs + restMs;
  expect(fromOf(passes, wholeAtMs - 1)).toEqual([nothing, nothing, 4_000]);
  passes.end(wholeAtMs - 1);
  expect(fromOf(passes, wholeAtMs)).toEqual([nothing, nothing, nothing]);
});

test('▲ what a whole pass finds early is followed by what is due after it', () => {
  const passes = afterFull();
  pass(passes, 20_000, [claimed('busy', 2, 2_000), claimed('busy', 2, 3_000)]);
  expect(fromOf(passes, 20_100)).toEqual([nothing, nothing, 2_000]);
});

test('▲ rows that are freed during a claim are looked at by the next one', () => {
  const passes = afterFull();
  passes.begin(10_100);
  const capacities = passes.capacitiesFor(busy(2), 4);
  passes.noteFreed([claimed('busy', 2, 1_500)]);
  const asked = { owner: 1, nowMs: 60_000, capacities, capacityOfOthers: 4, after: null, rowsMax: 64 };
  passes.noteClaimed({ asked, tasks: [], isLookedAt: () => true });
  expect(fromOf(passes, 10_200)).toEqual([59_000, 59_000, 1_500]);
});

test('▲ the next pass is whole after rows of unknown times were freed, also while a whole pass is on its way', () => {
  const passes = afterFull();
  passes.begin(20_000);
  passes.beginAnew();
  passes.end(20_010);
  expect(fromOf(passes, 20_020)).toEqual([nothing, nothing, nothing]);
  expect(fromOf(passes, 20_030)).toEqual([nothing, nothing, 4_000]);
});

test('a claim that came not so far, or was cut off, says nothing of what is left', () => {
  const passes = afterFull();
  passes.begin(10_100);
  const capacities = passes.capacitiesFor(busy(2), 4);
  const asked = { owner: 1, nowMs: 60_000, capacities, capacityOfOthers: 4, after: null, rowsMax: 1 };
  passes.noteClaimed({ asked, tasks: [], isLookedAt: () => false });
  passes.noteClaimed({ asked, tasks: [claimed('busy', 2, 6_000)], isLookedAt: () => true });
  expect(fromOf(passes, 10_200)).toEqual([nothing, nothing, 5_000]);
});
