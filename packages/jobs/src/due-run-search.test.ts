import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Job } from './job.ts';
import { DueRunSearch } from './due-run-search.ts';
import { JobRunQueue } from './job-run-queue.ts';
import type { JobStore } from './job-store.ts';

const minuteMs = 60_000;
const one = { cursor: null, done: 0, chunks: 1, isFinished: true };

/** A job at one o'clock; each run was done at `doneAtMs`, unless new. Notes the environments of each read. */
const setUp = (nowMs: number, doneAtMs: number) => {
  const time = { ms: nowMs };
  const clock: Pick<Clock, 'now'> = { now: () => time.ms };
  const environments = [1, 2, 3] as EnvironmentId[];
  const fresh = new Set<EnvironmentId>();
  const reads: (readonly number[])[] = [];
  const store: Pick<JobStore<null>, 'readStatus' | 'readFinishedAtMs'> = {
    readStatus: (_, ids) => {
      reads.push(ids);
      const done = ids.filter((id) => !fresh.has(id));
      const checkpoints = new Map(done.map((id) => [id, { ...one, atMs: doneAtMs }] as const));
      return Promise.resolve({ nowMs: time.ms, checkpoints });
    },
    readFinishedAtMs: () => Promise.resolve(doneAtMs),
  };
  const job: Pick<Job<null, null>, 'name' | 'schedule' | 'environments'> = {
    name: 'toy',
    schedule: { dailyAtHourUtc: 1 },
    environments: () => Promise.resolve(environments),
  };
  const search = new DueRunSearch({
    job: job as Job<null, null>,
    store: store as JobStore<null>,
    clock: clock as Clock,
    clockWait: null,
  });
  const agenda = new JobRunQueue();
  const lookAt = async (ms: number) => {
    time.ms = ms;
    reads.length = 0;
    if (search.waitMs === 0) await search.update(agenda);
    return reads.flat();
  };
  const enrol = (id: EnvironmentId): void => {
    environments.push(id);
    fresh.add(id);
  };
  return { lookAt, enrol, agenda };
};

const oneOClock = Date.UTC(2026, 0, 1, 1);

test('▲ environments whose run is done are read once in ten minutes; new ones are found within one', async () => {
  const { lookAt, enrol, agenda } = setUp(oneOClock + 1, oneOClock);
  const beganMs = oneOClock + minuteMs;
  expect(await lookAt(beganMs)).toEqual([1, 2, 3]);
  expect(await lookAt(beganMs + minuteMs)).toEqual([]);
  enrol(4 as EnvironmentId);
  expect(await lookAt(beganMs + 2 * minuteMs)).toEqual([4]);
  expect(agenda.others.map(({ environmentId }) => environmentId)).toEqual([4]);
  expect(await lookAt(beganMs + 10 * minuteMs)).toEqual([1, 2, 3, 4]);
});

test('all are read when the next run is due', async () => {
  const { lookAt, agenda } = setUp(oneOClock - 30_000, oneOClock - 24 * 60 * minuteMs);
  expect(await lookAt(oneOClock - 30_000)).toEqual([1, 2, 3]);
  expect(agenda.isEmpty).toBe(true);
  expect(await lookAt(oneOClock)).toEqual([1, 2, 3]);
  expect(agenda.others.map(({ environmentId }) => environmentId)).toEqual([1, 2, 3]);
});
