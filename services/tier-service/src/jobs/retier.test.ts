import { JobTimeShares } from '@loyalty/jobs';
import type { EnvironmentId } from '@loyalty/kernel';
import { createRetierJob } from './retier.ts';

test('a retiering works for 4 s without a pause, and again 20 s later (D118, D129)', () => {
  const { burstMs = 0 } = createRetierJob({} as Parameters<typeof createRetierJob>[0]);
  const time = { ms: 0 };
  const shares = new JobTimeShares({ clock: { now: () => time.ms }, burstMs });
  const workMs = (): number => {
    const beganMs = time.ms;
    while (shares.waitMsOf(1 as EnvironmentId) === 0 && shares.jobWaitMs === 0) {
      time.ms += 50;
      shares.worked(1 as EnvironmentId, 50);
    }
    return time.ms - beganMs;
  };
  expect(workMs()).toBe(4_050);
  time.ms = 5 * 4_050;
  expect(workMs()).toBe(4_050);
});
