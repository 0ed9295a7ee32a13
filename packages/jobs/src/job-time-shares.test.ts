import type { EnvironmentId } from '@loyalty/kernel';
import { JobTimeShares } from './job-time-shares.ts';

const [one, other] = [1 as EnvironmentId, 2 as EnvironmentId];

const createDuty = (burstMs = 0) => {
  const time = { ms: 1_700_000_000_000 };
  const duty = new JobTimeShares({ clock: { now: () => time.ms }, burstMs });
  const work = (environmentId: EnvironmentId, ms: number): void => {
    time.ms += ms;
    duty.worked(environmentId, ms);
  };
  return { time, duty, work };
};

test('after 100 ms an environment waits for 400 ms, and the job for 100 ms (D118)', () => {
  const { time, duty, work } = createDuty();
  expect([duty.waitMsOf(one), duty.jobWaitMs]).toEqual([0, 0]);
  work(one, 100);
  expect([duty.waitMsOf(one), duty.waitMsOf(other), duty.jobWaitMs]).toEqual([400, 0, 100]);
  time.ms += 399;
  expect([duty.waitMsOf(one), duty.jobWaitMs]).toEqual([1, 0]);
  time.ms += 1;
  expect(duty.waitMsOf(one)).toBe(0);
});

test.each([
  { what: 'one environment', environments: [one], share: 0.2 },
  { what: 'four environments', environments: [1, 2, 3, 4] as EnvironmentId[], share: 0.5 },
])('$what with work without end gets its share of an hour', ({ environments, share }) => {
  const { time, duty, work } = createDuty(2_000);
  const beganMs = time.ms;
  let workedMs = 0;
  while (time.ms - beganMs < 3_600_000) {
    const next = environments.toSorted((a, b) => duty.waitMsOf(a) - duty.waitMsOf(b))[0] ?? one;
    time.ms += Math.max(duty.waitMsOf(next), duty.jobWaitMs);
    work(next, 50);
    workedMs += 50;
  }
  expect(workedMs / 3_600_000).toBeGreaterThan(share * 0.99);
  expect(workedMs).toBeLessThan(3_600_000 * share + environments.length * 2_000 + 50);
});

test('the first 4 s of work in any 20 s are free where a job says so (D118)', () => {
  const { time, duty, work } = createDuty(4_000);
  const burst = (): number => {
    let freeMs = 0;
    for (; duty.waitMsOf(one) === 0 && duty.jobWaitMs === 0; freeMs += 50) work(one, 50);
    return freeMs;
  };
  expect(burst()).toBe(4_050);
  time.ms += 20_000;
  expect(burst()).toBe(4_050);
});

test('▲ a clock that is set back makes nobody wait for the step; one that leaps ahead lets a burst through, no more', () => {
  const { time, duty, work } = createDuty();
  work(one, 100);
  time.ms -= 60_000;
  expect([duty.waitMsOf(one), duty.jobWaitMs]).toEqual([0, 0]);
  work(one, 100);
  time.ms += 60_000;
  expect(duty.waitMsOf(one)).toBe(0);
  work(one, 100);
  expect(duty.waitMsOf(one)).toBe(400);
});

test('▲ a time that was measured across a step of the clock counts as 5 s at most', () => {
  const { duty } = createDuty();
  duty.worked(one, 3_600_000);
  expect(duty.waitMsOf(one)).toBe(20_000);
  duty.worked(other, -3_600_000);
  expect(duty.waitMsOf(other)).toBe(0);
});

test('ten thousand environments leave nothing behind that would have to wait', () => {
  const { duty, work } = createDuty();
  for (let id = 1; id <= 10_000; id += 1) work(id as EnvironmentId, 3);
  expect(duty.waitMsOf(10_000 as EnvironmentId)).toBe(12);
  expect(duty.waitMsOf(9_000 as EnvironmentId)).toBe(0);
});
