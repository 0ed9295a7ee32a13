export { faultsOfEarningRule, faultsOfRedemptionRule, warningsOf } from './campaigns/campaign-checks.ts';
export { receiptChecksOf, subjectOf } from './campaigns/campaign-aim.ts';
export { targetedSegments } from './campaigns/campaign-conditions.ts';
export { sizeOfAim } from './conditions/conditions-size.ts';
export {
  faultsOfConditions,
  faultsOfEarnOn,
  readConditions,
  readEarnOn,
} from './conditions/read-conditions.ts';
export { blanksAround } from './conditions/blanks-around.ts';
export { valueTextOf } from './conditions/condition-fields.ts';
export { memberLimitsOf } from './limits/campaign-uses.ts';
export { type ShownCap, shownCapsOf, type ShownLimit, shownLimitsOf } from './limits/shown-limits.ts';
export { hasMultiplier } from './earning/rules/tier-multiplier.ts';
export { capsId } from './limits/points-caps.ts';
export type { MemberPointsCaps } from './snapshot.ts';
export { faultsOfLimits } from './limits/read-limits.ts';
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
