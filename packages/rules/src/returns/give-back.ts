import { type CampaignId, dayMs, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { type LedgerPosting, type Lot, type LotKey, lotNameOf, type LotTake } from '../lots/lot.ts';
import { expiryOf } from '../lots/points-expiry.ts';
import type { Account } from '../member.ts';

/** The REDEEM entry of a redeem. */
export interface SpentEntry {
  readonly description: string;
  /** In the order in which they were taken; the rest came from points that never expire, behind them. */
  readonly fromLots: readonly LotTake[];
  readonly atMs: number;
}

/** Of a redeem: the points, and the discount that they had bought. */
export interface RefundedSums {
  readonly points: number;
  readonly discountCents: number;
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
