import { openapiDocument } from '@loyalty/contracts/http';
import type { CampaignId } from '@loyalty/kernel';
import { costOf } from '../budgets.ts';
import type { Campaign, RewardGrant } from '../campaigns/campaign.ts';
import { campaign, context, counted, processed, receipt, snapshot } from '../testing/builders.ts';
import { rewardsMax } from './award-totals.ts';
import { decideEvaluate } from './decide-evaluate.ts';

const giftCard: RewardGrant = { rewardType: 'GIFT_CARD', value: { amount: 100 } };

/** A campaign that gives so many rewards to each receipt. */
const giving = (place: number, rewards: number, reward = giftCard): Campaign =>
  campaign({
    id: `c${place.toString()}` as CampaignId,
    name: `Giving ${place.toString()}`,
    earningRule: {
      type: 'SURPRISE_DELIGHT',
      rewardRules: Array.from({ length: rewards }, () => ({ everyNth: 1, reward })),
    },
  });

const decide = (campaigns: readonly Campaign[], mode: 'test' | 'live' = 'test') =>
  processed(
    decideEvaluate(
      context([], { snapshot: snapshot(campaigns, { mode }), inputs: counted({ SURPRISE: 6 }) }),
      receipt(),
    ),
  );

const eighty = [20, 20, 20, 20].map((rewards, place) => giving(place, rewards));

it('▲ at most 50 rewards come of one request, in the order of the campaigns, and the response shows those (D113)', () => {
  const { awards, rewards } = decide(eighty);
  expect(rewards).toHaveLength(rewardsMax);
  expect(awards.map(({ campaignId, rewardIds }) => [campaignId, rewardIds.length])).toEqual([
    ['c0', 20],
    ['c1', 20],
    ['c2', 10],
  ]);
  expect(awards.flatMap(({ rewardIds }) => rewardIds)).toEqual(rewards.map(({ id }) => id));
});

it('test keys see which campaigns gave fewer, others do not', () => {
  const limited = [
    { campaignId: 'c2', campaignName: 'Giving 2', reason: 'REWARD_LIMIT' },
    { campaignId: 'c3', campaignName: 'Giving 3', reason: 'REWARD_LIMIT' },
  ];
  expect(decide(eighty).debug).toEqual({ activeCampaigns: 4, campaignChecks: limited });
  expect(decide(eighty, 'live').debug).toBeNull();
  expect(decide([giving(0, 25), giving(1, 25)]).debug).toBeNull();
});

it('at most 100 of them are named', () => {
  const campaigns = Array.from({ length: 200 }, (_, place) => giving(place, 50));
  expect(decide(campaigns).debug).toMatchObject({ activeCampaigns: 200, truncated: true });
  expect(decide(campaigns).debug?.campaignChecks).toHaveLength(100);
});

it('a receipt that qualifies is counted whether or not its reward was given, which no later receipt makes good', () => {
  const { counts } = decide(eighty);
  expect(counts.map(({ campaignId, count }) => [campaignId, count])).toEqual([
    ['c0', 7],
    ['c1', 7],
    ['c2', 7],
    ['c3', 7],
  ]);
});

it('points beside a reward that is not given are awarded', () => {
  const beside = giving(4, 1, { ...giftCard, points: 30 });
  const { awards, pointsAwarded } = decide([giving(0, 50), beside]);
  expect([pointsAwarded, awards.at(-1)]).toEqual([
    30,
    { campaignId: 'c4', campaignName: 'Giving 4', pointsEarned: 30, rewardIds: [] },
  ]);
});

it('a budget is charged for what was given, and for nothing else', () => {
  const earned = decide(eighty);
  expect(earned.awards.map((award) => costOf(award, earned, 1))).toEqual([2_000, 2_000, 1_000]);
});

it('the rules of one campaign cannot pass the limit by themselves, whatever they count: so many are refused when written', () => {
  const { SurpriseDelightRule: rule } = openapiDocument.components.schemas as unknown as {
    SurpriseDelightRule: { properties: { rewardRules: { maxItems: number } } };
  };
  expect(rule.properties.rewardRules.maxItems).toBeLessThanOrEqual(rewardsMax);
});
