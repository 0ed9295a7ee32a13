import type { ReceiptLine } from '@loyalty/contracts';
import type { SegmentId } from '@loyalty/kernel';
import { campaignConditionsCanHold, unmetFixedCondition } from '../campaigns/campaign-conditions.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { type Activity, eventActivity, receiptActivity } from '../earning/activity.ts';
import { awardTotalsOf } from '../earning/award-totals.ts';
import type { DecisionContext } from '../earning/decision.ts';
import { explainNothingFired } from '../earning/explain-campaigns.ts';
import { hasFired, type RuleOutcome } from '../earning/rules/rule-outcome.ts';
import { sharedScopesOf } from '../earning/rules/surprise-delight.ts';
import { event, inputs, line, nowMs, receipt, segmentId } from '../testing/builders.ts';
import { chance, type Dice, pick, seededDice, several, someOf } from '../testing/dice.ts';
import { evaluatePlainly, plainFinding } from '../testing/findings.ts';
import { indexAdded } from './joined-index.ts';
import { needsOf } from '../testing/golden.ts';
import { type LineWords, makeAim, makeLineAmounts } from '../testing/make-lines.ts';
import { contextOf, makeConfiguration, storeRefs } from '../testing/make-configuration.ts';
import { eventKeys } from '../testing/make-rule.ts';

/** Configurations, each a function of its seed, and activities under each: 8,000 in all. */
const configurationsMax = 200;
const activitiesPerConfiguration = 40;
/** Across one word of a set, and two. */
const campaignsMax = [3, 12, 40, 90] as const;

const words = Array.from({ length: 30 }, (_, n) => `t${n.toString()}`);
const segments: readonly SegmentId[] = Array.from({ length: 6 }, (_, n) => segmentId(`s${n.toString()}`));
const lineWords: LineWords = { skus: words, categories: words, pricesCents: [1_999] };

const few = (dice: Dice, list: readonly string[], max: number): string[] =>
  several(dice, [0, max], () => pick(dice, list));

/** Some hold for every activity at {@link nowMs}, a Tuesday, some for a few, and one cannot be read. */
const makeConditions = (dice: Dice): Record<string, unknown> =>
  pick(dice, [
    { field: 'weekday', op: 'eq', value: 'TUE' },
    { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
    { field: 'store_ref', op: 'neq', value: pick(dice, storeRefs) },
    { field: 'attributes.channel', op: 'eq', value: 'online' },
    { field: 'colour', op: 'neq', value: 'red' },
    { field: 'tier_id', op: 'neq', value: null },
    { field: 'purchase_number', op: 'gt', value: 1 },
    {
      operator: 'OR',
      conditions: [
        { field: 'store_ref', op: 'exists', value: false },
        { field: 'time', op: 'gte', value: '12:00' },
      ],
    },
  ]);

/** Lists that overlap, repeat values and name the same texts as skus and as categories. */
const withLists = (dice: Dice, campaign: Campaign): Campaign => ({
  ...campaign,
  ...(chance(dice, 30) ? { storeIds: few(dice, [...storeRefs, 'paarl'], 3) } : null),
  ...(chance(dice, 30) ? { targetSegmentIds: someOf(dice, segments) } : null),
  ...(chance(dice, 30) ? { conditions: makeConditions(dice) } : null),
  ...(chance(dice, 30) ? makeAim(dice, campaign, lineWords) : null),
  earningRule: chance(dice, 50)
    ? {
        type: 'PRODUCT_PURCHASE',
        points: dice(1, 9),
        skus: few(dice, words, dice(0, 20)),
        ...(chance(dice, 50) ? { categories: few(dice, words, dice(0, 20)) } : null),
      }
    : campaign.earningRule,
});

const makeContext = (dice: Dice): DecisionContext => {
  const configuration = makeConfiguration(dice, pick(dice, campaignsMax));
  const context = contextOf({
    programme: configuration,
    account: null,
    inputs: { segmentIds: [], memberCounts: [], sharedCounts: [], spentCampaignIds: [] },
    atMs: nowMs,
    operation: 'evaluate',
    ref: 'r',
  });
  const { snapshot } = context;
  const campaigns = snapshot.campaigns.map((campaign) => withLists(dice, campaign));
  const existing = new Set([...snapshot.segmentIds, ...someOf(dice, segments)]);
  return { ...context, snapshot: { ...snapshot, campaigns, segmentIds: existing } };
};

/** Beyond one word of lists, now and then as many as a receipt may have. */
const linesMax = [1, 4, 30] as const;

const makeLine = (dice: Dice): ReceiptLine =>
  line({
    sku: pick(dice, words),
    quantity: pick(dice, [1, 2, dice(1, 3_000) / 1_000]),
    categories: few(dice, words, pick(dice, [0, 2, 12])),
  });

const makeActivity = (dice: Dice, context: DecisionContext): Activity => {
  const memberOf = inputs({ segmentIds: new Set(someOf(dice, [...segments, ...segments.slice(0, 2)])) });
  const whose = { ...context, inputs: memberOf };
  if (chance(dice, 15)) return eventActivity(whose, event({ eventKey: pick(dice, eventKeys) }), null);
  const products = several(dice, [0, chance(dice, 1) ? 500 : pick(dice, linesMax)], () => makeLine(dice));
  return receiptActivity(
    whose,
    receipt({
      amountCents: dice(1, 30_000),
      storeRef: pick(dice, [...storeRefs, 'paarl', null]),
      products,
      lineAmounts: makeLineAmounts(dice, { products }),
      attributes: chance(dice, 50) ? [{ name: 'channel', value: 'online' }] : [],
    }),
  );
};

const newId = (kind: string, n = 0): string => `${kind}-${n.toString()}`;

const pointsOf = (outcome: RuleOutcome): number =>
  typeof outcome === 'object' ? outcome.points : (outcome as number);

const reasonOf = (outcome: RuleOutcome): string => {
  if (typeof outcome === 'string') return outcome;
  return typeof outcome === 'object' && outcome.card !== undefined ? 'STAMPED' : 'NOTHING_TO_AWARD';
};

/** The outcomes when every campaign is judged on its own. */
const judgedPlainly = (activity: Activity) => {
  const { campaigns } = activity.snapshot;
  const outcomes = campaigns.map((campaign) => [campaign, evaluatePlainly(campaign, activity)] as const);
  const fired = outcomes.filter(([, outcome]) => hasFired(outcome));
  const reasons = outcomes.flatMap(([{ id }, outcome]) =>
    hasFired(outcome) ? [] : [`${id} ${reasonOf(outcome)}`],
  );
  return {
    awards: fired.map(([{ id }, outcome]) => `${id} ${pointsOf(outcome).toString()}`),
    counts: outcomes.flatMap(([{ id }, outcome]) =>
      typeof outcome === 'object' ? outcome.counts.map((count) => ({ ...count, campaignId: id })) : [],
    ),
    reasons,
    needs: campaigns.flatMap((campaign) => needsPlainly(campaign, activity)),
  };
};

const needsPlainly = (campaign: Campaign, activity: Activity): string[] => {
  const isOpen =
    unmetFixedCondition(campaign, activity) === null &&
    campaignConditionsCanHold(campaign, activity) &&
    plainFinding(campaign, activity).isTargeted;
  if (!isOpen) return [];
  const scopes = activity.kind === 'event' ? [] : sharedScopesOf(campaign.earningRule, activity.storeRef);
  return [
    ...(campaign.maxBudgetCents === null ? [] : [`budget ${campaign.id}`]),
    ...scopes.map((scope) => `count ${campaign.id} ${scope}`),
  ];
};

const judgedByIndex = (activity: Activity) => {
  const { awards, counts } = awardTotalsOf(activity, newId);
  return {
    awards: awards.map(({ campaignId, pointsEarned }) => `${campaignId} ${pointsEarned.toString()}`),
    counts,
    reasons: explainNothingFired(activity).campaignChecks.map(
      ({ campaignId, reason }) => `${campaignId} ${reason}`,
    ),
    needs: needsOf(activity),
  };
};

/** Judges activities under the configuration of a seed both ways; returns how often a campaign fired. */
const compareUnder = (seed: number, change?: (dice: Dice, context: DecisionContext) => void): number => {
  const dice = seededDice(seed);
  const context = makeContext(dice);
  change?.(dice, context);
  let fired = 0;
  for (let n = 0; n < activitiesPerConfiguration; n += 1) {
    const activity = makeActivity(dice, context);
    const [plainly, byIndex] = [judgedPlainly(activity), judgedByIndex(activity)];
    fired += plainly.awards.length;
    // Compared as text first, which is a hundred times as fast; a printed difference includes the seed.
    if (JSON.stringify(plainly) === JSON.stringify(byIndex)) continue;
    expect({ seed, n, ...byIndex }).toEqual({ seed, n, ...plainly });
  }
  return fired;
};

it('an index gives each campaign the outcome that it has on its own, reasons and locks included', () => {
  let fired = 0;
  for (let seed = 1; seed <= configurationsMax; seed += 1) fired += compareUnder(seed);
  expect(fired).toBeGreaterThan(configurationsMax);
});

/** Some of the campaigns are added to another programme, of which some others are left out. */
const addToAnother = (dice: Dice, { snapshot }: DecisionContext): void => {
  const kept = dice(0, snapshot.campaigns.length);
  const leftOut = makeContext(dice).snapshot.campaigns;
  const campaigns = [...snapshot.campaigns.slice(0, kept)];
  for (const other of leftOut.slice(0, dice(0, 5))) campaigns.splice(dice(0, campaigns.length), 0, other);
  const steps = indexAdded({ ...snapshot, campaigns }, snapshot);
  while (steps.next().done !== true);
};

it('▲ campaigns that are indexed beside those of another programme have their own outcomes too', () => {
  let fired = 0;
  for (let seed = 1; seed <= configurationsMax; seed += 1) fired += compareUnder(seed, addToAnother);
  expect(fired).toBeGreaterThan(configurationsMax);
});
