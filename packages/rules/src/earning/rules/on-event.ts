import type { Campaign, EarningRule, RuleOf } from '../../campaigns/campaign.ts';
import { payloadComparisons, type PayloadOperator, payloadValueAt } from '../../conditions/payload-values.ts';
import { sizeOfConditions } from '../../conditions/conditions-size.ts';
import { awardOf } from '../../rewards/grants.ts';
import { type ConditionTree, holds, leavesOf } from '../../segments/condition-tree.ts';
import { memoizeBy, type Snapshot } from '../../snapshot.ts';
import type { EventActivity, MemberEvent } from '../activity.ts';
import { noCounts, noGrants, type RuleOutcome } from './rule-outcome.ts';
import { stampCardAward } from './stamp-card.ts';

type EventRule<Rule> = (rule: Rule, campaign: Campaign, activity: EventActivity) => RuleOutcome;

/** Returns the outcome of a rule on an event. The campaign's conditions already hold (D20, D24, D64, D65). */
export const outcomeOnEvent = (campaign: Campaign, activity: EventActivity): RuleOutcome => {
  const { earningRule } = campaign;
  // The table holds, under the name of each type, a function of exactly that type of rule.
  return (eventRules[earningRule.type] as EventRule<EarningRule>)(earningRule, campaign, activity);
};

export const canFireOnEvents = (rule: EarningRule): boolean =>
  eventRules[rule.type] !== never && !(rule.type === 'STAMP_CARD' && rule.triggerEventKey === undefined);

/** Gives the bonus once per member and campaign, for ever (D65). */
const signupBonus: EventRule<RuleOf<'SIGNUP_BONUS'>> = (rule, { id, name }, { inputs, event }) => {
  if (event.lifecycleType !== 'SIGNUP') return 'NOTHING_TO_AWARD';
  if (inputs.memberCount(id, 'SIGNUP').count > 0) return 'ALREADY_AWARDED';
  return { ...awardOf(rule, name), counts: [{ kind: 'SIGNUP', count: 1, completed: 0 }] };
};

/** An empty list of types and definitions names all (D30, D65, D77). */
const onDemand: EventRule<RuleOf<'ON_DEMAND'>> = (rule, { name }, { event }) => {
  const { eventTypes = [] } = rule;
  const isCalledFor = eventTypes.length === 0 || isNamed(eventTypes, event);
  return isCalledFor ? { ...awardOf(rule, name), counts: noCounts } : 'NOTHING_TO_AWARD';
};

const isNamed = (eventTypes: readonly string[], { lifecycleType, eventKey }: MemberEvent): boolean =>
  eventTypes.includes(lifecycleType) || (eventKey !== null && eventTypes.includes(eventKey));

const referralBonus: EventRule<RuleOf<'REFERRAL_BONUS'>> = ({ points, referrerPoints = 0 }, _, { event }) => {
  if (event.lifecycleType !== 'REFERRAL') return 'NOTHING_TO_AWARD';
  const credited = event.hasReferrer ? referrerPoints : 0;
  return { points, grants: noGrants, counts: noCounts, referrerPoints: credited };
};

const eventTrigger: EventRule<RuleOf<'EVENT_TRIGGER'>> = (rule, { name }, { event }) => {
  if (!isTriggered(rule, event)) return 'NOTHING_TO_AWARD';
  return { ...awardOf(rule.reward, name), counts: noCounts };
};

const isTriggered = ({ eventKey, conditions }: RuleOf<'EVENT_TRIGGER'>, event: MemberEvent): boolean =>
  event.eventKey === eventKey &&
  (conditions === undefined || conditionsHold(conditions as PayloadConditions, event.payload));

const stampCard: EventRule<RuleOf<'STAMP_CARD'>> = (rule, campaign, { inputs, event }) =>
  rule.triggerEventKey !== undefined && rule.triggerEventKey === event.eventKey
    ? stampCardAward(rule, campaign, inputs)
    : 'NOTHING_TO_AWARD';

const never = (): RuleOutcome => 'NOTHING_TO_AWARD';

/** Returns true if the conditions hold. An empty AND holds, and an empty OR does not. */
export const conditionsHold = (conditions: PayloadConditions, payload: unknown): boolean =>
  holds(conditions, ({ field, op, value }) => payloadComparisons[op](payloadValueAt(payload, field), value));

const eventRules: { readonly [Type in EarningRule['type']]: EventRule<RuleOf<Type>> } = {
  SIGNUP_BONUS: signupBonus,
  ON_DEMAND: onDemand,
  REFERRAL_BONUS: referralBonus,
  EVENT_TRIGGER: eventTrigger,
  STAMP_CARD: stampCard,
  FIXED_POINTS: never,
  VISIT_FIXED: never,
  SPEND_PERCENTAGE: never,
  PRODUCT_PURCHASE: never,
  RANDOM: never,
  SURPRISE_DELIGHT: never,
  PURCHASE_REWARD: never,
};

export type PayloadConditions = ConditionTree<{
  readonly field: string;
  readonly op: PayloadOperator;
  readonly value?: unknown;
}>;

interface EventChecks {
  /** Each is tried for every event. */
  readonly campaigns: number;
  /** This counts the comparisons of their conditions. */
  readonly comparisons: number;
  /** This counts the conditions on the payload, by key. */
  readonly ofKeys: ReadonlyMap<string, number>;
}

const checksOf = memoizeBy(({ campaigns }: Snapshot): EventChecks => {
  const ofKeys = new Map<string, number>();
  let ofAll = 0;
  const firing = campaigns.filter(
    ({ state, earningRule }) => state === 'ACTIVE' && canFireOnEvents(earningRule),
  );
  for (const { earningRule, conditions } of firing) {
    // They are judged before the rule, whatever the event's key.
    if (conditions !== undefined) ofAll += sizeOfConditions(conditions).comparisons;
    if (earningRule.type !== 'EVENT_TRIGGER' || earningRule.conditions === undefined) continue;
    const leaves = leavesOf(earningRule.conditions as PayloadConditions).length;
    ofKeys.set(earningRule.eventKey, (ofKeys.get(earningRule.eventKey) ?? 0) + leaves);
  }
  return { campaigns: firing.length, comparisons: ofAll, ofKeys };
});

export const eventChecksOf = (
  snapshot: Snapshot,
  eventKey: string | null,
): { readonly campaigns: number; readonly comparisons: number } => {
  const { campaigns, comparisons, ofKeys } = checksOf(snapshot);
  return { campaigns, comparisons: comparisons + (eventKey === null ? 0 : (ofKeys.get(eventKey) ?? 0)) };
};
