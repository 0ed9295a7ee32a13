import type { BurnRequest } from '@loyalty/contracts/burning';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { floorProduct } from '../floor-product.ts';
import { type LedgerPosting, type Lot, namesOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { giveBackPoints, type GivenBackPoints, type RefundedSums, type StoredRedeem } from './give-back.ts';
import type { RefundRules } from './refund-rules.ts';
import { type EarnedEntry, takePoints, type TakenPoints } from './take-points.ts';

export interface ReceiptAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
}

/** How much of a receipt came back so far. */
export interface ReceiptReturns {
  /** Null where the receipt's amount is not known. */
  readonly amountCents: number | null;
  /** Points of each award that stay, in its order. */
  readonly kept: readonly number[];
  readonly returnIds: readonly string[];
  /** Null until a return of it has found a redeem. */
  readonly redeem: ReceiptRedeem | null;
}

/** The redeem of a receipt, with what came back of it by returns of this receipt. */
export interface ReceiptRedeem extends RefundedSums {
  readonly ref: string;
}

/** As it was stored. It has no lines. */
export interface StoredReceipt {
  readonly transactionId: TransactionId;
  readonly memberId: MemberId;
  /** Null of receipts from before there were figures. */
  readonly amountCents: number | null;
  readonly occurredAtMs: number | null;
  readonly awards: readonly ReceiptAward[];
  /** Of its points, in the order of their numbers; empty if they are not found. */
  readonly entries: readonly EarnedEntry[];
  /** Null until something of it came back. */
  readonly returned: ReceiptReturns | null;
}

export interface ReturnContext {
  /** Null for an unknown member. */
  readonly account: Account | null;
  /** Null for an unknown receipt. */
  readonly receipt: StoredReceipt | null;
  /** By the reference that {@link redeemRefOf} names; null if there is none, or if it may still lapse. */
  readonly redeem: StoredRedeem | null;
  readonly refunds: RefundRules;
  /** Of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
  /** All of the member, where the receipt has entries. */
  readonly lots: readonly Lot[];
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

/** Without `memberKey`, which identifies the member to the engine alone. */
export type ReturnOrder = Pick<
  BurnRequest,
  'ref' | 'transactionRef' | 'amountCents' | 'isWhole' | 'redeemRef' | 'reason'
>;

/** The first return that finds a redeem fixes it for its receipt (D177). */
export const redeemRefOf = (
  receipt: Pick<StoredReceipt, 'returned'> | null,
  { redeemRef, transactionRef }: Pick<ReturnOrder, 'redeemRef' | 'transactionRef'>,
): string => receipt?.returned?.redeem?.ref ?? redeemRef ?? transactionRef;

export interface ReturnedAward extends Omit<ReceiptAward, 'pointsEarned'> {
  readonly pointsReversed: number;
  readonly pointsKept: number;
}

export interface ReturnProcessed {
  readonly outcome: 'processed';
  readonly returnTransactionId: TransactionId;
  readonly returnRef: string;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly receipt: StoredReceipt;
  /** Null where the receipt's amount is not known. */
  readonly amountReturned: number | null;
  readonly amountRemaining: number | null;
  /** True if nothing of the receipt remains. */
  readonly isWhole: boolean;
  readonly pointsReversed: number;
  readonly taken: TakenPoints;
  /** Null where no redeem was found. */
  readonly refund: ReturnRefund | null;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly awards: readonly ReturnedAward[];
  readonly after: ReceiptReturns;
  readonly postings: readonly LedgerPosting[];
  readonly reason: string | null;
  /** The time of its record. */
  readonly decidedAtMs: number;
}

/** Of a redeem, by one return. */
interface ReturnRefund {
  readonly redeem: StoredRedeem;
  readonly pointsRefunded: number;
  readonly discountCents: number;
  /** Of the redeem, in all. */
  readonly refunded: RefundedSums;
  /** Of the redeem, by this receipt. */
  readonly ofReceipt: ReceiptRedeem;
}

export interface ReturnRefused {
  readonly outcome: 'refused';
  readonly code:
    | 'MEMBER_ERASED'
    | 'TRANSACTION_NOT_FOUND'
    | 'LIMIT_EXCEEDED'
    | 'RETURN_EXCEEDS_RECEIPT'
    | 'POINTS_OVERFLOW';
  readonly context: Readonly<Record<string, number | string | null>>;
}

/** A row of ids and kept points has 3.3 KB at most. */
const returnsMax = 100;

/**
 * Judged by what is stored of the receipt, and by nothing of today (D165). Also of a suspended member.
 * Refusals come in the order of D2: an erased member, no such receipt of the member, too many returns, more
 * than is left, too large a balance. Redeemed points come back before others are taken (D177).
 */
export const decideReturn = (context: ReturnContext, order: ReturnOrder): ReturnProcessed | ReturnRefused => {
  const { account, receipt, nowMs, newId } = context;
  if (account?.state === 'anonymized') return refused('MEMBER_ERASED');
  if (account === null || receipt?.memberId !== account.memberId) return refused('TRANSACTION_NOT_FOUND');
  const { returnIds } = receipt.returned ?? { returnIds: [] };
  if (returnIds.length >= returnsMax)
    return refused('LIMIT_EXCEEDED', { limit: returnsMax, of: 'returnsOfReceipt' });
  const amounts = amountsOf(receipt, order);
  if (amounts.outcome === 'refused') return amounts;
  const returnTransactionId = newId('transaction') as TransactionId;
  const { keptBefore, kept } = keptOf(receipt, amounts);
  const earned = sumOf(receipt.awards.map(({ pointsEarned }) => pointsEarned));
  const points = { from: earned - sumOf(keptBefore), to: earned - sumOf(kept) };
  const refund = refundOf({ ...context, account, receipt }, amounts);
  const given = givenBackBy(refund, { ...context, account });
  if (given.account.pointsBalance > Number.MAX_SAFE_INTEGER) return refused('POINTS_OVERFLOW');
  const taken = takePoints(
    { account: given.account, lots: given.lotsAfter, entries: receipt.entries, nowMs },
    points,
  );
  const awards = returnedAwards(receipt, { keptBefore, kept });
  const pointsReversed = points.to - points.from;
  const balanceAfter = given.account.pointsBalance - taken.fromBalance;
  const id = newId('entry', given.postings.length);
  const entry = { id, account: given.account, balanceAfter, awards, taken, pointsReversed };
  return {
    outcome: 'processed',
    returnTransactionId,
    returnRef: order.ref,
    transactionRef: order.transactionRef,
    memberId: account.memberId,
    receipt,
    amountReturned: amounts.returned,
    amountRemaining: amounts.remaining,
    isWhole: amounts.isWhole,
    pointsReversed,
    taken,
    balanceBefore: account.pointsBalance,
    balanceAfter,
    awards,
    refund,
    after: {
      amountCents: amounts.returnedInAll,
      kept,
      returnIds: [...returnIds, returnTransactionId],
      redeem: redeemAfter(receipt, refund),
    },
    postings: pointsReversed === 0 ? given.postings : [...given.postings, returnPosting(entry)],
    reason: order.reason,
    decidedAtMs: nowMs,
  };
};

const returnedAwards = (
  { awards }: StoredReceipt,
  { keptBefore, kept }: KeptPoints,
): readonly ReturnedAward[] =>
  awards.map(({ campaignId, campaignName }, at) => ({
    campaignId,
    campaignName,
    pointsReversed: (keptBefore[at] ?? 0) - (kept[at] ?? 0),
    pointsKept: kept[at] ?? 0,
  }));

interface KeptPoints {
  readonly keptBefore: readonly number[];
  readonly kept: readonly number[];
}

const refused = (code: ReturnRefused['code'], context: ReturnRefused['context'] = {}): ReturnRefused => ({
  outcome: 'refused',
  code,
  context,
});

interface ReturnAmounts {
  readonly outcome: 'fits';
  readonly returned: number | null;
  readonly returnedInAll: number | null;
  readonly remaining: number | null;
  readonly isWhole: boolean;
}

/** A receipt whose amount is not known is returned whole only (D166). */
const amountsOf = (
  { amountCents, returned: before }: StoredReceipt,
  { isWhole, amountCents: asked }: ReturnOrder,
): ReturnAmounts | ReturnRefused => {
  if (amountCents === null) {
    if (!isWhole || before !== null) return exceeding(before === null ? null : 0);
    return { outcome: 'fits', returned: null, returnedInAll: null, remaining: null, isWhole };
  }
  const returnedBefore = before?.amountCents ?? 0;
  const left = amountCents - returnedBefore;
  // A receipt of nothing is returned whole, once.
  if (before !== null && left === 0) return exceeding(0);
  const returned = isWhole ? left : (asked ?? 0);
  if (returned > left) return exceeding(left);
  const remaining = left - returned;
  return {
    outcome: 'fits',
    returned,
    returnedInAll: returnedBefore + returned,
    remaining,
    isWhole: remaining === 0,
  };
};

const exceeding = (amountRemaining: number | null): ReturnRefused =>
  refused('RETURN_EXCEEDS_RECEIPT', { amountRemaining });

/** Of each award the share that remains of the amount, rounded down; never more than before (D166). */
const keptOf = (
  { awards, amountCents, returned }: StoredReceipt,
  { remaining, isWhole }: ReturnAmounts,
): KeptPoints => {
  const keptBefore = returned?.kept ?? awards.map(({ pointsEarned }) => pointsEarned);
  invariant(keptBefore.length === awards.length, 'what is kept is stored for each award of a receipt');
  const kept = awards.map(({ pointsEarned }, at) => {
    if (isWhole || amountCents === null || remaining === null) return 0;
    return Math.min(keptBefore[at] ?? 0, floorProduct(pointsEarned, remaining, amountCents));
  });
  return { keptBefore, kept };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Another member's redeem with the reference is none of this receipt. */
const refundOf = (
  {
    account,
    receipt,
    redeem,
    refunds: { refundPoints },
  }: ReturnContext & { readonly account: Account; readonly receipt: StoredReceipt },
  amounts: ReturnAmounts,
): ReturnRefund | null => {
  if (redeem?.memberId !== account.memberId || refundPoints === 'NEVER') return null;
  const before = receipt.returned?.redeem ?? { points: 0, discountCents: 0 };
  const partOf = (whole: number, [given, refunded]: readonly [number, number]): number => {
    const due = shareOf(whole, { refundPoints, amountCents: receipt.amountCents, amounts });
    return Math.max(0, Math.min(due - given, whole - refunded));
  };
  const { refunded } = redeem;
  const pointsRefunded = partOf(redeem.pointsRedeemed, [before.points, refunded.points]);
  const discountCents = partOf(redeem.discountCents, [before.discountCents, refunded.discountCents]);
  const plus = (sums: RefundedSums): RefundedSums => ({
    points: sums.points + pointsRefunded,
    discountCents: sums.discountCents + discountCents,
  });
  return {
    redeem,
    pointsRefunded,
    discountCents,
    refunded: plus(refunded),
    ofReceipt: { ref: redeem.transactionRef, ...plus(before) },
  };
};

const redeemAfter = ({ returned }: StoredReceipt, refund: ReturnRefund | null): ReceiptRedeem | null =>
  refund?.ofReceipt ?? returned?.redeem ?? null;

/** Of all that came back of the receipt so far, rounded down: parts add up exactly. */
const shareOf = (
  whole: number,
  {
    refundPoints,
    amountCents,
    amounts: { isWhole, returnedInAll },
  }: {
    readonly refundPoints: RefundRules['refundPoints'];
    readonly amountCents: number | null;
    readonly amounts: ReturnAmounts;
  },
): number => {
  if (isWhole) return whole;
  if (refundPoints !== 'PRO_RATA' || amountCents === null || returnedInAll === null) return 0;
  return floorProduct(whole, returnedInAll, amountCents);
};

const givenBackBy = (
  refund: ReturnRefund | null,
  context: ReturnContext & { readonly account: Account },
): GivenBackPoints => {
  const { account, lots, refunds, nowMs } = context;
  if (refund === null) return { account, lotsAfter: lots, postings: [] };
  const { redeem, refunded } = refund;
  const leastExpiresOn = utcDayOf(nowMs) + refunds.refundGraceDays;
  return giveBackPoints(
    { ...context, redeem, leastExpiresOn },
    { from: redeem.refunded.points, to: refunded.points },
  );
};

interface ReturnEntry extends Pick<ReturnProcessed, 'awards' | 'taken' | 'pointsReversed' | 'balanceAfter'> {
  readonly id: string;
  readonly account: Account;
}

/** Of 0 points where none were left, because lifetime points fall all the same. */
const returnPosting = ({
  id,
  account,
  balanceAfter,
  awards,
  taken: { fromBalance, fromLots },
  pointsReversed,
}: ReturnEntry): LedgerPosting => ({
  id,
  seq: account.ledgerSeq + 1,
  type: 'RETURN',
  points: 0 - fromBalance,
  balanceAfter,
  description: namesOf(awards.filter((award) => award.pointsReversed > 0)),
  expiresAtMs: null,
  lifetimeChange: -pointsReversed,
  ...(fromLots.length === 0 ? {} : { fromLots }),
});

/**
 * A return is no activity. Lifetime points fall by all reversed ones, also by expired and forgiven ones
 * (D168). Throws BrokenInvariant when it was decided on another balance.
 */
export const applyReturn = (account: Account | null, returned: ReturnProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === returned.balanceBefore,
    'a return is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: returned.balanceAfter,
    lifetimePoints: account.lifetimePoints - returned.pointsReversed,
    ledgerSeq: account.ledgerSeq + returned.postings.length,
  };
};

type ReturnResponse = HttpSchemas['ReturnResult'];

/** It is stored, and sent and repeated byte for byte. */
export const toReturnResponse = (returned: ReturnProcessed): ReturnResponse => ({
  returnTransactionId: returned.returnTransactionId,
  returnRef: returned.returnRef,
  transactionRef: returned.transactionRef,
  memberId: returned.memberId,
  amountReturned: returned.amountReturned,
  amountRemaining: returned.amountRemaining,
  isWhole: returned.isWhole,
  pointsReversed: returned.pointsReversed,
  pointsFromBalance: returned.taken.fromBalance,
  pointsExpired: returned.taken.expired,
  pointsForgiven: returned.taken.forgiven,
  pointsBalance: returned.balanceAfter,
  awards: returned.awards.map((award) => ({ ...award, basis: 'SHARE' })),
  redeemed: returned.refund === null ? null : redeemedOf(returned.refund),
  reason: returned.reason,
  state: 'PROCESSED',
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
