import type { BurnRequest } from '@loyalty/contracts/burning';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { floorProduct } from '../floor-product.ts';
import { type LedgerPosting, type Lot, namesOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { type EarnedEntry, type PendingPart, takePoints, type TakenPoints } from './take-points.ts';

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
  /** Reversed points that had not matured. */
  readonly fromPending: number;
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
  /** Of its points: those that have not matured. */
  readonly pending: readonly PendingPart[];
  /** Null until something of it came back. */
  readonly returned: ReceiptReturns | null;
}

export interface ReturnContext {
  /** Null for an unknown member. */
  readonly account: Account | null;
  /** Null for an unknown receipt. */
  readonly receipt: StoredReceipt | null;
  /** All of the member, where the receipt has entries. */
  readonly lots: readonly Lot[];
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

/** Without `memberKey`, which identifies the member to the engine alone. */
export type ReturnOrder = Pick<BurnRequest, 'ref' | 'transactionRef' | 'amountCents' | 'isWhole' | 'reason'>;

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
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly awards: readonly ReturnedAward[];
  readonly after: ReceiptReturns;
  readonly postings: readonly LedgerPosting[];
  readonly reason: string | null;
  /** The time of its record. */
  readonly decidedAtMs: number;
}

export interface ReturnRefused {
  readonly outcome: 'refused';
  readonly code: 'MEMBER_ERASED' | 'TRANSACTION_NOT_FOUND' | 'LIMIT_EXCEEDED' | 'RETURN_EXCEEDS_RECEIPT';
  readonly context: Readonly<Record<string, number | string | null>>;
}

/** A row of ids and kept points has 3.3 KB at most. */
const returnsMax = 100;

/**
 * Judged by what is stored of the receipt, and by nothing of today (D165). Also of a suspended member.
 * Refusals come in the order of D2: an erased member, no such receipt of the member, too many returns, more
 * than is left. A function of its arguments alone.
 */
export const decideReturn = (
  { account, receipt, lots, nowMs, newId }: ReturnContext,
  order: ReturnOrder,
): ReturnProcessed | ReturnRefused => {
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
  const { entries, pending } = receipt;
  const fromPendingBefore = receipt.returned?.fromPending ?? 0;
  const taken = takePoints({ account, lots, entries, pending, fromPendingBefore, nowMs }, points);
  const awards = receipt.awards.map(({ campaignId, campaignName }, at) => ({
    campaignId,
    campaignName,
    pointsReversed: (keptBefore[at] ?? 0) - (kept[at] ?? 0),
    pointsKept: kept[at] ?? 0,
  }));
  const pointsReversed = points.to - points.from;
  const lifetimeLost = pointsReversed - taken.fromPending;
  const balanceAfter = account.pointsBalance - taken.fromBalance;
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
    after: {
      amountCents: amounts.returnedInAll,
      kept,
      returnIds: [...returnIds, returnTransactionId],
      fromPending: fromPendingBefore + taken.fromPending,
    },
    postings:
      lifetimeLost === 0
        ? []
        : [returnPosting({ id: newId('entry', 0), account, balanceAfter, awards, taken, lifetimeLost })],
    reason: order.reason,
    decidedAtMs: nowMs,
  };
};

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
): { readonly keptBefore: readonly number[]; readonly kept: readonly number[] } => {
  const keptBefore = returned?.kept ?? awards.map(({ pointsEarned }) => pointsEarned);
  invariant(keptBefore.length === awards.length, 'what is kept is stored for each award of a receipt');
  const kept = awards.map(({ pointsEarned }, at) => {
    if (isWhole || amountCents === null || remaining === null) return 0;
    return Math.min(keptBefore[at] ?? 0, floorProduct(pointsEarned, remaining, amountCents));
  });
  return { keptBefore, kept };
};

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

interface ReturnEntry extends Pick<ReturnProcessed, 'awards' | 'taken' | 'balanceAfter'> {
  readonly id: string;
  readonly lifetimeLost: number;
  readonly account: Account;
}

/** Of 0 points where none were left, because lifetime points fall all the same. Pending ones had none. */
const returnPosting = ({
  id,
  account,
  balanceAfter,
  awards,
  taken: { fromBalance, fromLots },
  lifetimeLost,
}: ReturnEntry): LedgerPosting => ({
  id,
  seq: account.ledgerSeq + 1,
  type: 'RETURN',
  points: 0 - fromBalance,
  balanceAfter,
  description: namesOf(awards.filter((award) => award.pointsReversed > 0)),
  expiresAtMs: null,
  lifetimeChange: -lifetimeLost,
  ...(fromLots.length === 0 ? {} : { fromLots }),
});

/**
 * A return is no activity. Lifetime points fall by all reversed ones, also by expired and forgiven ones, but
 * not by those that were pending (D168, D189). Throws BrokenInvariant when it was decided on another balance.
 */
export const applyReturn = (account: Account | null, returned: ReturnProcessed): Account => {
  invariant(
    account !== null && account.pointsBalance === returned.balanceBefore,
    'a return is applied once, to the account that it was decided on',
  );
  return {
    ...account,
    pointsBalance: returned.balanceAfter,
    lifetimePoints: account.lifetimePoints - (returned.pointsReversed - returned.taken.fromPending),
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
  pointsFromPending: returned.taken.fromPending,
  pointsFromBalance: returned.taken.fromBalance,
  pointsExpired: returned.taken.expired,
  pointsForgiven: returned.taken.forgiven,
  pointsBalance: returned.balanceAfter,
  awards: returned.awards.map((award) => ({ ...award, basis: 'SHARE' })),
  reason: returned.reason,
  state: 'PROCESSED',
});
