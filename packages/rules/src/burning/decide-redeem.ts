import type { RedeemRequest } from '@loyalty/contracts';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { type LedgerPosting, type Lot, spendLots } from '../lots/lot.ts';
import { type Account, latestOf } from '../member.ts';
import {
  judgeRedemption,
  type RedemptionConstraint,
  type RedemptionContext,
  type RedemptionGranted,
  type RedemptionRefused,
} from './judge-redemption.ts';

export interface RedeemContext extends RedemptionContext {
  /** The member's lots in the order in which they are due; at least as many as hold the requested points. */
  readonly lots: readonly Lot[];
  /** Returns the id of the nth thing of a kind that this request makes; the same when it is decided again. */
  readonly newId: (kind: string, n?: number) => string;
}

/** An accepted redeem: its points, its discount, and everything to be stored. */
export interface RedeemProcessed {
  readonly outcome: 'processed';
  readonly redeemTransactionId: TransactionId;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsRedeemed: number;
  readonly discountCents: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly constraint: RedemptionConstraint | null;
  readonly postings: readonly LedgerPosting[];
  /** The lots that were read, after the redeem; without those that it emptied. */
  readonly lotsAfter: readonly Lot[];
  /** Milliseconds since the epoch. */
  readonly activeAtMs: number;
}

/**
 * Decides a redeem (interface 4.1): judges it as its quote does, then takes the points from the lots that are
 * due first (D49). A redeem counts as an activity of its member before its lots are ordered. A function of
 * its arguments alone.
 */
export const decideRedeem = (
  context: RedeemContext,
  request: RedeemRequest,
): RedeemProcessed | RedemptionRefused => {
  const judged = judgeRedemption(context, request);
  return judged.outcome === 'refused' ? judged : redeemed(context, request, judged);
};

const redeemed = (
  { lots, newId, nowMs }: RedeemContext,
  { transactionRef }: RedeemRequest,
  { account, campaign, points, discountCents, constraint }: RedemptionGranted,
): RedeemProcessed => {
  const lastActivityAtMs = latestOf(account.lastActivityAtMs, nowMs);
  const { after, taken } = spendLots(lots, { points, lastActivityAtMs });
  const balanceAfter = account.pointsBalance - points;
  return {
    outcome: 'processed',
    redeemTransactionId: newId('transaction') as TransactionId,
    transactionRef,
    memberId: account.memberId,
    campaignId: campaign.id,
    campaignName: campaign.name,
    pointsRedeemed: points,
    discountCents,
    balanceBefore: account.pointsBalance,
    balanceAfter,
    constraint,
    postings: [
      {
        id: newId('entry', 0),
        seq: account.ledgerSeq + 1,
        type: 'REDEEM',
        points: -points,
        balanceAfter,
        description: campaign.name,
        expiresAtMs: null,
        ...(taken.length === 0 ? {} : { fromLots: taken }),
      },
    ],
    lotsAfter: after,
    activeAtMs: nowMs,
  };
};

/** Throws BrokenInvariant when the redeem was decided on another balance. */
export const applyRedeemed = (account: Account | null, redeem: RedeemProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === redeem.balanceBefore,
    'a redeem is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: redeem.balanceAfter,
    ledgerSeq: account.ledgerSeq + redeem.postings.length,
    lastActivityAtMs: latestOf(account.lastActivityAtMs, redeem.activeAtMs),
  };
};

/** The response body of a redeem (interface 4.1, D36); its fact carries the same. */
type RedeemResponse = HttpSchemas['RedeemResult'];

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
