import type { RedeemRequest } from '@loyalty/contracts';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { type LedgerPosting, type Lot, spendLots, timedTakes } from '../lots/lot.ts';
import { type Account, laterInstantOf } from '../member.ts';
import {
  judgeRedemption,
  type RedemptionConstraint,
  type RedemptionContext,
  type RedemptionGranted,
  type RedemptionRefused,
} from './judge-redemption.ts';

export interface RedeemContext extends RedemptionContext {
  readonly newId: (kind: string, n?: number) => string;
}

/** A redeem request without `memberRef`, which only identifies the member to the engine. */
export type RedeemOrder = Omit<RedeemRequest, 'memberRef'>;

/** Points that left the balance, for good or until a capture or a void. */
export interface PointsRedeemed<Kind extends 'redeemed' | 'authorized' = 'redeemed' | 'authorized'> {
  readonly outcome: 'processed';
  readonly kind: Kind;
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
  readonly lotsAfter: readonly Lot[];
  /** The member's last activity after the redeem; null if it does not count as an activity. */
  readonly activeAtMs: number | null;
}

export type RedeemProcessed = PointsRedeemed<'redeemed'>;

/**
 * Judges a redeem as its quote does, then takes the points from the lots that are due first (D49), but never from
 * those that are past their time (D334). It counts as an activity before its lots are ordered, which is after they were
 * judged. It is a function of its arguments alone.
 */
export const decideRedeem = (
  context: RedeemContext,
  order: RedeemOrder,
): RedeemProcessed | RedemptionRefused => {
  const judged = judgeRedemption(context, order);
  if (judged.outcome === 'refused') return judged;
  const { nowMs } = context;
  return redeemedOf(context, judged, {
    kind: 'redeemed',
    transactionRef: order.transactionRef,
    lastActivityAtMs: laterInstantOf(judged.account.lastActivityAtMs, nowMs),
    activeAtMs: nowMs,
  });
};

interface TakenPoints<Kind extends PointsRedeemed['kind']> extends Pick<
  PointsRedeemed<Kind>,
  'kind' | 'transactionRef' | 'activeAtMs'
> {
  /** The activity by which the lots are ordered. */
  readonly lastActivityAtMs: number | null;
}

/** Returns the redeemed points with the lots that they came from. Lots that are past their time stay. */
export const redeemedOf = <Kind extends PointsRedeemed['kind']>(
  { newId }: Pick<RedeemContext, 'newId'>,
  { account, campaign, points, discountCents, constraint, lots: { past, left } }: RedemptionGranted,
  { kind, transactionRef, lastActivityAtMs, activeAtMs }: TakenPoints<Kind>,
): PointsRedeemed<Kind> => {
  const { after, taken } = spendLots(left, { points, lastActivityAtMs });
  // Only an activity makes sliding points new, so points that are authorized keep the time of their addition.
  const fromLots = timedTakes(taken, left, { keepsSliding: activeAtMs === null });
  const balanceAfter = account.pointsBalance - points;
  return {
    outcome: 'processed',
    kind,
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
        ...(fromLots.length === 0 ? {} : { fromLots }),
      },
    ],
    lotsAfter: past.length === 0 ? after : [...past, ...after],
    activeAtMs,
  };
};

/**
 * Returns the account after a redeem. Throws BrokenInvariant if the redeem was decided on another balance.
 */
export const applyRedeemed = (account: Account | null, redeem: PointsRedeemed): Account => {
  invariant(
    account !== null && account.pointsBalance === redeem.balanceBefore,
    'a redeem is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: redeem.balanceAfter,
    ledgerSeq: account.ledgerSeq + redeem.postings.length,
    lastActivityAtMs:
      redeem.activeAtMs === null
        ? account.lastActivityAtMs
        : laterInstantOf(account.lastActivityAtMs, redeem.activeAtMs),
  };
};

type TakenResponse = Omit<HttpSchemas['RedeemResult'], 'expiresAt' | 'state'>;

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toRedeemResponse = (redeem: RedeemProcessed): TakenResponse & { state: 'PROCESSED' } => ({
  ...toTakenResponse(redeem),
  state: 'PROCESSED',
});

export const toTakenResponse = (redeem: PointsRedeemed): TakenResponse => ({
  redeemTransactionId: redeem.redeemTransactionId,
  transactionRef: redeem.transactionRef,
  memberId: redeem.memberId,
  pointsRedeemed: redeem.pointsRedeemed,
  discountAmount: redeem.discountCents,
  balanceBefore: redeem.balanceBefore,
  balanceAfter: redeem.balanceAfter,
  constraintApplied: redeem.constraint,
  campaignId: redeem.campaignId,
});

export type QuoteResponse = HttpSchemas['RedeemQuote'];

export const toQuoteResponse = ({
  account,
  campaign,
  points,
  discountCents,
  centsInRand,
  constraint,
}: RedemptionGranted): QuoteResponse => ({
  pointsToRedeem: points,
  discountAmount: discountCents,
  discountAmountRand: discountCents / centsInRand,
  pointsPerRand: campaign.redemptionRule.pointsPerRand,
  balanceAfter: account.pointsBalance - points,
  constraintApplied: constraint,
});
