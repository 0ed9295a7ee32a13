export { applyEarnResult } from './earning/apply-earn-result.ts';
export { type Allowances, allowancesOf, isBelowNextStep } from './budgets/allowances.ts';
export { type BudgetState, costOf, spend } from './budgets/budget.ts';
export { budgetAlert } from './budgets/budget-alert.ts';
export { indexCampaigns } from './candidates/campaign-index-of.ts';
export { budgetSuspended } from './budgets/budget-suspended.ts';
export { targetedSegments } from './campaigns/campaign-conditions.ts';
export {
  type CampaignAction,
  type CampaignTransition,
  decideCampaignTransition,
  isBudgetSpent,
} from './campaigns/campaign-transition.ts';
export { type CampaignWarning, warningsOf } from './campaigns/campaign-warnings.ts';
export { toCreditResponse } from './responses/credit-response.ts';
export { decideCredit } from './earning/decide-credit.ts';
export { decideEvaluate } from './earning/decide-evaluate.ts';
export { decideEvent } from './earning/decide-event.ts';
export { faultsOfEarningRule } from './earning/earning-rule-faults.ts';
export type {
  CountChange,
  CreditProcessed,
  DecisionContext,
  EarnResult,
  EvaluateProcessed,
  EventProcessed,
  LedgerPosting,
  ReferrerAward,
  Refused,
} from './model/decision.ts';
export {
  type SimulateResponse,
  toEvaluateResponse,
  toSimulateResponse,
} from './responses/evaluate-response.ts';
export { rewardValueOf } from './earning/rules/grants.ts';
export { stampsShown } from './earning/rules/stamp-card.ts';
export { faultsOfEvaluateRequest } from './requests/evaluate-request-faults.ts';
export { toEventResponse } from './responses/event-response.ts';
export { textFault, type FieldFault } from './requests/field-fault.ts';
export { faultsOfMemberEvent } from './requests/member-event-faults.ts';
export type { EvaluateRequest, MemberEventRequest, ReceiptLine, RedeemRequest } from '@loyalty/contracts';
export type {
  Campaign,
  IdleCampaign,
  CampaignState,
  EarningRule,
  PointsExpiry,
  RedemptionRule,
  RewardGrant,
  RewardType,
} from './model/campaign.ts';
export { knownLifecycleType, type LifecycleType, lifecycleTypes } from './model/lifecycle-type.ts';
export type { Account, MemberState } from './model/member.ts';
export type { Closed, EventDefinition, Mode, Snapshot } from './model/snapshot.ts';
export { requireKnownRules, rulesVersion, rulesVersionOf } from './rules-version.ts';
export { exclusiveFromOf } from './tiers/exclusive-from.ts';
export {
  type AnnouncedTier,
  announceTier,
  isTierPathKnown,
  type TierMember,
  type TierConfiguration,
} from './tiers/announce-tier.ts';
export { type LifetimePointsRange, rangeOfTier, tierOf, type TierThreshold } from './tiers/tier-of.ts';
export type { EarnStep } from './tiers/tier-path.ts';
export { tierProgress } from './tiers/tier-progress.ts';
export { tierHistoryOf, type TierVersion } from './tiers/tier-version.ts';
export type { Tier } from './tiers/tier.ts';
export type { TangibleGrant } from './earning/rules/rule-outcome.ts';
export { eventActivity, receiptActivity, type MemberEvent, type Activity } from './model/activity.ts';
export { atIngress, atEngine, atStream, occurredAtFault } from './requests/occurred-at-fault.ts';
export { noteRequiredLocks, sharingCampaigns } from './budgets/required-locks.ts';
export { countingCampaigns } from './earning/rules/counting-rules.ts';
export { eventChecksOf } from './earning/rules/event-checks.ts';
export {
  type EarningInputs,
  earningInputsFrom,
  emptyEarningInputs,
  type MemberCount,
  type MemberCountKind,
  noCount,
} from './model/earning-inputs.ts';
export { type QuoteResponse, toQuoteResponse, toRedeemResponse } from './responses/redeem-response.ts';
export { applyRedeemed } from './burning/apply-redeemed.ts';
export { type AskedCampaign, burnCampaignOf, noteBurnBudgets } from './burning/burn-campaign-of.ts';
export { decideRedeem, type RedeemProcessed } from './burning/decide-redeem.ts';
export {
  judgeRedemption,
  type RedemptionContext,
  type RedemptionOrder,
  type RedemptionRefused,
} from './burning/judge-redemption.ts';
export { faultsOfRedemptionRule } from './burning/redemption-rule-faults.ts';
export { faultsOfRedeemRequest } from './requests/redeem-request-faults.ts';
export { changedLots } from './lots/changed-lots.ts';
export {
  type AdjustContext,
  type Adjustment,
  type AdjustProcessed,
  decideAdjust,
} from './lots/decide-adjust.ts';
export { dueAtMs } from './lots/due-at.ts';
export { type ExpiredLots, expireLots, type LaterLot } from './lots/expire-lots.ts';
export { lotGainOf } from './lots/lot-gain-of.ts';
export { inOrderOfDue } from './lots/spend-lots.ts';
export { dayMs, utcDayOf } from './model/utc-day.ts';
export { type Lot, type LotGain, type LotKey, lotNameOf, type LotTake } from './model/lot.ts';
export { expiresAtOf } from './rewards/expires-at-of.ts';
export { nextTry } from './rewards/next-try.ts';
export { rewardRequested } from './rewards/reward-requested.ts';
export type { RewardFailureReason, RewardState } from './rewards/reward.ts';
export { makeRewardCode, normaliseCode } from './rewards/reward-code.ts';
export {
  decideRewardTransition,
  type RewardAction,
  type RewardDemand,
  type RewardTransition,
  shownRewardState,
} from './rewards/reward-transition.ts';
export {
  type CountedPurchase,
  type DayOpening,
  FigureBook,
  type FigureWrites,
  type MemberFigures,
  noFigures,
} from './statistics/figure-book.ts';
export {
  type PurchaseStatistics,
  purchaseStatisticsOf,
  type WindowOpenings,
} from './statistics/purchase-statistics.ts';
export { daysSince, windowDays, type WindowDays, windowOf } from './statistics/windows.ts';
export { foldTree, type LogicalOperator } from './model/condition-tree.ts';
export { changesOf, comparisonsOf, fieldsOf, namesTier } from './segments/dependencies.ts';
export {
  allMemberChanges,
  type CountedFigure,
  memberChanges,
  type MemberChangeSet,
  type NumberSource,
  type SegmentField,
  segmentFields,
} from './segments/fields.ts';
export { compileSegmentRule, type SegmentPredicate } from './segments/judge.ts';
export type { SegmentInputs } from './segments/member-inputs.ts';
export type { EqualityOperator, SegmentOperator } from './segments/operators.ts';
export {
  type NumberComparison,
  readSegmentRule,
  type SegmentComparison,
  type SegmentRule,
} from './segments/rule-tree.ts';
export { type DeliveryEnd, type EndpointHealth, healthAfter } from './webhooks/endpoint-health.ts';
export { deliveryAttemptsMax, nextAttemptAtMs } from './webhooks/next-attempt.ts';
