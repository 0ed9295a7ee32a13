import type { RedemptionGranted } from '../burning/judge-redemption.ts';
import type { RedeemProcessed } from '../burning/decide-redeem.ts';
import type { HttpSchemas } from '@loyalty/contracts';

/** The body of an answered redeem (interface 4.1, D36); the fact of it carries the same. */
export type RedeemResponse = HttpSchemas['RedeemResult'];

/** The response body of a redeem: what is stored, sent and repeated byte for byte. */
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

/** What a redeem would be answered, had it been sent now (D42). */
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
