import type { CampaignId } from '@loyalty/kernel';
import { account, context } from '../testing/builders.ts';
import { decideCredit, toCreditResponse } from './decide-credit.ts';

const referral = { campaignId: 'referral' as CampaignId, campaignName: 'Referral', points: 20 };
const second = { campaignId: 'second' as CampaignId, campaignName: 'Second', points: 5 };

const decide = (known: ReturnType<typeof account> | null, awards = [referral, second]) =>
  decideCredit({ ...context([]), account: known }, { awards });

it('credited points arrive in one posting, as awards of their campaigns', () => {
  expect(decide(account())).toEqual({
    outcome: 'processed',
    creditId: 'new-credit-0',
    memberId: 'member-known',
    memberCreated: false,
    pointsAwarded: 25,
    pointsPending: 0,
    pointsDeducted: 0,
    pointsBalance: 125,
    awards: [
      { campaignId: 'referral', campaignName: 'Referral', pointsEarned: 20, rewardIds: [] },
      { campaignId: 'second', campaignName: 'Second', pointsEarned: 5, rewardIds: [] },
    ],
    pending: [],
    postings: [
      {
        id: 'new-entry-0',
        seq: 8,
        type: 'EARN',
        points: 25,
        balanceAfter: 125,
        description: 'Referral, Second',
        expiresAtMs: null,
      },
    ],
    rewards: [],
    counts: [],
    cards: [],
    referrerAwards: [],
    uses: [],
    activeAtMs: null,
  });
});

it('a referrer who was suspended since the event is credited all the same', () => {
  expect(decide(account({ state: 'suspended' }))).toMatchObject({ outcome: 'processed', pointsAwarded: 25 });
});

it.each([
  ['a member whom nobody knows', null, 'MEMBER_UNKNOWN'],
  ['a member who was erased', account({ state: 'anonymized' }), 'MEMBER_ERASED'],
  ['a balance that is full', account({ pointsBalance: Number.MAX_SAFE_INTEGER - 24 }), 'POINTS_OVERFLOW'],
  [
    'lifetime points that are full',
    account({ lifetimePoints: Number.MAX_SAFE_INTEGER - 24 }),
    'POINTS_OVERFLOW',
  ],
])('%s: the credit is skipped', (_what, known, reason) => {
  expect(decide(known)).toEqual({ outcome: 'skipped', reason });
});

it('the stored response names the credit, its ref and its campaigns', () => {
  const decision = decide(account(), [referral]);
  if (decision.outcome === 'skipped') throw new Error(decision.reason);
  expect(JSON.stringify(toCreditResponse(decision, 'event referral-1'))).toBe(
    JSON.stringify({
      creditId: 'new-credit-0',
      ref: 'event referral-1',
      memberId: 'member-known',
      pointsAwarded: 20,
      pointsBalance: 120,
      campaigns: [{ campaignId: 'referral', campaignName: 'Referral', pointsEarned: 20, rewardIds: [] }],
      state: 'PROCESSED',
    }),
  );
});
