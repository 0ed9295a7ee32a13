import { utcDayOf } from '@loyalty/kernel';
import {
  dueAtMs,
  type LedgerPosting,
  type Lot,
  type LotKey,
  lotNameOf,
  lotsWithout,
  type LotTake,
  spendLots,
  takesByLot,
} from '../lots/lot.ts';
import type { Account, Claim } from '../member.ts';
import { claimedOf, type Slack, slackOf } from './claims.ts';
import type { UnrecoveredPoints } from './refund-rules.ts';
import { deadIn, type SpentPoints } from './spent-points.ts';

/** An EARN entry of the receipt. */
export interface EarnedEntry extends Pick<LedgerPosting, 'points' | 'expiresAtMs' | 'slidingDays'> {
  readonly addedAtMs: number;
}

/** Points of the receipt that are still pending. */
export interface PendingPart {
  readonly n: number;
  /** The points that are left; 0 once nothing is left. */
  readonly points: number;
}

interface TakeContext {
  readonly account: Account;
  /** All of the member; of a receipt without entries, enough of those that are due first. */
  readonly lots: readonly Lot[];
  /**
   * These are the receipt's entries in the order of their numbers. The list is empty if they are not found.
   */
  readonly entries: readonly EarnedEntry[];
  readonly pending: readonly PendingPart[];
  /** Pending points that earlier returns took. */
  readonly fromPendingBefore: number;
  readonly unrecoveredPoints: UnrecoveredPoints;
  readonly spent: SpentPoints;
  readonly nowMs: number;
}

export interface TakenPoints {
  readonly fromPending: number;
  readonly pendingAfter: readonly PendingPart[];
  readonly fromBalance: number;
  /** The points that are past their own expiry, so that no other points pay for them. */
  readonly expired: number;
  /**
   * The expired points that are out and would be valid again if their redeem were refunded with more time.
   */
  readonly expiredOut: number;
  /** The points that are gone for good and that nobody pays for. */
  readonly forgiven: number;
  /** The points that are out in earlier redeems, and are paid when these are refunded (D300). */
  readonly claimable: number;
  /** The points that the balance no longer has, so they are taken from what the member earns next. */
  readonly toDeduct: number;
  /** The earlier claims that can still be paid. */
  readonly claims: readonly Claim[];
  readonly fromLots: readonly LotTake[];
  /** The lots after the return, without emptied ones. */
  readonly lotsAfter: readonly Lot[];
}

/** This is a range of the points that a receipt earned. */
interface PointsRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Takes points from the receipt's pending points (D184), then from its own lots, then, unless their own
 * expiry has passed, from the other lots in spending order (D167). All parts of a receipt take from each of
 * its entries what that entry earned: earlier returns have taken the points before `from`, and those that
 * were pending had no entry.
 */
export const takePoints = (context: TakeContext, { from, to }: PointsRange): TakenPoints => {
  const { account, lots, pending, fromPendingBefore } = context;
  const { pointsBalance, lastActivityAtMs } = account;
  const { fromPending, pendingAfter } = takePending(pending, to - from);
  const begin = from - fromPendingBefore;
  const own = takeOwn(context, { from: begin, to: begin + (to - from) - fromPending });
  const slack = slackOf(account, context.spent);
  const { expired, expiredOut } = excusedOf(context, own.past, slack);
  const missing = own.missing + own.past - expired;
  const others = Math.min(missing, pointsBalance - own.points);
  const { after, taken } = spendLots(own.after, { points: others, lastActivityAtMs });
  const fromLots = takesByLot([...own.taken, ...taken]);
  const unrecovered = missing - others;
  return {
    fromPending,
    pendingAfter,
    fromBalance: own.points + others,
    expired,
    expiredOut,
    ...unrecoveredOf(context, { unrecovered, unclaimed: slack.unclaimed - expiredOut }),
    claims: slack.claims,
    fromLots,
    lotsAfter: fromLots.length === 0 ? lots : after,
  };
};

/**
 * Points of the receipt whose time has passed, and that their lot has not got: they expired, or are out and will
 * expire when they are returned. No more of them than have truly gone one way or the other; others pay for the rest,
 * because it lives on in the balance.
 */
const excusedOf = (
  { account: { lastActivityAtMs }, spent, nowMs }: TakeContext,
  past: number,
  { claims, unclaimed, gone, room }: Slack,
): Pick<TakenPoints, 'expired' | 'expiredOut'> => {
  if (past === 0) return { expired: 0, expiredOut: 0 };
  const dead = deadIn(spent, { lastActivityAtMs, nowMs }) - claimedOf(claims).EXPIRED;
  const most = Math.min(past, room);
  const expired = Math.min(most, gone);
  const expiredOut = Math.min(most - expired, Math.max(0, Math.min(dead, unclaimed)));
  return { expired: expired + expiredOut, expiredOut };
};

/** Nothing is forgiven that may be returned: it stays claimable, whatever the setting (D300). */
const unrecoveredOf = (
  { account: { pointsToDeduct = 0 }, unrecoveredPoints }: TakeContext,
  { unrecovered, unclaimed }: { readonly unrecovered: number; readonly unclaimed: number },
): Pick<TakenPoints, 'toDeduct' | 'claimable' | 'forgiven'> => {
  // An account holds as many as a number does; what is beyond is as if it were forgiven.
  const toDeduct =
    unrecoveredPoints === 'FORGIVE' ? 0 : Math.min(unrecovered, Number.MAX_SAFE_INTEGER - pointsToDeduct);
  const claimable = Math.min(unrecovered - toDeduct, Math.max(0, unclaimed));
  return { toDeduct, claimable, forgiven: unrecovered - toDeduct - claimable };
};

const takePending = (
  pending: readonly PendingPart[],
  points: number,
): Pick<TakenPoints, 'fromPending' | 'pendingAfter'> => {
  let fromPending = 0;
  const pendingAfter = pending.map((part) => {
    const take = Math.min(part.points, points - fromPending);
    fromPending += take;
    return take === 0 ? part : { ...part, points: part.points - take };
  });
  return { fromPending, pendingAfter };
};

interface OwnTaken {
  readonly points: number;
  /** Neither in their lot nor alive: their own time has passed. */
  readonly past: number;
  /** These points are to be taken from other points. */
  readonly missing: number;
  readonly taken: readonly LotTake[];
  readonly after: readonly Lot[];
}

const takeOwn = (context: TakeContext, { from, to }: PointsRange): OwnTaken => {
  const { account, entries, nowMs } = context;
  const left = new Map(context.lots.map((lot) => [lotNameOf(lot), lot.points]));
  let free = account.pointsBalance - context.lots.reduce((sum, { points }) => sum + points, 0);
  const taken: LotTake[] = [];
  let [points, past, missing, begin] = [0, 0, to - from, 0];
  for (const entry of entries) {
    const asked = Math.max(0, Math.min(to, begin + entry.points) - Math.max(from, begin));
    begin += entry.points;
    const key = lotKeyOf(entry);
    const held = key === null ? free : (left.get(lotNameOf(key)) ?? 0);
    const take = Math.min(asked, held);
    if (key === null) free -= take;
    else if (take > 0) {
      left.set(lotNameOf(key), held - take);
      taken.push({ ...key, points: take });
    }
    const isPast = key !== null && dueAtMs({ ...entry, ...key }, account.lastActivityAtMs) <= nowMs;
    if (isPast) past += asked - take;
    points += take;
    missing -= isPast ? asked : take;
  }
  return { points, past, missing, taken, after: lotsWithout(context.lots, taken) };
};

/** Returns null for points that never expire: they are in no lot. */
const lotKeyOf = ({ expiresAtMs, slidingDays }: EarnedEntry): LotKey | null => {
  if (slidingDays !== undefined) return { slidingDays, expiresOn: 0 };
  return expiresAtMs === null ? null : { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs) };
};
