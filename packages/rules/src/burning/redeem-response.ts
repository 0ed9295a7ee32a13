import type { RedemptionGranted } from '../burning/judge-redemption.ts';
import type { RedeemProcessed } from '../burning/decide-redeem.ts';
import type { HttpSchemas } from '@loyalty/contracts';

/** The response body of a redeem (interface 4.1, D36); its fact carries the same. */
export type RedeemResponse = HttpSchemas['RedeemResult'];

/** Makes the response body of a redeem. It is stored, and sent and repeated byte for byte. */
export const toRedeemResponse = (redeem: RedeemProcessed): RedeemResponse => ({
  redeemTransactionId: redeem.redeemTransactionId,
  transactionRef: redeem.transactionRef,
  memberId: redeem.memberId,
  pointsRedeemed: redeem.pointsRedeemed,
  discountAmount: redeem.discountCents,
  balanceBefore: redeem.balanceBefore,
  balanceAfter: redeem.balanceAfter,
  constraintApplied: redeem.constraint,
  campaignId: redeem.campaignId,
  state: 'PROCESSED',
});

/** The body of a quote (interface 4.1). */
export type QuoteResponse = HttpSchemas['RedeemQuote'];

/** Makes the response body of a quote: what a redeem sent now would give (D42). */
export const toQuoteResponse = ({
  account,
  campaign,
  points,
  discountCents,
  constraint,
}: RedemptionGranted): QuoteResponse => ({
  pointsToRedeem: points,
  discountAmount: discountCents,
  discountAmountRand: discountCents / 100,
  pointsPerRand: campaign.redemptionRule.pointsPerRand,
  balanceAfter: account.pointsBalance - points,
  constraintApplied: constraint,
});
