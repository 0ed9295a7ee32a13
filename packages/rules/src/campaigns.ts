export { faultsOfEarningRule, faultsOfRedemptionRule, warningsOf } from './campaigns/campaign-checks.ts';
export { subjectOf, targetedSegments } from './campaigns/campaign-conditions.ts';
export { faultsOfConditions, readConditions, sizeOfConditions } from './conditions/read-conditions.ts';
export { valueTextOf } from './conditions/condition-fields.ts';
export { idsNamedIn } from './conditions/named-ids.ts';
export {
  awaitedEvents,
  type PlacedName,
  namedProviders,
  providerNamedBy,
} from './campaigns/rule-references.ts';
export {
  type CampaignAction,
  type CampaignTransition,
  decideCampaignTransition,
  isBudgetSpent,
} from './campaigns/campaign-transition.ts';
export type {
  Campaign,
  CampaignState,
  EarningRule,
  IdleCampaign,
  PointsExpiry,
  RedemptionRule,
  RewardGrant,
  RewardType,
} from './campaigns/campaign.ts';
