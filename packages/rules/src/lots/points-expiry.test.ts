import type { PointsExpiry } from '../campaigns/campaign.ts';
import { campaign, snapshot } from '../testing/builders.ts';
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
    expect(expiryOf(rule, at(earnedAt))).toEqual(expiry);
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
