import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, RewardGrant } from '../campaigns/campaign.ts';
import {
  campaign,
  context,
  counted,
  inputs,
  line,
  processed,
  receipt,
  snapshot,
} from '../testing/builders.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import { explainCampaigns } from './explain-campaigns.ts';

const named = (name: string, given: Partial<Campaign> = {}): Campaign =>
  campaign({ id: name as CampaignId, name, ...given });

const explain = (given: ReturnType<typeof context>, request = receipt()) => {
  const decision = processed(decideEvaluate(given, request));
  const explained = explainCampaigns(given, request, decision);
  return { decision, explained };
};

it('each campaign is named with what it gives or the first check that failed, also when others fired (D204)', () => {
  const { decision, explained } = explain(
    context([
      named('ten'),
      named('elsewhere', { storeIds: ['far'], currency: 'USD' }),
      named('dear', { minSpendCents: 10_000_000 }),
      named('seven', { earningRule: { type: 'FIXED_POINTS', points: 7 } }),
    ]),
  );
  expect(
    explained.map(({ campaign: { name }, award, reason }) => [name, award?.pointsEarned ?? null, reason]),
  ).toEqual([
    ['ten', 10, null],
    ['elsewhere', null, 'STORE_MISMATCH'],
    ['dear', null, 'BELOW_MIN_SPEND'],
    ['seven', 7, null],
  ]);
  expect(decision.pointsAwarded).toBe(17);
});

it('a campaign shows its own rewards, and one whose rewards all lie beyond the limit says so (D113)', () => {
  const reward: RewardGrant = { rewardType: 'GIFT_CARD', value: { amount: 100 } };
  const giving = (name: string, rewards: number): Campaign =>
    named(name, {
      earningRule: {
        type: 'SURPRISE_DELIGHT',
        rewardRules: Array.from({ length: rewards }, () => ({ everyNth: 1, reward })),
      },
    });
  const campaigns = [giving('forty', 40), giving('ten', 10), giving('none', 1)];
  const { explained } = explain(
    context([], { snapshot: snapshot(campaigns), inputs: counted({ SURPRISE: 6 }) }),
  );
  expect(explained.map(({ campaign: { name }, rewards, reason }) => [name, rewards.length, reason])).toEqual([
    ['forty', 40, null],
    ['ten', 10, null],
    ['none', 0, 'REWARD_LIMIT'],
  ]);
});

it('only where its conditions are the reason a campaign has the comparisons that failed (D234)', () => {
  const conditions = { field: 'store_ref', op: 'eq', value: 'south' };
  const { explained } = explain(
    context([
      named('ten'),
      named('elsewhere', { conditions, storeIds: ['far'] }),
      named('south', { conditions }),
      named('unreadable', { conditions: { field: 'moon', op: 'eq', value: 'full' } }),
      named('event', { conditions: { ...conditions, field: 'payload.store' }, earningRule: onSignUp }),
    ]),
    receipt({ storeRef: 'north' }),
  );
  expect(explained.map(({ campaign: { name }, failed }) => [name, failed])).toEqual([
    ['ten', null],
    ['elsewhere', null],
    ['south', [{ path: '/conditions', ...conditions, found: 'north' }]],
    ['unreadable', []],
    ['event', [{ path: '/conditions', ...conditions, field: 'payload.store', found: null }]],
  ]);
});

const stacked = (name: string, points: number, given: Partial<Campaign> = {}): Campaign =>
  named(name, { earningRule: { type: 'FIXED_POINTS', points }, exclusiveGroup: 'wine', ...given });

it('who is outranked says by which campaign, drafts that are judged included (D242)', () => {
  const { decision, explained } = explain(
    context([
      stacked('six bottles', 200),
      named('ten'),
      stacked('five percent', 250),
      stacked('dear', 900, { minSpendCents: 10_000_000 }),
      stacked('least', 900, { priority: -1 }),
    ]),
  );
  expect(
    explained.map(({ campaign: { name }, award, reason, by }) => [
      name,
      award?.pointsEarned ?? null,
      reason,
      by,
    ]),
  ).toEqual([
    ['six bottles', null, 'OUTRANKED', 'five percent'],
    ['ten', 10, null, null],
    ['five percent', 250, null, null],
    ['dear', null, 'BELOW_MIN_SPEND', null],
    ['least', null, 'OUTRANKED', 'five percent'],
  ]);
  expect(decision.pointsAwarded).toBe(260);
});

it('what limits, caps and others took is said, with what was used before and the lines that earn (D241, D242)', () => {
  const wine = { field: 'category', op: 'eq', value: 'wine' };
  const limits = [{ per: 'MEMBER', period: 'EVER', of: 'POINTS', max: 500 }];
  const campaigns = [
    named('limited', { earningRule: { type: 'FIXED_POINTS', points: 64 }, limits }),
    named('lines', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 5 }, earnOn: { lines: wine } }),
    stacked('lost', 200),
    stacked('won', 201),
    named('unasked', { earnOn: { lines: wine }, storeIds: ['far'], limits }),
  ];
  const memberUse = ({ campaignId }: { readonly campaignId: string }) =>
    campaignId === 'limited' ? { times: 3, points: 480 } : { times: 0, points: 0 };
  const { explained } = explain(
    context([], { snapshot: snapshot(campaigns, { caps: { day: 270 } }), inputs: inputs({ memberUse }) }),
    receipt({
      amountCents: 10_000,
      products: [
        line({ quantity: 2.5, unitPriceCents: 400, categories: ['dairy'] }),
        line({ sku: 'red', quantity: 1.5, unitPriceCents: 4_000, categories: ['wine'] }),
      ],
    }),
  );
  const shown = explained.map(({ award, pointsBeforeCuts, limits: used, earns }) => [
    award?.pointsEarned ?? null,
    pointsBeforeCuts,
    used.map(({ used: before, left }) => [before, left]),
    earns,
  ]);
  expect(shown).toEqual([
    [20, 64, [[480, 20]], null],
    [250, 300, [], { lines: [1], quantity: 1.5, spendCents: 6_000 }],
    [null, 200, [], null],
    [null, 201, [], null],
    [null, null, [[0, 500]], null],
  ]);
});

it('▲ a draft that stands in for a campaign wins and is cut in its place, though it is judged last', () => {
  const campaigns = [stacked('second', 9), stacked('first', 9)];
  const activationOrder = new Map([...campaigns].reverse().map(({ id }, place) => [id, place]));
  const judged = snapshot(campaigns, { activationOrder });
  const { decision, explained } = explain(context([], { snapshot: judged }));
  expect(explained.map(({ reason, by }) => [reason, by])).toEqual([
    ['OUTRANKED', 'first'],
    [null, null],
  ]);
  expect(decision.awards.map(({ campaignId }) => campaignId)).toEqual(['first']);
  const capped = [named('second'), named('first')];
  const { decision: cut } = explain(
    context([], { snapshot: snapshot(capped, { activationOrder, caps: { day: 15 } }) }),
  );
  expect(cut.awards.map(({ campaignId, pointsEarned }) => [campaignId, pointsEarned])).toEqual([
    ['first', 10],
    ['second', 5],
  ]);
});

it('▲ where nothing fires the reasons know no winner: a stamp outranks nobody', () => {
  const card = { type: 'STAMP_CARD', stampsRequired: 5, rewardOnCompletion: { points: 1 } } as const;
  const { decision } = explain(
    context([stacked('card', 0, { earningRule: card }), stacked('dear', 9, { minSpendCents: 10_000_000 })]),
  );
  expect(decision.cards).toHaveLength(1);
  expect(decision.debug?.campaignChecks.map(({ reason }) => reason)).toEqual(['STAMPED', 'BELOW_MIN_SPEND']);
});

it('each campaign is judged once, whatever is said of it', () => {
  const asked: string[] = [];
  const isBudgetSpent = (id: CampaignId): boolean => {
    asked.push(id);
    return false;
  };
  const limits = [{ per: 'RECEIPT', of: 'POINTS', max: 5 }];
  const campaigns = [stacked('won', 9), stacked('lost', 8), named('limited', { limits })];
  const given = context([], {
    snapshot: snapshot(campaigns, { caps: { day: 6 } }),
    inputs: inputs({ isBudgetSpent }),
  });
  const decision = processed(decideEvaluate(given, receipt()));
  asked.length = 0;
  explainCampaigns(given, receipt(), decision);
  expect(asked).toEqual(['won', 'lost', 'limited']);
});

it('lines are those of this receipt, whichever campaigns stand before', () => {
  const lines = (category: string) => ({ field: 'category', op: 'eq', value: category });
  const bread = { lines: lines('bread'), field: 'quantity', op: 'gte', value: 3 };
  const wine = { lines: lines('wine') };
  const { explained } = explain(
    context([named('ten'), named('bread', { conditions: bread }), named('wine', { conditions: wine })]),
    receipt({
      products: [
        { sku: 'rye', quantity: 1.25, unitPriceCents: 100, categories: ['bread'] },
        { sku: 'milk', quantity: 7, unitPriceCents: 100, categories: ['dairy'] },
        { sku: 'bun', quantity: 1, unitPriceCents: 100, categories: ['bread'] },
      ],
    }),
  );
  expect(explained.map(({ failed }) => failed?.map(({ field, found }) => [field, found]))).toEqual([
    undefined,
    [['quantity', 2.25]],
    [['count', 0]],
  ]);
});

const onSignUp = { type: 'SIGNUP_BONUS', points: 1 } as const;
