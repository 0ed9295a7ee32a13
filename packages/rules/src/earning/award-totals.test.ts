import type { Campaign, EarningRule, NotFiredReason } from '../campaigns/campaign.ts';
import { campaign, context, counted, event, line, receipt } from '../testing/builders.ts';
import { indexedFinding } from '../testing/findings.ts';
import { ruleTypes } from '../testing/make-rule.ts';
import { type Activity, eventActivity, type MemberEvent, receiptActivity } from './activity.ts';
import { evaluateCampaign } from './award-totals.ts';
import { hasFired, type RuleOutcome } from './rules/rule-outcome.ts';

const evaluate = (judged: Campaign, activity: Activity): RuleOutcome =>
  evaluateCampaign(judged, activity, indexedFinding(judged, activity));

const outcomeOnReceipt = (earningRule: EarningRule, given: Partial<Campaign> = {}) =>
  evaluate(
    campaign({ earningRule, ...given }),
    receiptActivity(context([]), receipt({ products: [line({ quantity: 2 })] })),
  );

const outcomeOnEvent = (earningRule: EarningRule, happened: MemberEvent) =>
  evaluate(campaign({ earningRule }), eventActivity(context([]), happened, null));

const notOnReceipts = 'NOT_A_TRANSACTION_RULE';
const notOnEvents = 'NOTHING_TO_AWARD';
const reward = { points: 5 };
const stampCard = { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: reward } as const;

/**
 * A rule of each type, and its award for a receipt of R150 with two of a product, and for a matching event.
 */
const rules: readonly (readonly [EarningRule, number | NotFiredReason, number | NotFiredReason])[] = [
  [{ type: 'FIXED_POINTS', points: 7 }, 7, notOnEvents],
  [{ type: 'VISIT_FIXED', points: 8 }, 8, notOnEvents],
  [{ type: 'SPEND_PERCENTAGE', percentage: 2 }, 300, notOnEvents],
  [{ type: 'PRODUCT_PURCHASE', points: 3, categories: ['dairy'] }, 6, notOnEvents],
  [{ type: 'RANDOM', minPoints: 5, maxPoints: 5 }, 5, notOnEvents],
  [{ type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 1, reward }] }, 5, notOnEvents],
  [{ type: 'PURCHASE_REWARD', reward, everyQuantity: 1, maxTimes: 2 }, 10, notOnEvents],
  [stampCard, 5, notOnEvents],
  [{ ...stampCard, triggerEventKey: 'app.opened' }, notOnReceipts, 5],
  [{ type: 'SIGNUP_BONUS', points: 5 }, notOnReceipts, 5],
  [{ type: 'ON_DEMAND', points: 5 }, notOnReceipts, 5],
  [{ type: 'REFERRAL_BONUS', points: 5 }, notOnReceipts, 5],
  [{ type: 'EVENT_TRIGGER', eventKey: 'app.opened', reward }, notOnReceipts, 5],
];

it('there is a rule of each type in the table', () => {
  expect(new Set(rules.map(([{ type }]) => type))).toEqual(new Set(ruleTypes));
});

const lifecycleTypes: Partial<Record<EarningRule['type'], string>> = {
  SIGNUP_BONUS: 'SIGNUP',
  REFERRAL_BONUS: 'REFERRAL',
};

const pointsOf = (outcome: RuleOutcome) => (typeof outcome === 'object' ? outcome.points : outcome);

describe.each(rules)('%j', (rule, onReceipt, onEvent) => {
  it(`gives ${onReceipt.toString()} for a receipt`, () => {
    expect(pointsOf(outcomeOnReceipt(rule))).toBe(onReceipt);
  });

  it(`gives ${onEvent.toString()} for an event`, () => {
    const lifecycleType = lifecycleTypes[rule.type] ?? 'CUSTOM';
    expect(pointsOf(outcomeOnEvent(rule, event({ lifecycleType })))).toBe(onEvent);
  });
});

it.each<[NotFiredReason, EarningRule]>([
  ['NOT_A_TRANSACTION_RULE', { type: 'SIGNUP_BONUS', points: 5 }],
  ['PRODUCT_MISMATCH', { type: 'PRODUCT_PURCHASE', points: 10, skus: ['bread'] }],
  ['PROBABILITY_MISS', { type: 'RANDOM', minPoints: 0, maxPoints: 1, probability: 0 }],
  ['NOTHING_TO_AWARD', { type: 'RANDOM', minPoints: 0, maxPoints: 1 }],
  ['NOTHING_TO_AWARD', { type: 'SPEND_PERCENTAGE', percentage: 0.0001 }],
])('%s is named when %j is all that fails, and an unmet condition before it', (reason, rule) => {
  expect(outcomeOnReceipt(rule)).toBe(reason);
  expect(outcomeOnReceipt(rule, { minSpendCents: 15_001 })).toBe('BELOW_MIN_SPEND');
});

it('a sign-up bonus names a spent budget before that it was awarded already', () => {
  const again = counted({ SIGNUP: 1 });
  const signup = campaign({ earningRule: { type: 'SIGNUP_BONUS', points: 5 } });
  const judge = (given: typeof again) =>
    evaluate(signup, eventActivity(context([], { inputs: given }), event({ lifecycleType: 'SIGNUP' }), null));
  expect(judge({ ...again, isBudgetSpent: () => true })).toBe('BUDGET_EXHAUSTED');
  expect(judge(again)).toBe('ALREADY_AWARDED');
});

const item = { rewardType: 'FREE_ITEM', value: {}, validDays: null } as const;

it.each<[string, RuleOutcome, boolean]>([
  ['points', 1, true],
  ['a reason', 'NOTHING_TO_AWARD', false],
  ['a award of points', { points: 1, grants: [], counts: [] }, true],
  ['a award that only counted', { points: 0, grants: [], counts: [] }, false],
  ['a award of a reward', { points: 0, grants: [item], counts: [] }, true],
])('a outcome of %s (%j) means that the campaign fired: %s', (_what, outcome, expected) => {
  expect(hasFired(outcome)).toBe(expected);
});
