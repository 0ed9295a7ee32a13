import { type CampaignId, dayMs, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { floorProduct } from '../floor-product.ts';
import { type LedgerPosting, type Lot, type LotKey, lotNameOf, type LotTake } from '../lots/lot.ts';
import { expiryOf } from '../lots/points-expiry.ts';
import type { RedeemedBy } from '../burning/void-window.ts';
import type { Account } from '../member.ts';
import type { RefundRules } from './refund-rules.ts';
import type { ReceiptRedeem, RefundedSums, ReturnAmounts, StoredReceipt } from './stored-receipt.ts';

/** The REDEEM entry of a redeem. */
export interface SpentEntry {
  readonly description: string;
  /** In the order in which they were taken; the rest came from points that never expire, behind them. */
  readonly fromLots: readonly LotTake[];
  readonly atMs: number;
}

/** As it was stored. */
export interface StoredRedeem {
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  readonly memberId: MemberId;
  readonly campaignId: CampaignId;
  readonly pointsRedeemed: number;
  readonly discountCents: number;
  /** Null if it is not found. */
  readonly entry: SpentEntry | null;
  readonly refunded: RefundedSums;
  /** True of one that could be captured, whether or not it still can. */
  readonly isAuthorized: boolean;
  /** Until when it can be captured; null of all but open authorizations. */
  readonly openUntilMs: number | null;
  /** Absent: it is not read where nobody asks. */
  readonly by?: RedeemedBy;
}

export interface GiveBackContext {
  readonly account: Account;
  /** All that are due before the last of them; sliding ones all. */
  readonly lots: readonly Lot[];
  readonly redeem: StoredRedeem;
  readonly nowMs: number;
  /** No dated lot before this UTC day gets points. */
  readonly leastExpiresOn: number;
  /** Of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
  readonly newId: (kind: string, n?: number) => string;
}

export interface GivenBackPoints {
  /** After the points; seq and balance have moved on. */
  readonly account: Account;
  readonly lotsAfter: readonly Lot[];
  /** REFUND entries, one for each lot. */
  readonly postings: readonly LedgerPosting[];
}

/** Of the points that came back in all: before, and after. */
interface RefundRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Into the lots that they came from, beginning with the points that were taken last. Refunds in parts end as
 * one does. A lot that is gone comes back with the last instant of its day; a sliding one as added at the
 * redeem, because that was an activity.
 */
export const giveBackPoints = (context: GiveBackContext, range: RefundRange): GivenBackPoints => {
  const { account, lots, redeem, newId } = context;
  const held = new Map(lots.map((lot) => [lotNameOf(lot), lot]));
  const postings: LedgerPosting[] = [];
  let { pointsBalance, ledgerSeq } = account;
  for (const [name, { key, points, addedAtMs }] of gainsOf(context, range)) {
    pointsBalance += points;
    ledgerSeq += 1;
    const lot = held.get(name);
    const expiresAtMs = lot?.expiresAtMs ?? lastInstantOf(key);
    postings.push({
      id: newId('entry', postings.length),
      seq: ledgerSeq,
      type: 'REFUND',
      points,
      balanceAfter: pointsBalance,
      description: redeem.entry?.description ?? 'Redeemed points given back',
      expiresAtMs,
      ...(key !== null && isSliding(key) && { slidingDays: key.slidingDays }),
    });
    if (key === null) continue;
    // A lot that is there keeps its own times: a refund renews nothing.
    const gone = { ...key, points: 0, expiresAtMs, addedAtMs };
    held.set(name, { ...(lot ?? gone), points: (lot?.points ?? 0) + points });
  }
  return { account: { ...account, pointsBalance, ledgerSeq }, lotsAfter: [...held.values()], postings };
};

const isSliding = (key: LotKey): boolean => key.slidingDays > 0;

interface Gain {
  /** Null for points that never expire: they are in no lot. */
  readonly key: LotKey | null;
  readonly points: number;
  readonly addedAtMs: number;
}

/** By the name of their lot, in the order in which they come back. */
const gainsOf = (
  { redeem, nowMs, leastExpiresOn, pointsExpiry }: GiveBackContext,
  { from, to }: RefundRange,
): ReadonlyMap<string, Gain> => {
  const gains = new Map<string, Gain>();
  let begin = 0;
  for (const part of partsOf(redeem, { nowMs, pointsExpiry })) {
    const points = Math.min(to, begin + part.points) - Math.max(from, begin);
    begin += part.points;
    if (points <= 0) continue;
    const key = part.key === null ? null : atLeast(part.key, leastExpiresOn);
    const name = key === null ? '' : lotNameOf(key);
    gains.set(name, { ...part, key, points: points + (gains.get(name)?.points ?? 0) });
  }
  return gains;
};

/** Of all redeemed points, in the order in which they come back. */
const partsOf = (
  { pointsRedeemed, entry }: StoredRedeem,
  { nowMs, pointsExpiry }: Pick<GiveBackContext, 'nowMs' | 'pointsExpiry'>,
): readonly Gain[] => {
  if (entry === null) {
    const expiry = expiryOf(pointsExpiry, nowMs);
    const key = expiry && { slidingDays: expiry.slidingDays, expiresOn: dayOf(expiry.expiresAtMs) };
    return [{ key, points: pointsRedeemed, addedAtMs: nowMs }];
  }
  const { fromLots, atMs } = entry;
  const unbound = pointsRedeemed - fromLots.reduce((sum, { points }) => sum + points, 0);
  const dated = fromLots.map(({ slidingDays, expiresOn, points, addedAtMs = atMs }) => ({
    key: { slidingDays, expiresOn },
    points,
    addedAtMs,
  }));
  return [{ key: null, points: unbound, addedAtMs: atMs }, ...dated.toReversed()];
};

const dayOf = (expiresAtMs: number | null): number => (expiresAtMs === null ? 0 : utcDayOf(expiresAtMs));

const atLeast = (key: LotKey, leastExpiresOn: number): LotKey =>
  key.slidingDays > 0 || key.expiresOn >= leastExpiresOn
    ? key
    : { slidingDays: 0, expiresOn: leastExpiresOn };

const lastInstantOf = (key: LotKey | null): number | null =>
  key === null || isSliding(key) ? null : (key.expiresOn + 1) * dayMs - 1;

export interface RefundContext {
  /** By the reference that the return names; null if there is none, or if it may still lapse. */
  readonly redeem: StoredRedeem | null;
  readonly refunds: RefundRules;
  /** Of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
}

/** Of a redeem, by one return. */
export interface ReturnRefund {
  readonly redeem: StoredRedeem;
  readonly pointsRefunded: number;
  readonly discountCents: number;
  /** Of the redeem, in all. */
  readonly refunded: RefundedSums;
  /** Of the redeem, by this receipt. */
  readonly ofReceipt: ReceiptRedeem;
}

/** Another member's redeem with the reference is none of this receipt, and an open authorization is voided instead. */
export const refundOf = (
  {
    account,
    receipt,
    redeem,
    refunds: { refundPoints },
  }: RefundContext & { readonly account: Account; readonly receipt: StoredReceipt },
  amounts: ReturnAmounts,
): ReturnRefund | null => {
  if (redeem?.memberId !== account.memberId || refundPoints === 'NEVER') return null;
  if (redeem.openUntilMs !== null) return null;
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

export const givenBackBy = (
  refund: ReturnRefund | null,
  context: RefundContext & Omit<GiveBackContext, 'redeem' | 'leastExpiresOn'>,
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
