export {
  type AskedCampaign,
  burnRateCampaignOf,
  burnTargets,
  noteBurnBudgets,
} from './burning/burn-campaign-of.ts';
export { type AuthorizeProcessed, decideAuthorize, toAuthorizeResponse } from './burning/decide-authorize.ts';
export {
  applyRedeemed,
  decideRedeem,
  type PointsRedeemed,
  type QuoteResponse,
  type RedeemContext,
  type RedeemProcessed,
  toQuoteResponse,
  toRedeemResponse,
} from './burning/decide-redeem.ts';
export {
  applyCapture,
  applyVoid,
  type CaptureProcessed,
  decideCapture,
  decideVoid,
  isOwing,
  toCaptureResponse,
  toVoidResponse,
  type VoidProcessed,
} from './burning/end-redemption.ts';
export {
  judgeRedemption,
  type RedemptionContext,
  type RedemptionOrder,
  type RedemptionRefused,
} from './burning/judge-redemption.ts';
