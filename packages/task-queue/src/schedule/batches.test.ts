import type { EnvironmentId } from '@loyalty/kernel';
import fc from 'fast-check';
import type { BatchBounds, Task } from '../task.ts';
import { TaskScheduler } from './task-scheduler.ts';

const schedulerOf = (batch: BatchBounds | null, max = 64): TaskScheduler =>
  new TaskScheduler({ slots: 512, boundsOf: () => ({ initial: max, max, batch }), owners: () => 1 });

let numbers = 0;

const taskOf = (over: Partial<Task> = {}): Task => {
  numbers += 1;
  return {
    destinationId: 'endpoint',
    rank: 1,
    dueAtMs: 0,
    number: -numbers,
    id: numbers.toString(),
    environmentId: 1 as EnvironmentId,
    memberId: null,
    attempt: 0,
    abandoned: 0,
    createdAtMs: 0,
    lease: { leaseId: 1, sourceId: '', bytes: 1 },
    ...over,
  };
};

const putMany = (scheduler: TaskScheduler, count: number, atMs: number): void => {
  for (let n = 0; n < count; n += 1) scheduler.put(taskOf(), atMs);
};

const batch = { tasksMax: 10, waitMsMax: 100 };

test('a batch begins when it is full, or when its oldest task has waited for long enough', () => {
  const scheduler = schedulerOf(batch);
  expect(scheduler.nextBatchMs(0)).toBeNull();
  putMany(scheduler, 4, 1_000);
  expect([scheduler.start(1_099), scheduler.nextBatchMs(1_099)]).toEqual([null, 1_100]);
  putMany(scheduler, 5, 1_090);
  expect(scheduler.start(1_099)).toBeNull();
  expect(scheduler.start(1_100)).toHaveLength(9);
  expect(scheduler.nextBatchMs(1_100)).toBeNull();
  putMany(scheduler, 12, 1_101);
  expect(scheduler.start(1_101)).toHaveLength(10);
  expect([scheduler.start(1_101), scheduler.nextBatchMs(1_101)]).toEqual([null, 1_201]);
  expect(scheduler.start(1_201)).toHaveLength(2);
});

test('a batch takes one slot, and ends with its first task', () => {
  const scheduler = schedulerOf({ tasksMax: 3, waitMsMax: 0 }, 1);
  putMany(scheduler, 6, 0);
  const first = scheduler.start(0);
  expect([first?.length, scheduler.running, scheduler.start(0)]).toEqual([3, 1, null]);
  if (first !== null) scheduler.finish(first[0], { load: 'ok', nowMs: 1 });
  expect([scheduler.running, scheduler.start(1)?.length]).toEqual([0, 3]);
});

test('▲ a batch that may not begin asks for no wake-up, and tasks that wait for theirs make no destination slow', () => {
  const scheduler = schedulerOf({ tasksMax: 3, waitMsMax: 5_000 }, 1);
  putMany(scheduler, 6, 0);
  const first = scheduler.start(0);
  expect(scheduler.nextBatchMs(6_000)).toBeNull();
  if (first !== null) scheduler.finish(first[0], { load: 'ok', nowMs: 10 });
  const second = scheduler.start(10);
  if (second !== null) scheduler.finish(second[0], { load: 'ok', nowMs: 20 });
  putMany(scheduler, 1, 20);
  expect([scheduler.sweep(5_019), scheduler.countBySpeed()]).toEqual([[], { fast: 1, slow: 0 }]);
  expect(scheduler.sweep(10_020)).toHaveLength(1);
});

test('what was attempted or requested before goes alone and at once; so does a task with which two processes died', () => {
  const scheduler = schedulerOf(batch);
  const rowOf = (over: Partial<Task>): Task => taskOf({ lease: null, ...over });
  scheduler.put(rowOf({ rank: 0 }), 0);
  scheduler.put(rowOf({ rank: 0 }), 0);
  scheduler.put(rowOf({ abandoned: 1 }), 0);
  scheduler.put(rowOf({}), 0);
  scheduler.put(rowOf({ abandoned: 2 }), 0);
  scheduler.put(rowOf({ rank: 2 }), 0);
  const sizes = Array.from({ length: 5 }, () => scheduler.start(0)?.length);
  expect(sizes).toEqual([1, 1, 2, 1, 1]);
});

test('rows of a destination with batches are claimed by the batch', () => {
  const scheduler = schedulerOf({ tasksMax: 10, waitMsMax: 0 }, 2);
  putMany(scheduler, 10, 0);
  scheduler.start(0);
  expect(scheduler.capacities(0)).toEqual([{ destinationId: 'endpoint', capacity: 30 }]);
});

test('every task starts once, in order, in batches of at most tasksMax, whatever comes when', () => {
  const steps = fc.array(fc.record({ count: fc.nat(30), afterMs: fc.nat(80) }), { maxLength: 20 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 12 }), fc.nat(200), (rounds, tasksMax, waitMsMax) => {
      const scheduler = schedulerOf({ tasksMax, waitMsMax });
      const [put, started]: [string[], string[]] = [[], []];
      let nowMs = 0;
      const startAll = (): void => {
        for (let group = scheduler.start(nowMs); group !== null; group = scheduler.start(nowMs)) {
          expect(group.length).toBeLessThanOrEqual(tasksMax);
          started.push(...group.map(({ id }) => id));
          scheduler.finish(group[0], { load: 'ok', nowMs });
        }
      };
      for (const { count, afterMs } of rounds) {
        nowMs += afterMs;
        for (let n = 0; n < count; n += 1) {
          const task = taskOf();
          put.push(task.id);
          scheduler.put(task, nowMs);
        }
        startAll();
      }
      nowMs += waitMsMax;
      startAll();
      expect(started).toEqual(put);
    }),
  );
});
