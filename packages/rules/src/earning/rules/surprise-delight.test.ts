import type { CampaignId } from '@loyalty/kernel';
import type { EarningRule, SurpriseRule } from '../../campaigns/campaign.ts';
import { counted } from '../../testing/builders.ts';
import type { EarningInputs } from '../earning-inputs.ts';
import { sharedScope, sharedScopesOf, surpriseDelightAward } from './surprise-delight.ts';

const surprise = { id: 'surprise' as CampaignId, name: 'Surprise' };
const every = (everyNth: number, given: Partial<SurpriseRule> = {}): SurpriseRule => ({
  everyNth,
  reward: { points: everyNth },
  ...given,
});

const award = (rewardRules: readonly SurpriseRule[], inputs: EarningInputs, storeRef: string | null = null) =>
  surpriseDelightAward({ type: 'SURPRISE_DELIGHT', rewardRules }, surprise, { storeRef, inputs });

const ofMember = (count: number) => ({ kind: 'SURPRISE', count, completed: 0 });
const shared = (scope: string, count: number) => ({ kind: 'SHARED', scope, count });

describe('every 5th transaction', () => {
  it.each([
    [0, 0],
    [3, 0],
    [4, 5],
    [5, 0],
    [8, 0],
    [9, 5],
    [99_999, 5],
  ])('after %d of a member, of everybody, of a store, gives %d', (before, points) => {
    expect(award([every(5)], counted({ SURPRISE: before }))).toEqual({
      points,
      grants: [],
      counts: [ofMember(before + 1)],
    });
    expect(award([every(5, { scope: 'CAMPAIGN' })], counted({}, { '': before }))).toEqual({
      points,
      grants: [],
      counts: [shared('', before + 1)],
    });
    expect(award([every(5, { scope: 'STORE' })], counted({}, { 'store:a': before }), 'a')).toEqual({
      points,
      grants: [],
      counts: [shared('store:a', before + 1)],
    });
  });
});

it('a rule without a scope counts as one of scope MEMBER', () => {
  const before = counted({ SURPRISE: 1 });
  expect(award([every(2)], before)).toEqual(award([every(2, { scope: 'MEMBER' })], before));
});

it('two rules that share a scope go by one count, which rises once', () => {
  const rules = [every(2), every(3)];
  expect(award(rules, counted({ SURPRISE: 4 }))).toEqual({ points: 0, grants: [], counts: [ofMember(5)] });
  expect(award(rules, counted({ SURPRISE: 5 }))).toEqual({ points: 5, grants: [], counts: [ofMember(6)] });
});

it('rules of different scopes count apart', () => {
  const rules = [every(2), every(3, { scope: 'CAMPAIGN' }), every(7, { scope: 'STORE' })];
  const before = counted({ SURPRISE: 1 }, { '': 2, 'store:a': 5 });
  expect(award(rules, before, 'a')).toEqual({
    points: 5,
    grants: [],
    counts: [ofMember(2), shared('', 3), shared('store:a', 6)],
  });
});

it('a rule of scope STORE neither counts nor fires without a store, and the others do', () => {
  const rules = [every(1, { scope: 'STORE' }), every(1, { scope: 'CAMPAIGN' })];
  expect(award(rules, counted({}))).toEqual({ points: 1, grants: [], counts: [shared('', 1)] });
  expect(award([every(1, { scope: 'STORE' })], counted({}))).toEqual({ points: 0, grants: [], counts: [] });
});

it('stores count apart, also one that is named like another scope', () => {
  const rules = [every(2, { scope: 'STORE' }), every(2, { scope: 'CAMPAIGN' })];
  const before = counted({}, { 'store:a': 1, 'store:': 5 });
  expect(award(rules, before, 'b')).toMatchObject({
    points: 0,
    counts: [shared('store:b', 1), shared('', 1)],
  });
  expect(award(rules, before, 'member')).toMatchObject({
    counts: [shared('store:member', 1), shared('', 1)],
  });
});

it('rules that fire together give all of their points and rewards, in the order of the rules', () => {
  const rules: readonly SurpriseRule[] = [
    every(1, { reward: { rewardType: 'FREE_ITEM', value: { description: 'Muffin' }, validDays: 7 } }),
    every(1, { reward: { points: 20, rewardType: 'GIFT_CARD' } }),
    every(1, { reward: { points: 3 }, scope: 'CAMPAIGN' }),
  ];
  expect(award(rules, counted({}))).toMatchObject({
    points: 23,
    grants: [
      { rewardType: 'FREE_ITEM', value: { description: 'Muffin' }, validDays: 7 },
      { rewardType: 'GIFT_CARD', value: { description: 'Surprise' }, validDays: null },
    ],
  });
});

describe('the counts that members share', () => {
  it.each([
    [{}, 'a', null],
    [{ scope: 'MEMBER' }, 'a', null],
    [{ scope: 'CAMPAIGN' }, null, ''],
    [{ scope: 'CAMPAIGN' }, 'a', ''],
    [{ scope: 'STORE' }, 'a', 'store:a'],
    [{ scope: 'STORE' }, null, null],
  ] as const)('of a rule %j in store %j: %j', (given, storeRef, scope) => {
    expect(sharedScope(every(2, given), storeRef)).toBe(scope);
  });

  it('are named once each, whatever the number of rules', () => {
    const scopes = ['CAMPAIGN', 'STORE', 'CAMPAIGN', 'STORE', 'MEMBER'] as const;
    const rule: EarningRule = {
      type: 'SURPRISE_DELIGHT',
      rewardRules: scopes.map((scope, n) => every(n + 1, { scope })),
    };
    expect(sharedScopesOf(rule, 'a')).toEqual(['', 'store:a']);
    expect(sharedScopesOf(rule, null)).toEqual(['']);
  });

  it('are none of any other rule', () => {
    expect(sharedScopesOf({ type: 'VISIT_FIXED', points: 1 }, 'a')).toEqual([]);
  });
});
