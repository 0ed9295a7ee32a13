import { publicEventTypes, testEventType } from '@loyalty/contracts/webhooks';
import {
  attemptsMaxOf,
  type EndpointHealth,
  eventAttemptsMax,
  healthAfter,
  nextAttemptAtMs,
  waitAskedFor,
} from './webhooks.ts';

const minute = 60_000;

describe('the next attempt of a delivery (D69)', () => {
  const event = 'transaction.processed';

  it('comes after 1, 5 and 30 minutes and 2 hours, and then never', () => {
    const waits = [1, 2, 3, 4, 5].map((attempts) =>
      nextAttemptAtMs({ event, attempts, attemptsMax: attemptsMaxOf(event), atMs: 0, draw: 0.5 }),
    );
    expect(waits).toEqual([minute, 5 * minute, 30 * minute, 120 * minute, null]);
  });

  it('is counted from the end of the failed one, at most a tenth earlier or later', () => {
    const at = (draw: number) => nextAttemptAtMs({ event, attempts: 1, attemptsMax: 5, atMs: 1_000, draw });
    expect([at(0), at(0.999_999)]).toEqual([1_000 + 0.9 * minute, 1_000 + 1.1 * minute]);
  });

  it('never comes for a test, which has one attempt', () => {
    expect(attemptsMaxOf(testEventType)).toBe(1);
    expect(
      nextAttemptAtMs({ event: testEventType, attempts: 1, attemptsMax: 1, atMs: 0, draw: 0 }),
    ).toBeNull();
  });

  it('never comes beyond the attempts with which the delivery was created', () => {
    expect(nextAttemptAtMs({ event, attempts: 2, attemptsMax: 2, atMs: 0, draw: 0 })).toBeNull();
  });

  it('is one of ten at most, because ten are listed (D70); all events but tests have as many', () => {
    for (const type of [...publicEventTypes, testEventType])
      expect(attemptsMaxOf(type)).toBeLessThanOrEqual(10);
    for (const type of publicEventTypes) expect(attemptsMaxOf(type)).toBe(eventAttemptsMax);
  });
});

describe('▲ the wait that a receiver asks for (D312)', () => {
  const nowMs = Date.parse('2026-03-01T08:00:00.000Z');

  it.each([
    ['1', 1_000],
    ['120', 120_000],
    ['3600', 3_600_000],
    ['3601', 3_600_000],
    ['9'.repeat(40), 3_600_000],
    ['Sun, 01 Mar 2026 08:02:00 GMT', 120_000],
    ['Sunday, 01-Mar-26 08:02:00 GMT', 120_000],
    ['Sun Mar  1 08:02:00 2026', 120_000],
    ['Sun, 01 Mar 2026 23:00:00 GMT', 3_600_000],
  ])('of %s is %d ms, an hour at most', (text, waitMs) => {
    expect(waitAskedFor(text, nowMs)).toBe(waitMs);
  });

  it.each([
    '',
    '0',
    '-1',
    '+5',
    '1.5',
    '1e3',
    '0x10',
    '12 s',
    'soon',
    '2026-03-01T08:02:00Z',
    'Sun, 01 Mar 2026 08:02:00 +0200',
    'Sun, 01 Mar 2026 25:99:00 GMT',
    'Sun, 01 Mar 2026 07:59:59 GMT',
    'Sun, 01 Mar 2026 08:00:00 GMT',
  ])('of %j is none', (text) => {
    expect(waitAskedFor(text, nowMs)).toBeNull();
  });

  it('takes the place of the next step of the schedule, and adds no attempt', () => {
    const nextOf = (attempts: number, event = 'points.expired') =>
      nextAttemptAtMs({
        event,
        attempts,
        attemptsMax: attemptsMaxOf(event),
        atMs: 7,
        draw: 0.5,
        askedMs: 90_000,
      });
    expect([1, 2, 4, 5].map((attempts) => nextOf(attempts))).toEqual([90_007, 90_007, 90_007, null]);
    expect(nextOf(1, testEventType)).toBeNull();
  });
});

describe('the health of an endpoint (D69)', () => {
  const well: EndpointHealth = { consecutiveFailures: 0, disabledFor: null };
  const after = (...ends: readonly ('taken' | 'failed' | 'gone')[]): EndpointHealth =>
    ends.reduce(healthAfter, well);

  it('ends with the fifth terminal failure in a row', () => {
    expect(after('failed', 'failed', 'failed', 'failed')).toEqual({
      consecutiveFailures: 4,
      disabledFor: null,
    });
    expect(after('failed', 'failed', 'failed', 'failed', 'failed')).toEqual({
      consecutiveFailures: 5,
      disabledFor: 'CONSECUTIVE_FAILURES',
    });
  });

  it('starts over with each delivery that is taken', () => {
    expect(after('failed', 'failed', 'failed', 'failed', 'taken', 'failed')).toEqual({
      consecutiveFailures: 1,
      disabledFor: null,
    });
  });

  it('ends at once where the receiver is gone, and what comes after changes nothing', () => {
    const gone = { consecutiveFailures: 1, disabledFor: 'GONE' };
    expect(after('gone')).toEqual(gone);
    expect(after('gone', 'failed', 'taken')).toEqual(gone);
  });
});
