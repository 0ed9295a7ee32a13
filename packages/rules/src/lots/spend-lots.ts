import type { Lot, LotTake } from '../model/lot.ts';
import { dueAtMs } from './due-at.ts';

/** The points to take from a member's lots. */
export interface LotSpending {
  /** 0 or more. When the lots hold fewer, the rest comes from points that never expire. */
  readonly points: number;
  /** The member's last activity, milliseconds since the epoch. A redeem counts as one before its lots are ordered. */
  readonly lastActivityAtMs: number | null;
}

export interface SpentLots {
  /** The lots that have points left, in the order in which they are due. */
  readonly after: readonly Lot[];
  /** In the order in which they were taken, each above 0. */
  readonly taken: readonly LotTake[];
}

/**
 * Takes points from the lots that are due first. Where two are due at once, dated lots come first, then fewer sliding
 * days.
 */
export const spendLots = (lots: readonly Lot[], { points, lastActivityAtMs }: LotSpending): SpentLots => {
  const after: Lot[] = [];
  const taken: LotTake[] = [];
  let remaining = points;
  for (const lot of inOrderOfDue(lots, lastActivityAtMs)) {
    const { slidingDays, expiresOn } = lot;
    const take = Math.min(remaining, lot.points);
    if (take > 0) taken.push({ slidingDays, expiresOn, points: take });
    if (take < lot.points) after.push(take === 0 ? lot : { ...lot, points: lot.points - take });
    remaining -= take;
  }
  return { after, taken };
};

/** Returns the lots in the order in which they are spent. */
export const inOrderOfDue = (lots: readonly Lot[], lastActivityAtMs: number | null): readonly Lot[] =>
  lots.toSorted(
    (a, b) =>
      dueAtMs(a, lastActivityAtMs) - dueAtMs(b, lastActivityAtMs) ||
      a.slidingDays - b.slidingDays ||
      a.expiresOn - b.expiresOn,
  );
