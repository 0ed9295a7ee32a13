import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import { account, campaign, context, counted, event, nowMs, processed } from '../testing/builders.ts';
import { decideEvent } from './decide-event.ts';

const named = (name: string, earningRule: EarningRule, given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: `id of ${name}` as CampaignId, name, earningRule, ...given });

const demand = named('Demand', { type: 'ON_DEMAND', points: 5 });
const referral = named('Referral', { type: 'REFERRAL_BONUS', points: 30, referrerPoints: 20 });
const card = named('Card', {
  type: 'STAMP_CARD',
  stampsRequired: 3,
  rewardOnCompletion: { points: 9 },
  triggerEventKey: 'app.opened',
});
const gift = named('Gift', { type: 'ON_DEMAND', rewardType: 'GIFT_CARD' });
const welcome = named('Welcome', { type: 'SIGNUP_BONUS', points: 50 });

const decide = (
  campaigns: readonly Campaign[],
  ...[given, known, at]: [Parameters<typeof event>[0]?, Parameters<typeof context>[1]?, (number | null)?]
) => decideEvent(context(campaigns, known), event(given), at ?? null);

describe('the member', () => {
  it.each([
    ['suspended', 'MEMBER_SUSPENDED'],
    ['anonymized', 'MEMBER_ERASED'],
  ] as const)('who is %s is refused with %s', (state, code) => {
    expect(decide([demand], {}, { account: account({ state }) })).toEqual({ outcome: 'refused', code });
  });

  it('who is unknown is enrolled, also by an event that earns nothing', () => {
    expect(decide([], {}, { account: null })).toMatchObject({
      memberId: 'new-member-0',
      memberCreated: true,
      pointsBalance: 0,
      postings: [],
    });
  });

  it('who is known keeps their id and gets one posting for all awards', () => {
    const decision = processed(decide([demand, referral], { lifecycleType: 'REFERRAL' }));
    expect(decision).toMatchObject({ memberId: 'member-known', memberCreated: false, pointsBalance: 135 });
    expect(decision.postings).toMatchObject([{ seq: 8, points: 35, description: 'Demand, Referral' }]);
  });

  it('whose points would pass 2^53−1 is refused', () => {
    const full = account({ lifetimePoints: Number.MAX_SAFE_INTEGER - 4 });
    expect(decide([demand], {}, { account: full })).toEqual({ outcome: 'refused', code: 'POINTS_OVERFLOW' });
  });
});

it('an event has an id of its own and counts from the time that it names', () => {
  expect(decide([], {}, {}, nowMs - 5)).toMatchObject({ eventId: 'new-event-0', activeAtMs: nowMs - 5 });
  expect(decide([])).toMatchObject({ activeAtMs: nowMs });
});

it('a stamp is a card and a count, but no award before the card completes', () => {
  expect(decide([card], {}, { inputs: counted({ STAMPS: 1 }) })).toMatchObject({
    awards: [],
    counts: [{ campaignId: 'id of Card', kind: 'STAMPS', count: 2, completed: 0 }],
    cards: [{ campaignId: 'id of Card', campaignName: 'Card', stampsCollected: 2, completed: false }],
  });
  expect(decide([card], {}, { inputs: counted({ STAMPS: 2 }) })).toMatchObject({
    awards: [{ campaignName: 'Card', pointsEarned: 9 }],
    counts: [{ count: 0, completed: 1 }],
    cards: [{ stampsCollected: 0, completed: true }],
  });
});

it('each reward has an id of its own, and its award names it', () => {
  const decision = processed(decide([gift, demand, { ...gift, id: 'second' as CampaignId, name: 'Second' }]));
  expect(decision.rewards).toEqual([
    {
      id: 'new-reward-0',
      campaignId: 'id of Gift',
      rewardType: 'GIFT_CARD',
      value: { description: 'Gift' },
      validDays: null,
    },
    {
      id: 'new-reward-1',
      campaignId: 'second',
      rewardType: 'GIFT_CARD',
      value: { description: 'Second' },
      validDays: null,
    },
  ]);
  expect(decision.awards.map(({ pointsEarned, rewardIds }) => [pointsEarned, rewardIds])).toEqual([
    [0, ['new-reward-0']],
    [5, []],
    [0, ['new-reward-1']],
  ]);
});

it('only an event with a referrer credits one', () => {
  const happened = { lifecycleType: 'REFERRAL' };
  expect(decide([referral], { ...happened, hasReferrer: true })).toMatchObject({
    pointsAwarded: 30,
    referrerAwards: [{ campaignId: 'id of Referral', campaignName: 'Referral', points: 20 }],
  });
  expect(decide([referral], happened)).toMatchObject({ pointsAwarded: 30, referrerAwards: [] });
});

it('a sign-up bonus is counted with its award, so that it is given once', () => {
  const signup = { lifecycleType: 'SIGNUP' };
  expect(decide([welcome], signup)).toMatchObject({
    pointsAwarded: 50,
    counts: [{ campaignId: 'id of Welcome', kind: 'SIGNUP', count: 1, completed: 0 }],
  });
  expect(decide([welcome], signup, { inputs: counted({ SIGNUP: 1 }) })).toMatchObject({
    pointsAwarded: 0,
    counts: [],
  });
});

it('a campaign with stores or with a minimum spend does not fire on an event, one in dollars does', () => {
  const bound = (given: Partial<Campaign>) => ({ ...demand, ...given });
  const campaigns = [bound({ storeIds: ['a'] }), bound({ minSpendCents: 1 }), bound({ currency: 'USD' })];
  expect(decide(campaigns)).toMatchObject({ pointsAwarded: 5 });
});
