import type { EnvironmentId } from '@loyalty/kernel';
import type { DueJob } from './due-job.ts';
import { Lanes } from './lanes.ts';

const lanesOf = (): Lanes =>
  new Lanes({ slots: 512, limitsOf: () => ({ first: 1, max: 1 }), owners: () => 1 });

let places = 0;
const jobOf = (lane: string, handed = false, environmentId = 1): DueJob => {
  places += 1;
  return {
    lane,
    rank: 1,
    dueAtMs: 0,
    place: places,
    id: places.toString(),
    memberId: null,
    attempt: 0,
    environmentId: environmentId as EnvironmentId,
    abandoned: 0,
    createdAtMs: 0,
    handed: handed ? { debtId: 1, sourceId: 'event', bytes: 0 } : null,
  };
};

const worksOf = (lane: string, count: number, { environmentId = 1, bytes = 0 } = {}) =>
  Array.from({ length: count }, () => ({ lane, environmentId: environmentId as EnvironmentId, bytes }));

/** A lane of which an attempt was answered at once. */
const makeFast = (lanes: Lanes, lane: string, environmentId = 1): void => {
  lanes.put(jobOf(lane, false, environmentId), 0);
  const job = lanes.start(0);
  if (job !== null) lanes.finish(job, { sign: 'well', nowMs: 1 });
};

/** Hands over as much of this as may be. */
const takeOver = (lanes: Lanes, works: readonly { lane: string; environmentId: EnvironmentId }[]): number => {
  const { taken } = lanes.split(works.map((work) => ({ bytes: 0, ...work })));
  for (const { lane, environmentId } of taken) lanes.put(jobOf(lane, true, environmentId), 1);
  return taken.length;
};

const mebibyte = 2 ** 20;

describe('new work', () => {
  it('for lanes that are not fast is taken over up to 256 jobs of an environment; the rest is given rows', () => {
    const lanes = lanesOf();
    for (let n = 0; n < 250; n += 1) lanes.put(jobOf('one', true), 0);
    const { taken, spilled } = lanes.split([...worksOf('two', 30), ...worksOf('one', 30)]);
    expect([taken.length, spilled.length]).toEqual([6, 54]);
    expect(takeOver(lanes, worksOf('other', 30, { environmentId: 2 }))).toBe(30);
  });

  it('for lanes that are not fast is taken over up to 2,048 jobs of all environments', () => {
    const lanes = lanesOf();
    const taken = Array.from({ length: 9 }, (_, at) => at + 1).map((environmentId) =>
      takeOver(lanes, worksOf(`of ${environmentId.toString()}`, 300, { environmentId })),
    );
    expect(taken).toEqual([256, 256, 256, 256, 256, 256, 256, 256, 0]);
  });

  it('▲ of one environment never makes whoever hands over wait, however fast its lanes: what is beyond 1,024 is given rows', () => {
    const lanes = lanesOf();
    makeFast(lanes, 'one');
    makeFast(lanes, 'other', 2);
    expect([takeOver(lanes, worksOf('one', 5_000)), takeOver(lanes, worksOf('one', 10))]).toEqual([1_024, 0]);
    expect(lanes.isFull).toBe(false);
    expect(takeOver(lanes, worksOf('other', 10, { environmentId: 2 }))).toBe(10);
    lanes.start(1);
    expect(takeOver(lanes, worksOf('one', 10))).toBe(1);
  });

  it('of many environments makes whoever hands over wait, once they fill all of it together', () => {
    const lanes = lanesOf();
    const eight = Array.from({ length: 8 }, (_, at) => at + 1);
    for (const environmentId of eight) makeFast(lanes, environmentId.toString(), environmentId);
    for (const environmentId of eight) {
      expect(lanes.isFull).toBe(false);
      takeOver(lanes, worksOf(environmentId.toString(), 1_500, { environmentId }));
    }
    expect(lanes.isFull).toBe(true);
    lanes.start(1);
    expect(lanes.isFull).toBe(false);
  });

  it('is bounded in bytes too: 8 MiB of an environment wait for its fast lanes, and one that is larger alone', () => {
    const lanes = lanesOf();
    makeFast(lanes, 'one');
    makeFast(lanes, 'other', 2);
    expect(lanes.split(worksOf('one', 20, { bytes: mebibyte })).taken).toHaveLength(8);
    expect(lanes.split(worksOf('other', 2, { environmentId: 2, bytes: 9 * mebibyte })).taken).toHaveLength(1);
  });

  it('stands behind the backlog of a lane that is not fast, until a claim finds no more', () => {
    const lanes = lanesOf();
    lanes.put(jobOf('one', true), 0);
    expect(lanes.sweep(5_000)).toHaveLength(1);
    expect(lanes.split(worksOf('one', 1)).spilled).toHaveLength(1);
    lanes.noteClaimed([{ lane: 'one', room: 2 }], [jobOf('one'), jobOf('one')]);
    expect(lanes.split(worksOf('one', 1)).spilled).toHaveLength(1);
    lanes.noteClaimed([{ lane: 'one', room: 2 }], [jobOf('one')]);
    expect(lanes.split(worksOf('one', 1)).taken).toHaveLength(1);
  });

  it('and the backlog of a fast lane take turns', () => {
    const lanes = lanesOf();
    makeFast(lanes, 'one');
    for (let n = 0; n < 3; n += 1) {
      lanes.put(jobOf('one'), 1);
      lanes.put(jobOf('one', true), 1);
    }
    const starts: boolean[] = [];
    for (let job = lanes.start(1); job !== null; job = lanes.start(1)) {
      starts.push(job.handed !== null);
      lanes.finish(job, { sign: 'well', nowMs: 1 });
    }
    expect(starts.slice(1)).toEqual(starts.slice(1).map((_, at) => (at % 2 === 0) !== starts[0]));
    expect(starts).toHaveLength(6);
  });
});

describe('a lane is fast', () => {
  it('▲ only while its new work begins within a second, however quickly it is answered', () => {
    const lanes = lanesOf();
    makeFast(lanes, 'one');
    for (let n = 0; n < 3; n += 1) lanes.put(jobOf('one', true), 1);
    lanes.sweep(1_000);
    expect(lanes.countPaces()).toEqual({ fast: 1, slow: 0 });
    lanes.sweep(1_001);
    expect(lanes.countPaces()).toEqual({ fast: 0, slow: 1 });
    for (let job = lanes.start(1_001); job !== null; job = lanes.start(1_001))
      lanes.finish(job, { sign: 'well', nowMs: 1_001 });
    expect(lanes.countPaces()).toEqual({ fast: 1, slow: 0 });
  });
});

describe('of the slots', () => {
  /** Sixteen, in lanes that bear as many as there are. */
  const sixteenSlots = (): Lanes =>
    new Lanes({ slots: 16, limitsOf: () => ({ first: 16, max: 16 }), owners: () => 1 });

  const putMany = (lanes: Lanes, lane: string, environmentId = 1): void => {
    for (let n = 0; n < 20; n += 1) lanes.put(jobOf(lane, false, environmentId), 1);
  };

  /** Starts what may start; answers how many of each lane did. */
  const startAll = (lanes: Lanes): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (let job = lanes.start(1); job !== null; job = lanes.start(1))
      counts[job.lane] = (counts[job.lane] ?? 0) + 1;
    return counts;
  };

  it('an environment has half; of that its lanes that are not fast have half', () => {
    const lanes = sixteenSlots();
    makeFast(lanes, 'fast');
    putMany(lanes, 'slow');
    expect(startAll(lanes)).toEqual({ slow: 4 });
    putMany(lanes, 'fast');
    expect(startAll(lanes)).toEqual({ fast: 4 });
  });

  it('lanes that are fast leave a quarter of their environment to those that have yet to show it', () => {
    const lanes = sixteenSlots();
    makeFast(lanes, 'fast');
    putMany(lanes, 'fast');
    expect(startAll(lanes)).toEqual({ fast: 6 });
    putMany(lanes, 'new');
    expect(startAll(lanes)).toEqual({ new: 2 });
  });

  it('half are for fast lanes alone, whose ever the others are', () => {
    const lanes = sixteenSlots();
    for (const environmentId of [1, 2, 3]) putMany(lanes, `slow ${environmentId.toString()}`, environmentId);
    expect(startAll(lanes)).toEqual({ 'slow 1': 3, 'slow 2': 3, 'slow 3': 2 });
  });

  it('a quarter are for the others, whose ever the fast ones are', () => {
    const lanes = sixteenSlots();
    const all = [1, 2, 3].map(
      (environmentId) => [`fast ${environmentId.toString()}`, environmentId] as const,
    );
    for (const [lane, environmentId] of all) makeFast(lanes, lane, environmentId);
    for (const [lane, environmentId] of all) putMany(lanes, lane, environmentId);
    expect(Object.values(startAll(lanes)).reduce((sum, count) => sum + count, 0)).toBe(12);
  });

  it('what a lane has under way counts as slow from when it hangs', () => {
    const lanes = sixteenSlots();
    for (const environmentId of [1, 2]) makeFast(lanes, environmentId.toString(), environmentId);
    for (const environmentId of [1, 2]) putMany(lanes, environmentId.toString(), environmentId);
    expect(startAll(lanes)).toEqual({ 1: 6, 2: 6 });
    lanes.sweep(1_500);
    putMany(lanes, 'other', 3);
    // There is room, but not for more that is slow.
    expect(startAll(lanes)).toEqual({});
  });
});

it('environments take turns, and so do the lanes of each', () => {
  const lanes = lanesOf();
  const ofOne = Array.from({ length: 10 }, (_, n) => `one ${n.toString()}`);
  for (const lane of ofOne) lanes.put(jobOf(lane), 0);
  for (let n = 0; n < 3; n += 1) lanes.put(jobOf('two', false, 2), 0);
  const started: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const job = lanes.start(0);
    started.push(job?.lane ?? 'nobody');
    if (job !== null) lanes.finish(job, { sign: 'strained', nowMs: 1_000 });
  }
  expect(started).toEqual(['one 0', 'two', 'one 1', 'two', 'one 2', 'two']);
});

it('a lane keeps to the limits that its first attempt has found out, and to those that are changed', () => {
  let max = 1;
  const lanes = new Lanes({ slots: 16, limitsOf: () => ({ first: max, max }), owners: () => 1 });
  const start = (count: number): DueJob[] => {
    for (let n = 0; n < count; n += 1) lanes.put(jobOf('provider'), 0);
    return Array.from({ length: count }, () => lanes.start(0)).filter((job) => job !== null);
  };
  const end = (jobs: readonly DueJob[]): void => {
    for (const job of jobs) lanes.finish(job, { sign: 'well', nowMs: 0 });
  };
  const [first, ...others] = start(4);
  expect([first === undefined, others]).toEqual([false, []]);
  max = 3;
  end(first === undefined ? [] : [first]);
  const three = start(2);
  expect(three).toHaveLength(3 - 1);
});

describe('what may be claimed', () => {
  const roomsOf = (lanes: Lanes): Readonly<Record<string, number>> =>
    Object.fromEntries(lanes.rooms(1).map(({ lane, room }) => [lane, room]));

  it('for lanes of one kind is as much as there are slots, less what waits already; they take turns', () => {
    const lanes = new Lanes({ slots: 4, limitsOf: () => ({ first: 8, max: 8 }), owners: () => 1 });
    makeFast(lanes, 'fast');
    for (const lane of ['a', 'b', 'c']) lanes.put(jobOf(lane), 1);
    expect(roomsOf(lanes)).toMatchObject({ a: 1, b: 0, c: 0 });
    expect(roomsOf(lanes)).toMatchObject({ a: 0, b: 1, c: 0 });
    lanes.put(jobOf('b'), 1);
    expect(roomsOf(lanes)).toMatchObject({ a: 0, b: 0, c: 0 });
    expect(roomsOf(lanes)).toMatchObject({ fast: 4 });
  });

  it('is parted among environments, and among the lanes of each', () => {
    const lanes = new Lanes({ slots: 16, limitsOf: () => ({ first: 4, max: 4 }), owners: () => 1 });
    for (const lane of ['a', 'b', 'c', 'd']) lanes.put(jobOf(lane), 0);
    lanes.put(jobOf('other', false, 2), 0);
    expect(roomsOf(lanes)).toEqual({ a: 1, b: 1, c: 1, d: 1, other: 5 });
  });
});
