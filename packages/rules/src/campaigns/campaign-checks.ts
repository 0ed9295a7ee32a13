import type { Campaign, EarningRule, RedemptionRule } from '../model/campaign.ts';

/** A valid setting of a campaign that its owner probably does not want (D106). */
export interface CampaignWarning {
  readonly code: 'NEVER_FIRES' | 'POINT_VALUES_DIFFER';
  /** For people. */
  readonly message: string;
}

type WarnedCampaign = Pick<Campaign, 'earningRule' | 'redemptionRule' | 'storeIds' | 'minSpendCents'>;

/** Returns the warnings for the owner of a campaign. `pointValueCents` is the cost of one point to a budget (D32). */
export const warningsOf = (campaign: WarnedCampaign, pointValueCents: number): readonly CampaignWarning[] => [
  ...(neverFires(campaign) ? [neverFiresWarning] : []),
  ...(campaign.redemptionRule !== null && pointValuesDiffer(campaign.redemptionRule, pointValueCents)
    ? [pointValuesWarning(campaign.redemptionRule, pointValueCents)]
    : []),
];

const eventRules: readonly EarningRule['type'][] = [
  'SIGNUP_BONUS',
  'ON_DEMAND',
  'REFERRAL_BONUS',
  'EVENT_TRIGGER',
];

/** An event has neither a store nor an amount (D25). */
const neverFires = ({ earningRule, storeIds, minSpendCents }: WarnedCampaign): boolean =>
  isForEvents(earningRule) && (storeIds.length > 0 || (minSpendCents ?? 0) > 0);

const isForEvents = (rule: EarningRule): boolean =>
  rule.type === 'STAMP_CARD' ? rule.triggerEventKey !== undefined : eventRules.includes(rule.type);

const neverFiresWarning: CampaignWarning = {
  code: 'NEVER_FIRES',
  message:
    'The rule waits for events, and these have neither a store nor an amount: clear storeIds and minSpend.',
};

const centsPerRand = 100;

/** True when one value is more than twice the other. */
const pointValuesDiffer = ({ pointsPerRand }: RedemptionRule, pointValueCents: number): boolean => {
  const randInBudget = pointsPerRand * pointValueCents;
  return randInBudget * 2 < centsPerRand || randInBudget > centsPerRand * 2;
};

const pointValuesWarning = ({ pointsPerRand }: RedemptionRule, pointValueCents: number): CampaignWarning => {
  const redeemedCents = Number((centsPerRand / pointsPerRand).toPrecision(3));
  return {
    code: 'POINT_VALUES_DIFFER',
    message:
      `A point counts as ${pointValueCents.toString()} cents in budgets and is redeemed for ${redeemedCents.toString()}: ` +
      'set pointValueCents to what a point is worth.',
  };
};
