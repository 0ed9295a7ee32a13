import type { EventActivity, MemberEvent } from '../../model/activity.ts';
import type { Campaign, EarningRule } from '../../model/campaign.ts';
import { awardOf } from './grants.ts';
import { meets, type PayloadConditions } from './payload-conditions.ts';
import type { RuleOf } from './rule-of.ts';
import { noCounts, noGrants, type RuleOutcome } from './rule-outcome.ts';
import { stampCardAward } from './stamp-card.ts';

type EventRule<Rule> = (rule: Rule, campaign: Campaign, activity: EventActivity) => RuleOutcome;

/** Returns the outcome of a campaign's earning rule for an event (D20, D24, D64, D65). Its conditions hold already. */
export const outcomeOnEvent = (campaign: Campaign, activity: EventActivity): RuleOutcome => {
  const { earningRule } = campaign;
  // The table holds, under the name of each type, a function of exactly that type of rule.
  return (eventRules[earningRule.type] as EventRule<EarningRule>)(earningRule, campaign, activity);
};

/** False for a rule that no event can fire. */
export const mayFireOnEvents = (rule: EarningRule): boolean =>
  eventRules[rule.type] !== never && !(rule.type === 'STAMP_CARD' && rule.triggerEventKey === undefined);

/** Awards once per member and campaign, for ever (D65). */
const signupBonus: EventRule<RuleOf<'SIGNUP_BONUS'>> = (rule, { id, name }, { inputs, event }) => {
  if (event.lifecycleType !== 'SIGNUP') return 'NOTHING_TO_AWARD';
  if (inputs.memberCount(id, 'SIGNUP').count > 0) return 'ALREADY_AWARDED';
  return { ...awardOf(rule, name), counts: [{ kind: 'SIGNUP', count: 1, completed: 0 }] };
};

/**
 * Awards on any event, or on the types and definitions that the rule names. An empty list names all (D30, D65, D77).
 */
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
  (conditions === undefined || meets(conditions as PayloadConditions, event.payload));

const stampCard: EventRule<RuleOf<'STAMP_CARD'>> = (rule, campaign, { inputs, event }) =>
  rule.triggerEventKey !== undefined && rule.triggerEventKey === event.eventKey
    ? stampCardAward(rule, campaign, inputs)
    : 'NOTHING_TO_AWARD';

/** The outcome of rules that fire on receipts alone. */
const never = (): RuleOutcome => 'NOTHING_TO_AWARD';

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
};
