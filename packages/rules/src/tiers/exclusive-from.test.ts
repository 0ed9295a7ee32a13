import { exclusiveFromOf, type TierBenefits } from './exclusive-from.ts';

type TierBenefit = TierBenefits['benefits'][number];

const exclusive = (campaignId: string): TierBenefit => ({ type: 'EXCLUSIVE_CAMPAIGN', campaignId });
const label: TierBenefit = { type: 'LABEL', description: 'Free delivery' };

it('a campaign that several tiers name is open from the lowest of them on (D27)', () => {
  const tiers = [
    { minLifetimePoints: 5_000, benefits: [exclusive('c1'), label] },
    { minLifetimePoints: 1_000, benefits: [exclusive('c1'), exclusive('c2')] },
    { minLifetimePoints: 2_000, benefits: [exclusive('c1')] },
    { minLifetimePoints: 0, benefits: [label] },
  ];
  expect([...exclusiveFromOf(tiers)]).toEqual([
    ['c1', 1_000],
    ['c2', 1_000],
  ]);
});

it('campaigns that no tier names are not restricted', () => {
  expect(exclusiveFromOf([{ minLifetimePoints: 0, benefits: [label] }]).size).toBe(0);
});
