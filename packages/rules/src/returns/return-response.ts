import type { HttpSchemas } from '@loyalty/contracts/http';
import type { ReturnProcessed } from './decide-return.ts';
import type { ReturnRefund } from './give-back.ts';
import { deductionsIn } from './settle-refund.ts';

type ReturnResponse = HttpSchemas['ReturnResult'];

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toReturnResponse = (returned: ReturnProcessed): ReturnResponse => ({
  ...toReturnFact(returned),
  ...notUsedIn(returned),
});

/** Returns what is published of a return: its response, without what only the caller can correct. */
export const toReturnFact = (returned: ReturnProcessed): Omit<ReturnResponse, 'productsNotUsed'> => {
  const { transactionRef, memberId, ...effect } = effectOf(returned);
  return {
    returnTransactionId: returned.returnTransactionId,
    returnRef: returned.returnRef,
    transactionRef,
    memberId,
    ...effect,
    reason: returned.reason,
    state: 'PROCESSED',
  };
};

/**
 * Returns true if the stored response of a reference is that of a return of another receipt (D310). A request that
 * is no return has no receipt.
 */
export const isOfOtherReceipt = (response: Buffer, receiptRef: string | undefined): boolean =>
  receiptRef !== undefined &&
  (JSON.parse(response.toString()) as Pick<ReturnResponse, 'transactionRef'>).transactionRef !== receiptRef;

/** Returns the effect of a return, whatever its reference. */
export const toReturnQuote = (returned: ReturnProcessed): HttpSchemas['ReturnQuote'] => ({
  ...effectOf(returned),
  ...notUsedIn(returned),
});

const notUsedIn = ({ productsNotUsed }: ReturnProcessed): Pick<ReturnResponse, 'productsNotUsed'> | null =>
  productsNotUsed.length === 0 ? null : { productsNotUsed: [...productsNotUsed] };

const effectOf = (returned: ReturnProcessed): Omit<HttpSchemas['ReturnQuote'], 'productsNotUsed'> => ({
  transactionRef: returned.transactionRef,
  memberId: returned.memberId,
  amountReturned: returned.amountReturned,
  amountRemaining: returned.amountRemaining,
  isWhole: returned.isWhole,
  pointsReversed: returned.pointsReversed,
  pointsFromPending: returned.taken.fromPending,
  pointsFromBalance: returned.taken.fromBalance,
  pointsExpired: returned.taken.expired,
  pointsForgiven: returned.taken.forgiven,
  ...(returned.taken.toDeduct === 0 ? null : { pointsToDeduct: returned.taken.toDeduct }),
  ...(returned.taken.claimable === 0 ? null : { pointsClaimable: returned.taken.claimable }),
  ...deductionsIn(returned),
  pointsBalance: returned.accountAfter.pointsBalance,
  awards: returned.awards.map((award) => ({
    campaignId: award.campaignId,
    campaignName: award.campaignName,
    pointsReversed: award.pointsReversed,
    pointsKept: award.pointsKept,
    basis: award.basis,
    budgetCents: award.budgetCents,
    rewardsTakenBack: [...award.rewardsTakenBack],
    rewardsKept: [...award.rewardsKept],
  })),
  stampCards: returned.cards.map(({ campaignId, stampsCollected, isStampTakenBack }) => ({
    campaignId,
    stampsCollected,
    isStampTakenBack,
  })),
  redeemed: returned.refund === null ? null : redeemedOf(returned.refund),
});

const redeemedOf = ({
  redeem: { transactionRef, campaignId },
  pointsRefunded,
  discountCents,
}: ReturnRefund): NonNullable<ReturnResponse['redeemed']> => ({
  transactionRef,
  campaignId,
  pointsRefunded,
  discountReversed: discountCents,
});
