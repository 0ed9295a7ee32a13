import { applyLimits } from './apply-limits.ts';
import type { CampaignLimits } from './read-limits.ts';

const day = (timesMax: number | null, pointsMax: number | null): CampaignLimits => ({
  ofMember: [{ period: 'DAY', timesMax, pointsMax }],
  campaignTimesMax: null,
  receiptPointsMax: null,
});
const ofReceipt: CampaignLimits = { ofMember: [], campaignTimesMax: null, receiptPointsMax: 50 };

test.each<[string, number, readonly [CampaignLimits, number, number], unknown]>([
  ['the last time', 10, [day(3, null), 2, 900], { points: 10, reducedBy: null }],
  ['no time left', 10, [day(3, null), 3, 0], 'LIMIT_REACHED'],
  ['no time left for a stamp', 0, [day(3, null), 3, 0], 'LIMIT_REACHED'],
  ['more times than a lowered limit', 10, [day(3, null), 4, 0], 'LIMIT_REACHED'],
  ['all points that are left', 10, [day(null, 500), 9, 490], { points: 10, reducedBy: null }],
  ['one point too many', 11, [day(null, 500), 9, 490], { points: 10, reducedBy: 'LIMIT' }],
  ['no points left', 1, [day(null, 500), 9, 500], 'LIMIT_REACHED'],
  ['more points than a lowered limit', 1, [day(null, 500), 9, 501], 'LIMIT_REACHED'],
  ['no points, with none left', 0, [day(null, 500), 9, 500], { points: 0, reducedBy: null }],
  ['no points, with a lowered limit passed', 0, [day(null, 500), 9, 501], { points: 0, reducedBy: null }],
  ['times before points', 900, [day(3, 500), 3, 0], 'LIMIT_REACHED'],
  ['as much as a receipt may have', 50, [ofReceipt, 0, 0], { points: 50, reducedBy: null }],
  ['more than a receipt may have', 51, [ofReceipt, 0, 0], { points: 50, reducedBy: 'LIMIT' }],
  [
    'points past 2^53, which are judged once they are cut',
    2 ** 60,
    [ofReceipt, 0, 0],
    { points: 50, reducedBy: 'LIMIT' },
  ],
])('%s', (_what, points, [limits, times, used], expected) => {
  expect(applyLimits(points, limits, () => ({ times, points: used }))).toEqual(expected);
});

test('the least of several limits counts', () => {
  const limits: CampaignLimits = {
    ofMember: [
      { period: 'EVER', timesMax: null, pointsMax: 1_000 },
      { period: 'MONTH', timesMax: null, pointsMax: 30 },
    ],
    campaignTimesMax: null,
    receiptPointsMax: 40,
  };
  const used = { EVER: 0, DAY: 0, WEEK: 0, MONTH: 10 };
  expect(applyLimits(100, limits, ({ period }) => ({ times: 0, points: used[period] }))).toEqual({
    points: 20,
    reducedBy: 'LIMIT',
  });
});
