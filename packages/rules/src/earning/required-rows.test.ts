import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import {
  account,
  campaign,
  context,
  event,
  inputs,
  nowMs,
  receipt,
  segmentId,
  snapshot,
} from '../testing/builders.ts';
import { type Activity, eventActivity, receiptActivity } from './activity.ts';
import { countingCampaigns, noteRequiredLocks, sharingCampaigns } from './required-rows.ts';

const surprise = (...scopes: readonly ('MEMBER' | 'STORE' | 'CAMPAIGN')[]): EarningRule => ({
  type: 'SURPRISE_DELIGHT',
  rewardRules: scopes.map((scope) => ({ everyNth: 2, scope, reward: { points: 1 } })),
});

const needsOf = (activity: Activity): string[] => {
  const needs: string[] = [];
  noteRequiredLocks(activity, {
    budget: (id) => needs.push(`budget of ${id}`),
    count: (id, scope) => needs.push(`count ${JSON.stringify(scope)} of ${id}`),
  });
  return needs;
};

const named = (id: string, given: Partial<Campaign>): Campaign =>
  campaign({ id: id as CampaignId, ...given });
const budgeted = { maxBudgetCents: 100 };
const onReceipt = (given: Partial<Campaign>, storeRef: string | null = 'a') =>
  needsOf(receiptActivity(context([named('c', given)]), receipt({ storeRef })));
const onEvent = (given: Partial<Campaign>) =>
  needsOf(eventActivity(context([named('c', given)]), event(), null));

const vips = segmentId('0198c0de-0000-7000-8000-0000000000f1');

it.each<[string, Partial<Campaign>, string[]]>([
  ['a campaign that shares nothing', {}, []],
  ['a budget', budgeted, ['budget of c']],
  ['a count of everybody', { earningRule: surprise('CAMPAIGN') }, ['count "" of c']],
  ['a count of a store', { earningRule: surprise('STORE') }, ['count "store:a" of c']],
  ['a count of the member alone', { earningRule: surprise('MEMBER') }, []],
  [
    'everything at once, each once',
    { ...budgeted, earningRule: surprise('STORE', 'CAMPAIGN', 'MEMBER', 'STORE') },
    ['budget of c', 'count "store:a" of c', 'count "" of c'],
  ],
  ['a campaign that is not active', { ...budgeted, state: 'PAUSED' }, []],
  ['a campaign that is over', { ...budgeted, endAtMs: nowMs - 1 }, []],
  ['a campaign of another store', { ...budgeted, storeIds: ['b'] }, []],
  ['a campaign in another currency', { ...budgeted, currency: 'USD' }, []],
  ['a campaign for greater receipts', { ...budgeted, minSpendCents: 15_001 }, []],
])('a receipt needs of %s: %j', (_what, given, needs) => {
  expect(onReceipt(given)).toEqual(needs);
});

it('a receipt without a store needs no count of a store', () => {
  expect(onReceipt({ earningRule: surprise('STORE', 'CAMPAIGN') }, null)).toEqual(['count "" of c']);
});

it('an event needs budgets, but no counts: it is no transaction', () => {
  expect(onEvent({ ...budgeted, earningRule: surprise('STORE', 'CAMPAIGN') })).toEqual(['budget of c']);
});

it('a campaign out of tier or budget is locked too, because that may change before the decision', () => {
  const one = named('c', budgeted);
  const known = context([], {
    snapshot: snapshot([one], { exclusiveFrom: new Map([[one.id, 1_000]]) }),
    account: account({ lifetimePoints: 0 }),
    inputs: inputs({ isBudgetSpent: () => true }),
  });
  expect(needsOf(receiptActivity(known, receipt()))).toEqual(['budget of c']);
});

const ofMembers: readonly [string, object, string[]][] = [
  ['asks for another tier', { field: 'tier_id', op: 'neq', value: null }, ['budget of c']],
  ['asks for another purchase', { field: 'purchase_number', op: 'eq', value: 5 }, ['budget of c']],
  ['asks for days since one', { field: 'days_since_last_txn', op: 'gte', value: 1 }, ['budget of c']],
  ['asks for a segment that it is not for', { field: 'segment_id', op: 'eq', value: vips }, []],
  [
    'asks for a tier and another day',
    {
      operator: 'AND',
      conditions: [
        { field: 'tier_id', op: 'neq', value: null },
        { field: 'weekday', op: 'eq', value: 'SUN' },
      ],
    },
    [],
  ],
];

it.each(ofMembers)('▲ a campaign that %s is needed where a receipt before may make it hold: %j', (...row) => {
  const [, conditions, needs] = row;
  expect(onReceipt({ ...budgeted, conditions: conditions as Record<string, unknown> })).toEqual(needs);
});

it.each([
  ['a member of its target', [vips], ['budget of c']],
  ['anybody else', [], []],
])('a campaign with a target is needed for %s: %j', (_who, segmentIds, needs) => {
  const one = named('c', { ...budgeted, targetSegmentIds: [vips] });
  const known = context([], {
    snapshot: snapshot([one], { segmentIds: new Set([vips]) }),
    inputs: inputs({ segmentIds: new Set(segmentIds) }),
  });
  expect(needsOf(receiptActivity(known, receipt()))).toEqual(needs);
});

it('needs are named in the order of the campaigns', () => {
  const campaigns = [
    named('b', budgeted),
    named('a', { earningRule: surprise('CAMPAIGN') }),
    named('c', budgeted),
  ];
  expect(needsOf(receiptActivity(context(campaigns), receipt()))).toEqual([
    'budget of b',
    'count "" of a',
    'budget of c',
  ]);
});

it('the campaigns of a snapshot that share something are found once', () => {
  const sharing = named('sharing', budgeted);
  const known = snapshot([sharing, named('alone', {}), named('paused', { ...budgeted, state: 'PAUSED' })]);
  expect(sharingCampaigns(known)).toEqual([sharing]);
  expect(sharingCampaigns(known)).toBe(sharingCampaigns(known));
});

it.each<[EarningRule, boolean]>([
  [{ type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 1 } }, true],
  [{ type: 'VISIT_FIXED', points: 1 }, true],
  [surprise('CAMPAIGN'), true],
  [{ type: 'SIGNUP_BONUS', points: 1 }, true],
  [{ type: 'FIXED_POINTS', points: 1 }, false],
  [{ type: 'ON_DEMAND', points: 1 }, false],
])('%j counts something of its members: %s', (earningRule, counts) => {
  const counting = named('counting', { earningRule });
  const active = snapshot([campaign(), counting]);
  expect(countingCampaigns(active)).toEqual(counts ? [counting.id] : []);
  expect(countingCampaigns(active)).toBe(countingCampaigns(active));
  expect(countingCampaigns(snapshot([campaign({ earningRule, state: 'PAUSED' })]))).toEqual([]);
});
