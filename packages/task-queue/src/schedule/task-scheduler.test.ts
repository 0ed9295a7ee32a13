import type { EnvironmentId } from '@loyalty/kernel';
import type { Task } from '../task.ts';
import { TaskScheduler } from './task-scheduler.ts';

const lanesOf = (): TaskScheduler =>
  new TaskScheduler({ slots: 512, boundsOf: () => ({ initial: 1, max: 1 }), owners: () => 1 });

let places = 0;
const jobOf = (destinationId: string, leased = false, environmentId = 1): Task => {
  places += 1;
  return {
    destinationId,
    rank: 1,
    dueAtMs: 0,
    number: places,
    id: places.toString(),
    memberId: null,
    attempt: 0,
    environmentId: environmentId as EnvironmentId,
    abandoned: 0,
    createdAtMs: 0,
    lease: leased ? { leaseId: 1, sourceId: 'event', bytes: 0 } : null,
  };
};

const worksOf = (destination: string, count: number, { environmentId = 1, bytes = 0 } = {}) =>
  Array.from({ length: count }, () => ({
    destinationId: destination,
    environmentId: environmentId as EnvironmentId,
    bytes,
  }));

/** Makes a destination fast, by one quick attempt. */
const makeFast = (destinations: TaskScheduler, destination: string, environmentId = 1): void => {
  destinations.put(jobOf(destination, false, environmentId), 0);
  const task = destinations.start(0)?.[0] ?? null;
  if (task !== null) destinations.finish(task, { load: 'ok', nowMs: 1 });
};

/** Admits as many of these tasks as fit in memory. */
const takeOver = (
  destinations: TaskScheduler,
  tasks: readonly { destinationId: string; environmentId: EnvironmentId }[],
): number => {
  const { inMemory } = destinations.admit(tasks.map((work) => ({ bytes: 0, ...work })));
  for (const { destinationId: destination, environmentId } of inMemory)
    destinations.put(jobOf(destination, true, environmentId), 1);
  return inMemory.length;
};

const mebibyte = 2 ** 20;

describe('new tasks', () => {
  it('of slow destinations are admitted up to 256 for an environment; the rest overflows', () => {
    const destinations = lanesOf();
    for (let n = 0; n < 250; n += 1) destinations.put(jobOf('one', true), 0);
    const { inMemory, overflow } = destinations.admit([...worksOf('two', 30), ...worksOf('one', 30)]);
    expect([inMemory.length, overflow.length]).toEqual([6, 54]);
    expect(takeOver(destinations, worksOf('other', 30, { environmentId: 2 }))).toBe(30);
  });

  it('of slow destinations are admitted up to 2,048 for all environments', () => {
    const destinations = lanesOf();
    const inMemory = Array.from({ length: 9 }, (_, at) => at + 1).map((environmentId) =>
      takeOver(destinations, worksOf(`of ${environmentId.toString()}`, 300, { environmentId })),
    );
    expect(inMemory).toEqual([256, 256, 256, 256, 256, 256, 256, 256, 0]);
  });

  it('▲ of one environment never make a submitter wait, even with fast destinations: tasks beyond 1,024 overflow', () => {
    const destinations = lanesOf();
    makeFast(destinations, 'one');
    makeFast(destinations, 'other', 2);
    expect([
      takeOver(destinations, worksOf('one', 5_000)),
      takeOver(destinations, worksOf('one', 10)),
    ]).toEqual([1_024, 0]);
    expect(destinations.isFull).toBe(false);
    expect(takeOver(destinations, worksOf('other', 10, { environmentId: 2 }))).toBe(10);
    destinations.start(1);
    expect(takeOver(destinations, worksOf('one', 10))).toBe(1);
  });

  it('of many environments make a submitter wait, once they fill all of the memory together', () => {
    const destinations = lanesOf();
    const eight = Array.from({ length: 8 }, (_, at) => at + 1);
    for (const environmentId of eight) makeFast(destinations, environmentId.toString(), environmentId);
    for (const environmentId of eight) {
      expect(destinations.isFull).toBe(false);
      takeOver(destinations, worksOf(environmentId.toString(), 1_500, { environmentId }));
    }
    expect(destinations.isFull).toBe(true);
    destinations.start(1);
    expect(destinations.isFull).toBe(false);
  });

  it('are bounded in bytes too: 8 MiB of an environment wait for its fast destinations; a larger task waits alone', () => {
    const destinations = lanesOf();
    makeFast(destinations, 'one');
    makeFast(destinations, 'other', 2);
    expect(destinations.admit(worksOf('one', 20, { bytes: mebibyte })).inMemory).toHaveLength(8);
    expect(
      destinations.admit(worksOf('other', 2, { environmentId: 2, bytes: 9 * mebibyte })).inMemory,
    ).toHaveLength(1);
  });

  it('wait behind the backlog of a slow destination, until a claim finds none left', () => {
    const destinations = lanesOf();
    destinations.put(jobOf('one', true), 0);
    expect(destinations.sweep(5_000)).toHaveLength(1);
    expect(destinations.admit(worksOf('one', 1)).overflow).toHaveLength(1);
    destinations.noteClaimed([{ destinationId: 'one', capacity: 2 }], [jobOf('one'), jobOf('one')]);
    expect(destinations.admit(worksOf('one', 1)).overflow).toHaveLength(1);
    destinations.noteClaimed([{ destinationId: 'one', capacity: 2 }], [jobOf('one')]);
    expect(destinations.admit(worksOf('one', 1)).inMemory).toHaveLength(1);
  });

  it('and the backlog of a fast destination take turns', () => {
    const destinations = lanesOf();
    makeFast(destinations, 'one');
    for (let n = 0; n < 3; n += 1) {
      destinations.put(jobOf('one'), 1);
      destinations.put(jobOf('one', true), 1);
    }
    const starts: boolean[] = [];
    for (
      let task = destinations.start(1)?.[0] ?? null;
      task !== null;
      task = destinations.start(1)?.[0] ?? null
    ) {
      starts.push(task.lease !== null);
      destinations.finish(task, { load: 'ok', nowMs: 1 });
    }
    expect(starts.slice(1)).toEqual(starts.slice(1).map((_, at) => (at % 2 === 0) !== starts[0]));
    expect(starts).toHaveLength(6);
  });
});

test('a scheduler is empty until a task comes, and again once its destination is forgotten', () => {
  const destinations = lanesOf();
  expect(destinations.isEmpty).toBe(true);
  destinations.put(jobOf('one'), 1);
  const task = destinations.start(1)?.[0] ?? null;
  if (task !== null) destinations.finish(task, { load: 'ok', nowMs: 2 });
  destinations.sweep(60_002);
  expect(destinations.isEmpty).toBe(false);
  destinations.sweep(60_003);
  expect(destinations.isEmpty).toBe(true);
});

describe('a destination is fast', () => {
  it('▲ only while its new tasks begin within a second, however quick its attempts are', () => {
    const destinations = lanesOf();
    makeFast(destinations, 'one');
    for (let n = 0; n < 3; n += 1) destinations.put(jobOf('one', true), 1);
    destinations.sweep(1_000);
    expect(destinations.countBySpeed()).toEqual({ fast: 1, slow: 0 });
    destinations.sweep(1_001);
    expect(destinations.countBySpeed()).toEqual({ fast: 0, slow: 1 });
    for (
      let task = destinations.start(1_001)?.[0] ?? null;
      task !== null;
      task = destinations.start(1_001)?.[0] ?? null
    )
      destinations.finish(task, { load: 'ok', nowMs: 1_001 });
    expect(destinations.countBySpeed()).toEqual({ fast: 1, slow: 0 });
  });
});

describe('of the slots', () => {
  /** Sixteen slots, with destinations that allow as many attempts. */
  const sixteenSlots = (): TaskScheduler =>
    new TaskScheduler({ slots: 16, boundsOf: () => ({ initial: 16, max: 16 }), owners: () => 1 });

  const putMany = (destinations: TaskScheduler, destination: string, environmentId = 1): void => {
    for (let n = 0; n < 20; n += 1) destinations.put(jobOf(destination, false, environmentId), 1);
  };

  /** Starts all tasks that may start. Returns their number by destination. */
  const startAll = (destinations: TaskScheduler): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (
      let task = destinations.start(1)?.[0] ?? null;
      task !== null;
      task = destinations.start(1)?.[0] ?? null
    )
      counts[task.destinationId] = (counts[task.destinationId] ?? 0) + 1;
    return counts;
  };

  it('an environment has half; its slow destinations have half of that', () => {
    const destinations = sixteenSlots();
    makeFast(destinations, 'fast');
    putMany(destinations, 'slow');
    expect(startAll(destinations)).toEqual({ slow: 4 });
    putMany(destinations, 'fast');
    expect(startAll(destinations)).toEqual({ fast: 4 });
  });

  it('fast destinations leave a quarter of their environment to those that are not fast yet', () => {
    const destinations = sixteenSlots();
    makeFast(destinations, 'fast');
    putMany(destinations, 'fast');
    expect(startAll(destinations)).toEqual({ fast: 6 });
    putMany(destinations, 'new');
    expect(startAll(destinations)).toEqual({ new: 2 });
  });

  it('half are for fast destinations alone, in all environments together', () => {
    const destinations = sixteenSlots();
    for (const environmentId of [1, 2, 3])
      putMany(destinations, `slow ${environmentId.toString()}`, environmentId);
    expect(startAll(destinations)).toEqual({ 'slow 1': 3, 'slow 2': 3, 'slow 3': 2 });
  });

  it('a quarter are for slow destinations alone, in all environments together', () => {
    const destinations = sixteenSlots();
    const all = [1, 2, 3].map(
      (environmentId) => [`fast ${environmentId.toString()}`, environmentId] as const,
    );
    for (const [destination, environmentId] of all) makeFast(destinations, destination, environmentId);
    for (const [lane, environmentId] of all) putMany(destinations, lane, environmentId);
    expect(Object.values(startAll(destinations)).reduce((sum, count) => sum + count, 0)).toBe(12);
  });

  it('the running attempts of a destination count as slow once it hangs', () => {
    const destinations = sixteenSlots();
    for (const environmentId of [1, 2]) makeFast(destinations, environmentId.toString(), environmentId);
    for (const environmentId of [1, 2]) putMany(destinations, environmentId.toString(), environmentId);
    expect(startAll(destinations)).toEqual({ 1: 6, 2: 6 });
    destinations.sweep(1_500);
    putMany(destinations, 'other', 3);
    // Slots are free, but not for slow destinations.
    expect(startAll(destinations)).toEqual({});
  });
});

it('environments take turns, and so do the destinations of each', () => {
  const destinations = lanesOf();
  const ofOne = Array.from({ length: 10 }, (_, n) => `one ${n.toString()}`);
  for (const destination of ofOne) destinations.put(jobOf(destination), 0);
  for (let n = 0; n < 3; n += 1) destinations.put(jobOf('two', false, 2), 0);
  const started: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const task = destinations.start(0)?.[0] ?? null;
    started.push(task?.destinationId ?? 'nobody');
    if (task !== null) destinations.finish(task, { load: 'overloaded', nowMs: 1_000 });
  }
  expect(started).toEqual(['one 0', 'two', 'one 1', 'two', 'one 2', 'two']);
});

it('a destination keeps to the limits that its first attempt found, and to changed ones', () => {
  let max = 1;
  const destinations = new TaskScheduler({
    slots: 16,
    boundsOf: () => ({ initial: max, max }),
    owners: () => 1,
  });
  const start = (count: number): Task[] => {
    for (let n = 0; n < count; n += 1) destinations.put(jobOf('provider'), 0);
    return Array.from({ length: count }, () => destinations.start(0)?.[0] ?? null).filter(
      (task) => task !== null,
    );
  };
  const end = (tasks: readonly Task[]): void => {
    for (const task of tasks) destinations.finish(task, { load: 'ok', nowMs: 0 });
  };
  const [first, ...others] = start(4);
  expect([first === undefined, others]).toEqual([false, []]);
  max = 3;
  end(first === undefined ? [] : [first]);
  const three = start(2);
  expect(three).toHaveLength(3 - 1);
});

describe('the capacity for claims', () => {
  const roomsOf = (destinations: TaskScheduler): Readonly<Record<string, number>> =>
    Object.fromEntries(
      destinations.capacities(1).map(({ destinationId, capacity }) => [destinationId, capacity]),
    );

  it('of equally fast destinations is the number of slots less the waiting tasks; they take turns', () => {
    const destinations = new TaskScheduler({
      slots: 4,
      boundsOf: () => ({ initial: 8, max: 8 }),
      owners: () => 1,
    });
    makeFast(destinations, 'fast');
    for (const destination of ['a', 'b', 'c']) destinations.put(jobOf(destination), 1);
    expect(roomsOf(destinations)).toMatchObject({ a: 1, b: 0, c: 0 });
    expect(roomsOf(destinations)).toMatchObject({ a: 0, b: 1, c: 0 });
    destinations.put(jobOf('b'), 1);
    expect(roomsOf(destinations)).toMatchObject({ a: 0, b: 0, c: 0 });
    expect(roomsOf(destinations)).toMatchObject({ fast: 4 });
  });

  it('is shared among environments, and among the destinations of each', () => {
    const destinations = new TaskScheduler({
      slots: 16,
      boundsOf: () => ({ initial: 4, max: 4 }),
      owners: () => 1,
    });
    for (const destination of ['a', 'b', 'c', 'd']) destinations.put(jobOf(destination), 0);
    destinations.put(jobOf('other', false, 2), 0);
    expect(roomsOf(destinations)).toEqual({ a: 1, b: 1, c: 1, d: 1, other: 5 });
  });
});
