import type { PointsExpiry } from '../campaigns/campaign.ts';
import { campaign, snapshot } from '../testing/builders.ts';
import { zoneChangesOf } from '../time/zone-changes.ts';
import { expiresPoints, expiryOf } from './points-expiry.ts';

const at = (instant: string): number => Date.parse(instant);
const onDate = (instant: string) => ({ slidingDays: 0, expiresAtMs: at(instant) });
const month: PointsExpiry = { type: 'CALENDAR', unit: 'MONTH' };
const year: PointsExpiry = { type: 'CALENDAR', unit: 'YEAR' };

describe('points that were earned expire', () => {
  it.each([
    [{ type: 'NONE' }, '2026-03-10T12:00:00.123Z', null],
    [{ type: 'ROLLING', days: 1 }, '2026-03-10T12:00:00.123Z', onDate('2026-03-11T12:00:00.123Z')],
    [{ type: 'ROLLING', days: 365 }, '2024-02-29T23:59:59.999Z', onDate('2025-02-28T23:59:59.999Z')],
    [{ type: 'SLIDING', days: 90 }, '2026-03-10T12:00:00.123Z', { slidingDays: 90, expiresAtMs: null }],
    [month, '2026-03-01T00:00:00.000Z', onDate('2026-03-31T23:59:59.999Z')],
    [month, '2026-03-31T23:59:59.999Z', onDate('2026-03-31T23:59:59.999Z')],
    [month, '2024-02-10T00:00:00.000Z', onDate('2024-02-29T23:59:59.999Z')],
    [month, '2026-12-31T00:00:00.000Z', onDate('2026-12-31T23:59:59.999Z')],
    [year, '2026-01-01T00:00:00.000Z', onDate('2026-12-31T23:59:59.999Z')],
    [year, '2026-12-31T23:59:59.999Z', onDate('2026-12-31T23:59:59.999Z')],
  ] as const)('under %j at %s', (rule, earnedAt, expiry) => {
    expect(expiryOf(rule, at(earnedAt), null)).toEqual(expiry);
  });
});

describe('months and years end at midnight of the time zone (D311)', () => {
  it.each([
    ['Africa/Johannesburg', month, '2026-03-10T12:00:00Z', '2026-03-31T22:00:00Z'],
    ['Africa/Johannesburg', month, '2026-03-31T21:59:59.999Z', '2026-03-31T22:00:00Z'],
    ['Africa/Johannesburg', month, '2026-03-31T22:00:00Z', '2026-04-30T22:00:00Z'],
    ['Africa/Johannesburg', year, '2026-12-31T22:00:00Z', '2027-12-31T22:00:00Z'],
    ['America/New_York', month, '2026-03-01T04:59:59.999Z', '2026-03-01T05:00:00Z'],
    ['America/New_York', month, '2026-03-10T12:00:00Z', '2026-04-01T04:00:00Z'],
    ['America/New_York', year, '2026-07-01T00:00:00Z', '2027-01-01T05:00:00Z'],
    ['Pacific/Kiritimati', year, '2026-12-31T10:00:00Z', '2027-12-31T10:00:00Z'],
    ['Asia/Kathmandu', month, '2026-03-10T12:00:00Z', '2026-03-31T18:15:00Z'],
    // Clocks go back from 1:00 to 0:00 on 1 November: the first midnight ends October.
    ['America/Havana', month, '2026-10-10T12:00:00Z', '2026-11-01T04:00:00Z'],
    // Clocks went back from 24:00 to 23:00 on 31 October: that day ended an hour later.
    ['Africa/Cairo', month, '2024-10-31T20:30:00Z', '2024-10-31T22:00:00Z'],
    ['Africa/Cairo', month, '2024-10-31T21:30:00Z', '2024-10-31T22:00:00Z'],
    // Clocks went forward from 0:00 to 1:00 on 1 October 2000: there was no midnight.
    ['America/Asuncion', month, '2000-09-10T12:00:00Z', '2000-10-01T04:00:00Z'],
    // Clocks went back from 0:01 to 23:01 on 1 November 2009: November began twice, October ended once.
    ['America/St_Johns', month, '2009-10-10T12:00:00Z', '2009-11-01T03:30:00Z'],
    // There was no 30 December 2011.
    ['Pacific/Apia', month, '2011-12-10T12:00:00Z', '2011-12-31T10:00:00Z'],
  ] as const)('in %s, under %j, of points of %s', (name, rule, earnedAt, end) => {
    const zone = zoneChangesOf(name);
    expect(zone).not.toBeNull();
    expect(expiryOf(rule, at(earnedAt), zone)).toEqual(onDate(new Date(at(end) - 1).toISOString()));
  });

  it.each(['NONE', 'ROLLING', 'SLIDING'] as const)('but %s knows no zone', (type) => {
    const rule = type === 'NONE' ? { type } : { type, days: 30 };
    const earnedAt = at('2026-03-31T23:30:00Z');
    expect(expiryOf(rule, earnedAt, zoneChangesOf('Asia/Kathmandu'))).toEqual(expiryOf(rule, earnedAt, null));
  });
});

describe('points of an environment expire', () => {
  const under = (pointsExpiry: PointsExpiry) =>
    campaign({ earningRule: { type: 'FIXED_POINTS', points: 1, pointsExpiry } });

  it.each([
    ['when its setting says so', snapshot([campaign()], { pointsExpiry: year }), true],
    ['when an active campaign says so', snapshot([campaign(), under(month)]), true],
    ['not for a campaign that is not active', snapshot([{ ...under(month), state: 'PAUSED' }]), false],
    ['not when nobody says so', snapshot([campaign(), under({ type: 'NONE' })]), false],
  ])('%s', (_when, configuration, expires) => {
    expect(expiresPoints(configuration)).toBe(expires);
  });
});
