import type { Lot, LotTake } from '../model/lot.ts';
import { dueAtMs } from './due-at.ts';

/** What is to be taken from a member's lots. */
export interface LotSpending {
  /** 0 or more; what the lots do not hold comes from points that never expire. */
  readonly points: number;
  /** The member's last activity, milliseconds since the epoch; a redeem counts as one before it is ordered. */
  readonly lastActivityAtMs: number | null;
}

export interface SpentLots {
  /** The lots that have points left, those first that are due first. */
  readonly after: readonly Lot[];
  /** In the order in which they were taken, each above 0. */
  readonly taken: readonly LotTake[];
}

/** Takes points from the lots that are due first. Where two are due at once, dated ones are first, then fewer days. */
export const spendLots = (lots: readonly Lot[], { points, lastActivityAtMs }: LotSpending): SpentLots => {
  const after: Lot[] = [];
  const taken: LotTake[] = [];
  let owed = points;
  for (const lot of inOrderOfDue(lots, lastActivityAtMs)) {
    const { slidingDays, expiresOn } = lot;
    const take = Math.min(owed, lot.points);
    if (take > 0) taken.push({ slidingDays, expiresOn, points: take });
    if (take < lot.points) after.push(take === 0 ? lot : { ...lot, points: lot.points - take });
    owed -= take;
  }
  return { after, taken };
};

/** Lots in the order in which they are spent. */
export const inOrderOfDue = (lots: readonly Lot[], lastActivityAtMs: number | null): readonly Lot[] =>
  lots.toSorted(
    (a, b) =>
      dueAtMs(a, lastActivityAtMs) - dueAtMs(b, lastActivityAtMs) ||
      a.slidingDays - b.slidingDays ||
      a.expiresOn - b.expiresOn,
  );
