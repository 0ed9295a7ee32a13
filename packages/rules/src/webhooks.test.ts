import { deliveryAttemptsMax, nextAttemptAtMs } from './next-attempt.ts';

const minute = 60_000;

describe('the next attempt of a delivery (D69)', () => {
  it('comes after 1, 5 and 30 minutes and 2 hours, and then never', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) =>
      nextAttemptAtMs({ attempts, attemptsMax: deliveryAttemptsMax, atMs: 0, draw: 0.5 }),
    );
    expect(waits).toEqual([minute, 5 * minute, 30 * minute, 120 * minute, null]);
  });

  it('is counted from the end of the failed one, at most a tenth earlier or later', () => {
    const at = (draw: number) => nextAttemptAtMs({ attempts: 1, attemptsMax: 5, atMs: 1_000, draw });
    expect([at(0), at(0.999_999)]).toEqual([1_000 + 0.9 * minute, 1_000 + 1.1 * minute]);
  });

  it('never comes for a test, which has one attempt', () => {
    expect(nextAttemptAtMs({ attempts: 1, attemptsMax: 1, atMs: 0, draw: 0 })).toBeNull();
  });
});
