import { type CampaignId, dayMs, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { floorProduct } from '../floor-product.ts';
import {
  dueAtMs,
  lastInstantOf,
  type LedgerPosting,
  type Lot,
  type LotKey,
  lotNameOf,
  type LotTake,
} from '../lots/lot.ts';
import { expiryOf } from '../lots/points-expiry.ts';
import { type Account, laterInstantOf } from '../member.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import type { RefundRules } from './refund-rules.ts';
import type { ReceiptRedeem, RefundedSums, ReturnAmounts, StoredReceipt } from './stored-receipt.ts';

/** The REDEEM entry of a redeem. */
export interface SpentEntry {
  readonly seq: number;
  readonly description: string;
  /**
   * The lots in the order in which they were taken. The remaining points came from points that never expire,
   * and were taken last.
   */
  readonly fromLots: readonly LotTake[];
  readonly atMs: number;
}

/** This tells who redeemed or captured points, and when. Authors are compared as texts. */
interface RedeemedBy {
  /** This is the time of the redeem, or of its capture, if it has one. */
  readonly atMs: number;
  /** It is the own redeem of those who redeemed, authorized or captured it. Empty where nobody is known. */
  readonly authors: readonly string[];
}

/** A redeem as it was stored. */
export interface StoredRedeem {
  readonly transactionId: TransactionId;
  readonly transactionRef: string;
  /** The member who redeemed, or into whom that one was merged. */
  readonly memberId: MemberId;
  /** The member who redeemed, if that one was merged into `memberId` since. The redeem is stored under it. */
  readonly storedUnder?: MemberId;
  readonly campaignId: CampaignId;
  readonly pointsRedeemed: number;
  readonly discountCents: number;
  /** The REDEEM entry; null if it is not found. */
  readonly entry: SpentEntry | null;
  readonly refunded: RefundedSums;
  /** True for an authorization, whether or not it can still be captured. */
  readonly isAuthorized: boolean;
  /** The time until which the redeem can be captured; null unless it is an open authorization. */
  readonly openUntilMs: number | null;
  /** Who redeemed the points; absent if it was not read, because it is not needed. */
  readonly by?: RedeemedBy;
}

export interface GiveBackContext {
  readonly account: Account;
  /** All lots that are due before the last of the lots to give back; all sliding lots. */
  readonly lots: readonly Lot[];
  readonly redeem: StoredRedeem;
  readonly nowMs: number;
  /**
   * How many days from now points of a dated lot may be valid because of the refund. They stay valid beyond
   * their own expiry for as long as they were out, within this limit. Null means that they keep their own
   * expiry.
   */
  readonly graceDays: number | null;
  /** The expiry of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
  /** The time zone of that expiry; null means UTC. */
  readonly zone: ZoneChanges | null;
  readonly newId: (kind: string, n?: number) => string;
}

export interface GivenBackPoints {
  /** The account with the points, and with the new balance and number of the last entry. */
  readonly account: Account;
  readonly lotsAfter: readonly Lot[];
  /** The REFUND entries, one for each lot. */
  readonly postings: readonly LedgerPosting[];
  /** The number of points that were past their own expiry. */
  readonly past: number;
}

/** These are all points of a redeem that were returned, before and after this refund. */
interface RefundRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Gives points back to the lots that they came from, beginning with the points that were taken last. Several
 * partial refunds have the same result as one. Points keep their own expiry to the millisecond (D178, D188);
 * those of a redeem that did not note it expire with the day of their lot. Sliding points count as added at
 * the redeem, because that was an activity.
 */
export const giveBackPoints = (context: GiveBackContext, range: RefundRange): GivenBackPoints => {
  const { account, lots, redeem, newId } = context;
  const held = new Map(lots.map((lot) => [lotNameOf(lot), lot]));
  const postings: LedgerPosting[] = [];
  let { pointsBalance, ledgerSeq } = account;
  let past = 0;
  for (const [name, gain] of gainsOf(context, range)) {
    const { key, points, addedAtMs } = gain;
    past += gain.past;
    pointsBalance += points;
    ledgerSeq += 1;
    const lot = held.get(name);
    const expiresAtMs = key === null ? null : endIn(lot, key, gain.endsAtMs);
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
    // A sliding lot that is there keeps its time: a refund renews nothing.
    const gone = { ...key, points: 0, addedAtMs };
    held.set(name, { ...(lot ?? gone), expiresAtMs, points: (lot?.points ?? 0) + points });
  }
  const given = { ...account, pointsBalance, ledgerSeq };
  return { account: given, lotsAfter: [...held.values()], postings, past };
};

/** The points of a lot end together, with the last of them; null for a sliding lot. */
const endIn = (lot: Lot | undefined, key: LotKey, endsAtMs: number | null): number | null =>
  endsAtMs === null
    ? (lot?.expiresAtMs ?? lastInstantOf(key))
    : laterInstantOf(lot?.expiresAtMs ?? null, endsAtMs);

const isSliding = (key: LotKey): boolean => key.slidingDays > 0;

interface RedeemedPart {
  /** Null for points that never expire: they are in no lot. */
  readonly key: LotKey | null;
  readonly points: number;
  /** Null if the redeem did not note it, and of points that expire on no date. */
  readonly endsAtMs: number | null;
  readonly addedAtMs: number;
}

interface Gain extends RedeemedPart {
  /** These are the points whose own time had passed. */
  readonly past: number;
}

/** Gains are joined by the name of their lot, in the order in which they are returned. */
const gainsOf = (
  { account, redeem, nowMs, graceDays, pointsExpiry, zone }: GiveBackContext,
  { from, to }: RefundRange,
): ReadonlyMap<string, Gain> => {
  const gains = new Map<string, Gain>();
  let begin = 0;
  for (const part of partsOf(redeem, { nowMs, pointsExpiry, zone })) {
    const points = Math.min(to, begin + part.points) - Math.max(from, begin);
    begin += part.points;
    if (points <= 0) continue;
    const isPast = isPastOf(part, { account, nowMs });
    const lived = graceDays === null ? part : livingLonger(part, { redeem, nowMs, graceDays });
    const name = lived.key === null ? '' : lotNameOf(lived.key);
    const before = gains.get(name);
    gains.set(name, {
      ...lived,
      points: points + (before?.points ?? 0),
      endsAtMs: before?.endsAtMs == null ? lived.endsAtMs : laterInstantOf(lived.endsAtMs, before.endsAtMs),
      past: (isPast ? points : 0) + (before?.past ?? 0),
    });
  }
  return gains;
};

const isPastOf = (
  part: RedeemedPart,
  { account: { lastActivityAtMs }, nowMs }: Pick<GiveBackContext, 'account' | 'nowMs'>,
): boolean => {
  const { key, points, addedAtMs } = part;
  if (key === null) return false;
  return dueAtMs({ ...key, points, addedAtMs, expiresAtMs: ownEndOf(part) }, lastActivityAtMs) <= nowMs;
};

const ownEndOf = ({ key, endsAtMs }: RedeemedPart): number | null => endsAtMs ?? (key && lastInstantOf(key));

/** Nobody gains by it: who redeems and returns has their points no longer than without (D178). */
const livingLonger = (
  part: RedeemedPart,
  { redeem, nowMs, graceDays }: Pick<GiveBackContext, 'redeem' | 'nowMs'> & { readonly graceDays: number },
): RedeemedPart => {
  const own = ownEndOf(part);
  if (own === null || redeem.entry === null) return part;
  const longer = Math.min(own + (nowMs - redeem.entry.atMs), nowMs + graceDays * dayMs);
  if (longer <= own) return part;
  return { ...part, endsAtMs: longer, key: { slidingDays: 0, expiresOn: utcDayOf(longer) } };
};

/** The parts cover all redeemed points, in the order in which they are returned. */
const partsOf = (
  { pointsRedeemed, entry }: StoredRedeem,
  { nowMs, pointsExpiry, zone }: Pick<GiveBackContext, 'nowMs' | 'pointsExpiry' | 'zone'>,
): readonly RedeemedPart[] => {
  if (entry === null) {
    const expiry = expiryOf(pointsExpiry, nowMs, zone);
    const key = expiry && { slidingDays: expiry.slidingDays, expiresOn: dayOf(expiry.expiresAtMs) };
    return [{ key, points: pointsRedeemed, endsAtMs: expiry?.expiresAtMs ?? null, addedAtMs: nowMs }];
  }
  const { fromLots, atMs } = entry;
  const unbound = pointsRedeemed - fromLots.reduce((sum, { points }) => sum + points, 0);
  const dated = fromLots.map(({ slidingDays, expiresOn, points, addedAtMs = atMs, ...take }) => {
    const key = { slidingDays, expiresOn };
    return { key, points, endsAtMs: take.expiresAtMs ?? null, addedAtMs };
  });
  return [{ key: null, points: unbound, endsAtMs: null, addedAtMs: atMs }, ...dated.toReversed()];
};

const dayOf = (expiresAtMs: number | null): number => (expiresAtMs === null ? 0 : utcDayOf(expiresAtMs));

export interface RefundContext {
  /** The redeem that the return names; null if there is none, or if it may still lapse. */
  readonly redeem: StoredRedeem | null;
  readonly refunds: RefundRules;
  /** The expiry of points whose lots are not known. */
  readonly pointsExpiry: PointsExpiry;
  /** The time zone of that expiry; null means UTC. */
  readonly zone: ZoneChanges | null;
}

/** What one return refunds of a redeem. */
export interface ReturnRefund {
  readonly redeem: StoredRedeem;
  readonly pointsRefunded: number;
  readonly discountCents: number;
  /** The sums of the redeem after all its refunds. */
  readonly refunded: RefundedSums;
  /** The part of the redeem that belongs to this receipt. */
  readonly ofReceipt: ReceiptRedeem;
}

/**
 * Returns the refund of a return. Another member's redeem with the reference does not belong to this receipt,
 * and an open authorization is voided instead.
 */
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

/**
 * Returns the share, rounded down, of everything that was returned of the receipt so far, so that parts add
 * up exactly.
 */
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
  context: RefundContext & Omit<GiveBackContext, 'redeem' | 'graceDays'>,
): GivenBackPoints => {
  const { account, lots, refunds } = context;
  if (refund === null) return { account, lotsAfter: lots, postings: [], past: 0 };
  const { redeem, refunded } = refund;
  return giveBackPoints(
    { ...context, redeem, graceDays: refunds.refundGraceDays },
    { from: redeem.refunded.points, to: refunded.points },
  );
};
