export {
  type AskedCampaign,
  burnRateCampaignOf,
  burnTargets,
  noteBurnBudgets,
} from './burning/burn-campaign-of.ts';
export {
  applyRedeemed,
  decideRedeem,
  type QuoteResponse,
  type RedeemProcessed,
  toQuoteResponse,
  toRedeemResponse,
} from './burning/decide-redeem.ts';
export {
  judgeRedemption,
  type RedemptionContext,
  type RedemptionOrder,
  type RedemptionRefused,
} from './burning/judge-redemption.ts';
