import { dayMs } from '@loyalty/kernel';

/**
 * Identifies a lot of one member: points that expire on the same UTC day, or after the same number of inactive days.
 * Points that never expire are in no lot.
 */
export interface LotKey {
  /** 0 for a lot that expires on a date. */
  readonly slidingDays: number;
  /** The UTC day, counted from 1970-01-01; 0 for a sliding lot. */
  readonly expiresOn: number;
}

/** Returns a text that identifies a lot among those of its member. */
export const lotNameOf = ({ slidingDays, expiresOn }: LotKey): string =>
  `${slidingDays.toString()}/${expiresOn.toString()}`;

/** Points of one member that expire together (D49). */
export interface Lot extends LotKey {
  /** Its remaining points: above 0. */
  readonly points: number;
  /** The latest expiry of the entries in it, milliseconds since the epoch; null for a sliding lot. */
  readonly expiresAtMs: number | null;
  /** When points were last added to it, milliseconds since the epoch. */
  readonly addedAtMs: number;
}

/** Points taken from a lot. */
export interface LotTake extends LotKey {
  readonly points: number;
}

/** Points to be added to a lot. The lot is created where it does not exist. */
export interface LotGain extends LotKey {
  readonly points: number;
  readonly expiresAtMs: number | null;
}

/** The points to take from a member's lots. */
interface LotSpending {
  /** 0 or more. When the lots hold fewer, the rest comes from points that never expire. */
  readonly points: number;
  /** The member's last activity, milliseconds since the epoch. A redeem counts as one before its lots are ordered. */
  readonly lastActivityAtMs: number | null;
}

interface SpentLots {
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

/**
 * Returns the instant at which a lot expires, in milliseconds since the epoch. A later activity moves the instant of a
 * sliding lot. The days of a sliding lot begin no earlier than the addition of its points.
 */
export const dueAtMs = (
  { slidingDays, expiresAtMs, addedAtMs }: Lot,
  lastActivityAtMs: number | null,
): number => expiresAtMs ?? Math.max(lastActivityAtMs ?? addedAtMs, addedAtMs) + slidingDays * dayMs;

/**
 * Returns each lot that a spending changed, with its remaining points; 0 where it is empty. `after` holds the lots that
 * have points left.
 */
export const changedLots = <L extends Lot>(before: readonly L[], after: readonly Lot[]): L[] => {
  const left = new Map(after.map((lot) => [lotNameOf(lot), lot.points]));
  return before
    .map((lot) => ({ ...lot, points: left.get(lotNameOf(lot)) ?? 0 }))
    .filter(({ points }, at) => points !== before[at]?.points);
};
