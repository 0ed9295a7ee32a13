import type { BurnRequest } from '@loyalty/contracts/burning';
import type { FieldError } from '@loyalty/contracts/http';
import { invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { takenInOrder } from '../lots/deduct-points.ts';
import { type LedgerPosting, type Lot, namesOf } from '../lots/lot.ts';
import type { UseChange } from '../limits/member-use.ts';
import type { Account, Claim } from '../member.ts';
import { withClaims } from './claims.ts';
import { givenBackBy, type RefundContext, refundOf, type ReturnRefund } from './give-back.ts';
import { type KeptByReturn, keptByReturn, type KeptOfReceipt, type ReturnedProduct } from './kept-of.ts';
import { claimsOf, type Deduction, deductionsOf, settleRefund, type SettledRefund } from './settle-refund.ts';
import type { SpentPoints } from './spent-points.ts';
import type { ReceiptReturns, ReturnAmounts, StoredReceipt } from './stored-receipt.ts';
import { type ReturnedAward, takeBack, type TakeBackContext, type TakenBack } from './take-back.ts';
import { takePoints, type TakenPoints } from './take-points.ts';
import { usesGivenBack } from './uses-given-back.ts';

export interface ReturnContext extends TakeBackContext, RefundContext {
  /** The member's account; null for an unknown member. */
  readonly account: Account | null;
  /** The receipt; null for an unknown one. */
  readonly receipt: StoredReceipt | null;
  /** All lots of the member, if the receipt has entries. */
  readonly lots: readonly Lot[];
  /** The member's spent points. */
  readonly spent: SpentPoints;
  readonly newId: (kind: string, n?: number) => string;
}

/** A return request without `memberKey`, which only identifies the member to the engine. */
export type ReturnOrder = Pick<
  BurnRequest,
  'ref' | 'transactionRef' | 'amountCents' | 'isWhole' | 'lines' | 'redeemRef' | 'reason'
>;

/**
 * Returns the reference of the redeem to refund. The first return that finds a redeem fixes it for its
 * receipt (D177).
 */
export const redeemRefOf = (
  receipt: Pick<StoredReceipt, 'returned'> | null,
  { redeemRef, transactionRef }: Pick<ReturnOrder, 'redeemRef' | 'transactionRef'>,
): string => receipt?.returned?.redeem?.ref ?? redeemRef ?? transactionRef;

export interface ReturnProcessed extends TakenBack {
  readonly outcome: 'processed';
  readonly kind: 'returned';
  readonly returnTransactionId: TransactionId;
  readonly returnRef: string;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly receipt: StoredReceipt;
  /** The returned amount; null if the receipt's amount is not known. */
  readonly amountReturned: number | null;
  readonly amountRemaining: number | null;
  /** True if nothing of the receipt remains. */
  readonly isWhole: boolean;
  readonly pointsReversed: number;
  readonly taken: TakenPoints;
  /** The refund; null if no redeem was found. */
  readonly refund: ReturnRefund | null;
  /** The refunded points that paid for earlier returns (D300). */
  readonly pointsDeducted: number;
  readonly deductions: readonly Deduction[];
  readonly balanceBefore: number;
  readonly accountAfter: Account;
  /** What to subtract from the member's counts that exist (D247). */
  readonly uses: readonly UseChange[];
  readonly after: ReceiptReturns;
  /** The member's spent points after the return. */
  readonly spentAfter: SpentPoints;
  readonly postings: readonly LedgerPosting[];
  /** The products of the return that decided nothing. */
  readonly productsNotUsed: readonly ReturnedProduct[];
  readonly reason: string | null;
  /** The time of its record. */
  readonly decidedAtMs: number;
}

export interface ReturnRefused {
  readonly outcome: 'refused';
  readonly code:
    | 'MEMBER_ERASED'
    | 'TRANSACTION_NOT_FOUND'
    | 'LIMIT_EXCEEDED'
    | 'RETURN_EXCEEDS_RECEIPT'
    /** A part of a receipt of 0. */
    | 'VALIDATION_ERROR'
    | 'POINTS_OVERFLOW'
    /** The receipt's terms have what this build does not know: nothing is guessed (D173). */
    | 'SERVICE_UNAVAILABLE';
  readonly context: Readonly<Record<string, number | string | null | readonly FieldError[]>>;
}

/** A row of ids and kept points has 3.3 KB at most. */
const returnsMax = 100;

/**
 * Judges a return by what is stored about the receipt, and by nothing that is configured today (D165), also
 * for a suspended member. Refusals are in the order of D2: an erased member, no such receipt of the member,
 * too many returns, more than is left, terms of a newer release, too large a balance. Redeemed points are
 * refunded first (D177).
 */
export const decideReturn = (context: ReturnContext, order: ReturnOrder): ReturnProcessed | ReturnRefused => {
  const { account, receipt } = context;
  if (account?.state === 'anonymized') return refused('MEMBER_ERASED');
  if (account === null || receipt?.memberId !== account.memberId) return refused('TRANSACTION_NOT_FOUND');
  if ((receipt.returned?.returnIds.length ?? 0) >= returnsMax)
    return refused('LIMIT_EXCEEDED', { limit: returnsMax, of: 'returnsOfReceipt' });
  const amounts = amountsOf(receipt, order);
  if (amounts.outcome === 'refused') return amounts;
  const kept = keptByReturn(receipt, { amounts, lines: order.lines });
  if (kept === null) return refused('SERVICE_UNAVAILABLE');
  return settled({ ...context, account, receipt }, order, { amounts, kept });
};

interface Settled {
  readonly amounts: ReturnAmounts;
  readonly kept: KeptByReturn;
}

type KnownReturn = ReturnContext & { readonly account: Account; readonly receipt: StoredReceipt };

const settled = (
  context: KnownReturn,
  order: ReturnOrder,
  { amounts, kept: { terms, before, after, sums, productsNotUsed } }: Settled,
): ReturnProcessed | ReturnRefused => {
  const { account, receipt, rewards, newId } = context;
  const { returned } = receipt;
  const returnTransactionId = newId('transaction') as TransactionId;
  const earned = sumOf(receipt.awards.map(({ pointsEarned }) => pointsEarned));
  const points = { from: earned - pointsIn(before), to: earned - pointsIn(after) };
  const refund = refundOf(context, amounts);
  const paid = refundedBy(refund, context);
  if (paid === null) return refused('POINTS_OVERFLOW');
  const fromPendingBefore = returned?.fromPending ?? 0;
  const taken = takenBy(paid, context, { ...points, fromPendingBefore });
  const recovered = taken.fromPending + taken.fromBalance + taken.expired;
  const hanging = takeBack(context, receipt, { terms, before, kept: after, recovered });
  const { awards } = hanging;
  const pointsUnrecovered = unrecoveredIn(receipt, taken);
  const pointsReversed = points.to - points.from;
  const id = newId('entry', paid.postings.length);
  const posting = returnPosting({ id, account: paid.account, awards, taken, pointsReversed });
  return {
    outcome: 'processed',
    kind: 'returned',
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
    refund,
    pointsDeducted: paid.pointsDeducted,
    deductions: deductionsOf(paid.deductions, context),
    accountAfter: accountAfter(paid.account, { posting, taken, awards, atSeq: account.ledgerSeq }),
    ...hanging,
    uses: usesGivenBack(receipt, { terms, before, kept: after, awards, rewards, pointsUnrecovered }),
    after: {
      amountCents: amounts.returnedInAll,
      ...sums,
      kept: after.awards.map((award) => award.points),
      returnIds: [...(returned?.returnIds ?? []), returnTransactionId],
      fromPending: fromPendingBefore + taken.fromPending,
      unrecovered: pointsUnrecovered,
      redeem: refund?.ofReceipt ?? returned?.redeem ?? null,
    },
    postings: posting === null ? paid.postings : [...paid.postings, posting],
    spentAfter: paid.spentAfter,
    productsNotUsed,
    reason: order.reason,
    decidedAtMs: context.nowMs,
  };
};

/** Redeemed points are returned first (D177), and pay earlier returns (D300). Null: they would pass the largest balance. */
const refundedBy = (refund: ReturnRefund | null, context: KnownReturn): SettledRefund | null => {
  const { spent, nowMs, newId } = context;
  const given = givenBackBy(refund, context);
  if (given.account.pointsBalance > Number.MAX_SAFE_INTEGER) return null;
  const { account, lotsAfter: lots, postings: entries, past } = given;
  const settled = settleRefund({
    account,
    lots,
    entries,
    redeemSeq: refund?.redeem.entry?.seq ?? 0,
    past,
    died: 0,
    spent,
    nowMs,
    newEntryId: (n) => newId('entry', entries.length + n),
  });
  return { ...settled, postings: [...entries, ...settled.postings] };
};

const takenBy = (
  { account, lotsAfter: lots, spentAfter: spent }: SettledRefund,
  { receipt: { entries, pending }, refunds: { unrecoveredPoints }, nowMs }: KnownReturn,
  { fromPendingBefore, ...points }: Parameters<typeof takePoints>[1] & { readonly fromPendingBefore: number },
): TakenPoints =>
  takePoints({ account, lots, entries, pending, fromPendingBefore, unrecoveredPoints, spent, nowMs }, points);

interface AccountChange {
  /** Null if nothing but pending points was reversed. */
  readonly posting: LedgerPosting | null;
  readonly taken: TakenPoints;
  readonly awards: readonly ReturnedAward[];
  /** This is the number of the member's last entry before the return. */
  readonly atSeq: number;
}

/**
 * A return is no activity. Lifetime points fall by all reversed ones, also by expired and forgiven ones, but
 * not by those that were pending (D168, D184).
 */
const accountAfter = (account: Account, { posting, taken, awards, atSeq }: AccountChange): Account => ({
  ...account,
  pointsBalance: account.pointsBalance - taken.fromBalance,
  lifetimePoints: account.lifetimePoints + (posting?.lifetimeChange ?? 0),
  ledgerSeq: account.ledgerSeq + (posting === null ? 0 : 1),
  ...(taken.toDeduct > 0 && { pointsToDeduct: (account.pointsToDeduct ?? 0) + taken.toDeduct }),
  ...claimsOf(account, withClaims(taken.claims, claimsBy(awards, taken, atSeq))),
});

/** Award by award in the receipt's order, behind what was recovered of each: as campaigns get them back (D176). */
const claimsBy = (
  awards: readonly ReturnedAward[],
  { expiredOut, claimable, toDeduct }: TakenPoints,
  seq: number,
): readonly Claim[] => {
  const missing = awards.map(({ pointsReversed, pointsRecovered }) => pointsReversed - pointsRecovered);
  const kind = toDeduct > 0 ? ('OWED' as const) : ('OUT' as const);
  const claimed = takenInOrder(missing, toDeduct + claimable);
  return [
    { kind: 'EXPIRED', seq, campaignId: null, points: expiredOut },
    ...awards.map(({ campaignId }, at) => ({ kind, seq, campaignId, points: claimed[at] ?? 0 })),
  ];
};

/** The sum covers all returns of the receipt, including this one. */
const unrecoveredIn = ({ returned }: StoredReceipt, { forgiven, claimable, toDeduct }: TakenPoints): number =>
  (returned?.unrecovered ?? 0) + forgiven + claimable + toDeduct;

/** Pending points are none of them yet (D184). */
const lifetimeLostBy = ({
  pointsReversed,
  taken,
}: Pick<ReturnProcessed, 'pointsReversed' | 'taken'>): number => pointsReversed - taken.fromPending;

const refused = (code: ReturnRefused['code'], context: ReturnRefused['context'] = {}): ReturnRefused => ({
  outcome: 'refused',
  code,
  context,
});

interface FittingAmounts extends ReturnAmounts {
  readonly outcome: 'fits';
}

/** A receipt whose amount is not known, or is 0, is returned whole only, once (D166, D333). */
const amountsOf = (receipt: StoredReceipt, order: ReturnOrder): FittingAmounts | ReturnRefused => {
  const { amountCents, returned: before } = receipt;
  const { isWhole, lines } = order;
  if (amountCents === null) {
    if (!isWhole || before !== null) return exceeding(before === null ? null : 0);
    return { outcome: 'fits', returned: null, returnedInAll: null, remaining: null, isWhole };
  }
  if (amountCents === 0 && !isWhole) return noParts(lines.length === 0 ? '/amount' : '/products');
  return partOf(amountCents, receipt, order);
};

const partOf = (
  amountCents: number,
  { returned: before }: StoredReceipt,
  { isWhole, amountCents: asked }: ReturnOrder,
): FittingAmounts | ReturnRefused => {
  const returnedBefore = before?.amountCents ?? 0;
  const left = amountCents - returnedBefore;
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

/** Nothing says which share of a receipt of 0 a part of it is (D333). */
const noParts = (pointer: string): ReturnRefused =>
  refused('VALIDATION_ERROR', {
    errors: [{ pointer, message: 'must not be sent for a receipt of 0, which is only returned whole' }],
  });

const pointsIn = ({ awards }: KeptOfReceipt): number => sumOf(awards.map(({ points }) => points));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

interface ReturnEntry extends Pick<ReturnProcessed, 'awards' | 'taken' | 'pointsReversed'> {
  readonly id: string;
  readonly account: Account;
}

/** Has 0 points if none were left, because lifetime points fall all the same; null if they do not fall. */
const returnPosting = ({ id, account, awards, ...returned }: ReturnEntry): LedgerPosting | null => {
  const { fromBalance, fromLots } = returned.taken;
  const lost = lifetimeLostBy(returned);
  return lost === 0
    ? null
    : {
        id,
        seq: account.ledgerSeq + 1,
        type: 'RETURN',
        points: 0 - fromBalance,
        balanceAfter: account.pointsBalance - fromBalance,
        description: namesOf(awards.filter((award) => award.pointsReversed > 0)),
        expiresAtMs: null,
        lifetimeChange: -lost,
        ...(fromLots.length === 0 ? {} : { fromLots }),
      };
};

/**
 * Returns the account after a return. Throws BrokenInvariant if the return was decided on another balance.
 */
export const applyReturn = (account: Account | null, returned: ReturnProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === returned.balanceBefore,
    'a return is applied once, to the account that it was decided on',
  );
  return returned.accountAfter;
};
