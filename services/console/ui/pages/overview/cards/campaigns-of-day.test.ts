import { campaignsOfDay } from './campaigns-of-day.ts';

const gave = (campaignId: string, awards: number, pointsEarned: number) => ({
  campaignId,
  awards,
  pointsEarned,
  rewardsGiven: 0,
  costCents: 0,
});

test('campaigns stand by their points, each with its share of all points', () => {
  const shown = campaignsOfDay([gave('few', 9, 100), gave('most', 1, 300), gave('returned', 2, -50)], 8);
  expect(shown.map(({ campaignId, share }) => [campaignId, share])).toEqual([
    ['most', 0.75],
    ['few', 0.25],
    ['returned', 0],
  ]);
});

test('without points those with most awards come first, and no share is made up', () => {
  const shown = campaignsOfDay([gave('few', 1, 0), gave('most', 9, 0)], 1);
  expect(shown).toEqual([{ campaignId: 'most', awards: 9, points: 0, rewards: 0, share: 0 }]);
});
