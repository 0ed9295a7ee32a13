import type { BurnRequest } from '@loyalty/contracts/burning';
import type { HttpSchemas } from '@loyalty/contracts/http';
import { type CampaignId, invariant, type MemberId, type TransactionId } from '@loyalty/kernel';
import { type LedgerPosting, type Lot, namesOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { type AwardTerms, decodeTerms, skuHashOf, type SkuUnits } from './award-terms.ts';
import {
  type GivenByReceipt,
  type KeptAward,
  keptOf,
  type KeptOfReceipt,
  type ReturnBasis,
  skusReturned,
} from './kept-of.ts';
import { type EarnedEntry, takePoints, type TakenPoints } from './take-points.ts';

export interface ReceiptAward {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly pointsEarned: number;
}

/** A stamp card that the receipt stamped. */
export interface ReceiptCard {
  readonly campaignId: CampaignId;
}

/** How much of a receipt came back so far. */
export interface ReceiptReturns {
  /** Null where the receipt's amount is not known. */
  readonly amountCents: number | null;
  /** Returned without products. */
  readonly unnamedCents: number;
  /** Returned as products, of the skus that the receipt's terms name. */
  readonly skus: readonly SkuUnits[];
  /** Points of each award that stay, in its order. */
  readonly kept: readonly number[];
  readonly returnIds: readonly string[];
}

/** As it was stored. It has no lines. */
export interface StoredReceipt {
  readonly transactionId: TransactionId;
  readonly memberId: MemberId;
  /** Null of receipts from before there were figures. */
  readonly amountCents: number | null;
  readonly occurredAtMs: number | null;
  readonly awards: readonly ReceiptAward[];
  readonly cards: readonly ReceiptCard[];
  /** As `encodeTerms` has them; null of receipts from before there were terms. */
  readonly terms: Buffer | null;
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
  /** All of the member, where the receipt has entries. */
  readonly lots: readonly Lot[];
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

/** Without `memberKey`, which identifies the member to the engine alone. */
export type ReturnOrder = Pick<
  BurnRequest,
  'ref' | 'transactionRef' | 'amountCents' | 'isWhole' | 'lines' | 'reason'
>;

export interface ReturnedAward extends Omit<ReceiptAward, 'pointsEarned'> {
  readonly pointsReversed: number;
  readonly pointsKept: number;
  readonly basis: ReturnBasis;
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
  readonly code:
    | 'MEMBER_ERASED'
    | 'TRANSACTION_NOT_FOUND'
    | 'LIMIT_EXCEEDED'
    | 'RETURN_EXCEEDS_RECEIPT'
    /** The receipt's terms have what this build does not know: nothing is guessed (D173). */
    | 'SERVICE_UNAVAILABLE';
  readonly context: Readonly<Record<string, number | string | null>>;
}

/** A row of ids and kept points has 3.3 KB at most. */
const returnsMax = 100;

/**
 * Judged by what is stored of the receipt, and by nothing of today (D165). Also of a suspended member.
 * Refusals come in the order of D2: an erased member, no such receipt of the member, too many returns, more
 * than is left, terms of a newer release. A function of its arguments alone.
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
  const kept = keptBy(receipt, { amounts, order });
  if (kept === null) return refused('SERVICE_UNAVAILABLE');
  const returnTransactionId = newId('transaction') as TransactionId;
  const { before, after, sums } = kept;
  const earned = sumOf(receipt.awards.map(({ pointsEarned }) => pointsEarned));
  const points = { from: earned - pointsIn(before), to: earned - pointsIn(after) };
  const taken = takePoints({ account, lots, entries: receipt.entries, nowMs }, points);
  const awards = receipt.awards.map((award, at) => returnedAward(award, before.awards[at], after.awards[at]));
  const pointsReversed = points.to - points.from;
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
      unnamedCents: sums.unnamedCents,
      skus: sums.skus,
      kept: after.awards.map((award) => award.points),
      returnIds: [...returnIds, returnTransactionId],
    },
    postings:
      pointsReversed === 0
        ? []
        : [returnPosting({ id: newId('entry', 0), account, balanceAfter, awards, taken, pointsReversed })],
    reason: order.reason,
    decidedAtMs: nowMs,
  };
};

const returnedAward = (
  { campaignId, campaignName }: ReceiptAward,
  before: KeptAward | undefined,
  after: KeptAward | undefined,
): ReturnedAward => {
  invariant(before !== undefined && after !== undefined, 'each award of a receipt is judged');
  const pointsReversed = before.points - after.points;
  return { campaignId, campaignName, pointsReversed, pointsKept: after.points, basis: after.basis };
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

const countsOf = ({ awards, cards }: StoredReceipt): { readonly awards: number; readonly cards: number } => ({
  awards: awards.length,
  cards: cards.length,
});

interface KeptByReturn {
  readonly before: KeptOfReceipt;
  readonly after: KeptOfReceipt;
  /** Of all returns of the receipt, with this one. */
  readonly sums: Pick<ReceiptReturns, 'unnamedCents' | 'skus'>;
}

/** Never more than before: an older build may have judged by the share alone. Null for unknown terms. */
const keptBy = (
  receipt: StoredReceipt,
  { amounts, order }: { readonly amounts: ReturnAmounts; readonly order: Pick<ReturnOrder, 'lines'> },
): KeptByReturn | null => {
  const { awards, cards, amountCents, returned } = receipt;
  const terms = receipt.terms === null ? null : decodeTerms(receipt.terms, countsOf(receipt));
  if (terms === null && receipt.terms !== null) return null;
  const given = { amountCents, points: awards.map(({ pointsEarned }) => pointsEarned), cards: cards.length };
  const { unnamedCents, skus, kept } = returned ?? { ...nothingReturned, kept: given.points };
  invariant(kept.length === awards.length, 'what is kept is stored for each award of a receipt');
  const sums = {
    unnamedCents: unnamedCents + (order.lines.length === 0 ? (amounts.returned ?? 0) : 0),
    skus: skusReturned(terms, skus, order.lines.map(unitsOf)),
  };
  const after = keptOf(terms, given, { ...sums, amountCents: amounts.returnedInAll ?? 0 });
  return {
    before: keptBefore(terms, given, returned),
    after: withPoints(after, ({ points }, at) => Math.min(points, kept[at] ?? 0)),
    sums,
  };
};

const nothingReturned = { unnamedCents: 0, skus: [] };

/** All of it stays until something came back, also of a receipt of nothing. */
const keptBefore = (
  terms: AwardTerms | null,
  given: GivenByReceipt,
  returned: ReceiptReturns | null,
): KeptOfReceipt => {
  if (returned === null)
    return {
      awards: given.points.map((points) => ({ points, rewards: true, basis: 'RULES' })),
      cards: Array.from({ length: given.cards }, () => ({ isKept: true })),
    };
  const before = keptOf(terms, given, { ...returned, amountCents: returned.amountCents ?? 0 });
  return withPoints(before, (_, at) => returned.kept[at] ?? 0);
};

const withPoints = (
  { awards, cards }: KeptOfReceipt,
  pointsOf: (award: KeptAward, at: number) => number,
): KeptOfReceipt => ({
  awards: awards.map((award, at) => ({
    points: pointsOf(award, at),
    rewards: award.rewards,
    basis: award.basis,
  })),
  cards,
});

const unitsOf = ({ sku, quantity }: ReturnOrder['lines'][number]): SkuUnits => ({
  hash: skuHashOf(sku),
  thousandths: Math.round(quantity * 1_000),
});

const pointsIn = ({ awards }: KeptOfReceipt): number => sumOf(awards.map(({ points }) => points));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

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
  awards: returned.awards.map((award) => ({ ...award })),
  reason: returned.reason,
  state: 'PROCESSED',
});
