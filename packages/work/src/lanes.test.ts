import type { EnvironmentId } from '@loyalty/kernel';
import type { DueJob } from './due-job.ts';
import { Lanes } from './lanes.ts';

const lanesOf = (): Lanes =>
  new Lanes({ slots: 512, limitsOf: () => ({ first: 1, max: 1 }), owners: () => 1 });

let places = 0;
const jobOf = (lane: string, handed = false): DueJob => {
  places += 1;
  return {
    ...{ lane, rank: 1, dueAtMs: 0, place: places, id: places.toString(), memberId: null, attempt: 0 },
    ...{ environmentId: 1 as EnvironmentId, abandoned: 0, createdAtMs: 0 },
    handed: handed ? { debtId: 1, sourceId: 'event' } : null,
  };
};

const worksOf = (lane: string, count: number) => Array.from({ length: count }, () => ({ lane }));

/** A lane of which an attempt was answered at once. */
const makeFast = (lanes: Lanes, lane: string): void => {
  lanes.put(jobOf(lane), 0);
  const job = lanes.start(0);
  if (job !== null) lanes.finish(job, { sign: 'well', nowMs: 1 });
};

describe('new work', () => {
  it('for lanes that are not fast is taken over up to 1,024 jobs together; the rest is given rows', () => {
    const lanes = lanesOf();
    for (let n = 0; n < 1_000; n += 1) lanes.put(jobOf('one', true), 0);
    const { taken, spilled } = lanes.split([...worksOf('two', 30), ...worksOf('one', 30)]);
    expect([taken.length, spilled.length]).toEqual([24, 36]);
  });

  it('for a fast lane is taken over whatever waits, until 4,096 jobs do: then whoever hands over waits', () => {
    const lanes = lanesOf();
    makeFast(lanes, 'one');
    expect(lanes.split(worksOf('one', 5_000)).spilled).toEqual([]);
    for (let n = 0; n < 4_096; n += 1) lanes.put(jobOf('one', true), 1);
    expect(lanes.isFull).toBe(true);
    lanes.start(1);
    expect(lanes.isFull).toBe(false);
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
