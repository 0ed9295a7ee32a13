export { type Activity, eventActivity, type MemberEvent, receiptActivity } from './earning/activity.ts';
export { decideCredit, toCreditResponse } from './earning/decide-credit.ts';
export {
  decideEvaluate,
  type SimulateResponse,
  toEvaluateResponse,
  toSimulateResponse,
} from './earning/decide-evaluate.ts';
export { decideEvent, toEventResponse } from './earning/decide-event.ts';
export type {
  CountChange,
  CreditProcessed,
  DecisionContext,
  EarnResult,
  EvaluateProcessed,
  EventProcessed,
  PendingPoints,
  ReferrerAward,
  Refused,
} from './earning/decision.ts';
export { type ExplainedCampaign, explainCampaigns } from './earning/explain-campaigns.ts';
export { applyEarnResult, pendingIn } from './earning/earn.ts';
export {
  type CampaignTimes,
  type EarningInputs,
  earningInputsFrom,
  emptyEarningInputs,
  type MemberCount,
  type MemberCountKind,
  noCount,
} from './earning/earning-inputs.ts';
export { payloadValueAt } from './conditions/payload-values.ts';
export {
  countingCampaigns,
  noteRequiredLocks,
  numbersPurchases,
  sharingCampaigns,
} from './earning/required-rows.ts';
export { eventChecksOf } from './earning/rules/on-event.ts';
export { countedUses, timedCampaigns, useStartsOf } from './limits/campaign-uses.ts';
export { type LimitPeriod, limitPeriods, periodStartOf } from './limits/limit-period.ts';
export {
  type CampaignUse,
  type MemberUse,
  noUse,
  type UseChange,
  type UsePlace,
} from './limits/member-use.ts';
export type { TangibleGrant } from './earning/rules/rule-outcome.ts';
export { stampsShown } from './earning/rules/stamp-card.ts';
export type { LedgerPosting } from './lots/lot.ts';
