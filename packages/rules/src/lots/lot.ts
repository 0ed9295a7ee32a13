import { dayMs, utcDayOf } from '@loyalty/kernel';

/**
 * A lot of one member: points that expire on the same UTC day, or after the same number of inactive days.
 * Points that never expire are in no lot.
 */
export interface LotKey {
  /** The number of inactive days; 0 for a lot that expires on a date. */
  readonly slidingDays: number;
  /** The UTC day, counted from 1970-01-01; 0 for a sliding lot. */
  readonly expiresOn: number;
}

export const lotNameOf = ({ slidingDays, expiresOn }: LotKey): string =>
  `${slidingDays.toString()}/${expiresOn.toString()}`;

export interface Lot extends LotKey {
  /** The points that are left; always above 0. */
  readonly points: number;
  /** The latest expiry of the entries in the lot; null for a sliding lot. */
  readonly expiresAtMs: number | null;
  readonly addedAtMs: number;
}

export interface LotTake extends LotKey {
  readonly points: number;
  /** When points of a sliding lot were added, if they may be returned as if they had never been taken. */
  readonly addedAtMs?: number;
  /** When points of a dated lot expire, if they may be returned. Earlier builds did not note it. */
  readonly expiresAtMs?: number;
}

/** Returns when points of this lot expire that have no expiry of their own; null for a sliding lot. */
export const lastInstantOf = ({ slidingDays, expiresOn }: LotKey): number | null =>
  slidingDays > 0 ? null : (expiresOn + 1) * dayMs - 1;

export interface LotGain extends LotKey {
  readonly points: number;
  readonly expiresAtMs: number | null;
}

/** An entry of the ledger, which never changes once it is stored (D50). */
export interface LedgerPosting {
  readonly id: string;
  readonly seq: number;
  readonly type: 'EARN' | 'REDEEM' | 'EXPIRE' | 'ADJUST' | 'RETURN' | 'REFUND';
  /** The points with their sign; 0 only for a RETURN. */
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAtMs: number | null;
  readonly slidingDays?: number;
  /**
   * The lots of spent points; the rest came from points that never expire. It is absent if no lot was used.
   */
  readonly fromLots?: readonly LotTake[];
  /**
   * By how much a RETURN changes lifetime points, 0 or less, or how many a merge moved with an ADJUST. It is
   * absent for points that are deducted later, and for adjustments by hand.
   */
  readonly lifetimeChange?: number;
}

export const lotGainOf = ({ points, expiresAtMs, slidingDays }: LedgerPosting): LotGain | null => {
  if (points <= 0) return null;
  if (slidingDays !== undefined) return { slidingDays, expiresOn: 0, points, expiresAtMs: null };
  return expiresAtMs === null
    ? null
    : { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), points, expiresAtMs };
};

/**
 * Spends points from the lots that are due first. At the same instant dated lots come first, then those with
 * fewer sliding days. What the lots lack comes from points that never expire. A redeem counts as an activity
 * before its lots are ordered.
 */
export const spendLots = (
  lots: readonly Lot[],
  { points, lastActivityAtMs }: { readonly points: number; readonly lastActivityAtMs: number | null },
): { readonly after: readonly Lot[]; readonly taken: readonly LotTake[] } => {
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

/** Joins the takes of each lot into one, in the order of their first ones. */
export const takesByLot = (takes: readonly LotTake[]): readonly LotTake[] => {
  const byLot = new Map<string, LotTake>();
  for (const take of takes) {
    const points = take.points + (byLot.get(lotNameOf(take))?.points ?? 0);
    byLot.set(lotNameOf(take), { ...take, points });
  }
  return [...byLot.values()];
};

/** Returns the lots with the points that these takes leave, without emptied ones. */
export const lotsWithout = (lots: readonly Lot[], takes: readonly LotTake[]): readonly Lot[] => {
  const taken = new Map(takesByLot(takes).map((take) => [lotNameOf(take), take.points]));
  return lots.flatMap((lot) => {
    const points = lot.points - (taken.get(lotNameOf(lot)) ?? 0);
    return points === 0 ? [] : [points === lot.points ? lot : { ...lot, points }];
  });
};

export const inOrderOfDue = (lots: readonly Lot[], lastActivityAtMs: number | null): readonly Lot[] =>
  lots.toSorted(
    (a, b) =>
      dueAtMs(a, lastActivityAtMs) - dueAtMs(b, lastActivityAtMs) ||
      a.slidingDays - b.slidingDays ||
      a.expiresOn - b.expiresOn,
  );

/**
 * Returns when a lot is due. A later activity moves a sliding lot; its days begin no earlier than the
 * addition of its points.
 */
export const dueAtMs = (
  { slidingDays, expiresAtMs, addedAtMs }: Lot,
  lastActivityAtMs: number | null,
): number => expiresAtMs ?? Math.max(lastActivityAtMs ?? addedAtMs, addedAtMs) + slidingDays * dayMs;

/**
 * Returns the takes with the expiry that their points have when they are given back. A redeem is an activity,
 * so points of a sliding lot count as added then; with `keepsSliding`, they keep the time at which they were
 * added.
 */
export const timedTakes = (
  takes: readonly LotTake[],
  lots: readonly Lot[],
  { keepsSliding }: { readonly keepsSliding: boolean },
): readonly LotTake[] => {
  const held = new Map(lots.map((lot) => [lotNameOf(lot), lot]));
  return takes.map((take) => {
    const lot = held.get(lotNameOf(take));
    if (lot === undefined) return take;
    const { expiresAtMs, addedAtMs, slidingDays } = lot;
    if (slidingDays > 0) return keepsSliding ? { ...take, addedAtMs } : take;
    return expiresAtMs === null ? take : { ...take, expiresAtMs };
  });
};

/** Returns the lots of `after` that are not in `before`. */
export const newLots = (before: readonly Lot[], after: readonly Lot[]): readonly Lot[] => {
  const known = new Set(before.map(lotNameOf));
  return after.filter((lot) => !known.has(lotNameOf(lot)));
};

/**
 * Returns the changed lots with their remaining points, or 0 if they are empty, and their expiry. `after`
 * holds the lots that have points left.
 */
export const changedLots = <L extends Lot>(before: readonly L[], after: readonly Lot[]): L[] => {
  const left = new Map(after.map((lot) => [lotNameOf(lot), lot]));
  return before.flatMap((lot) => {
    const { points, expiresAtMs } = left.get(lotNameOf(lot)) ?? { points: 0, expiresAtMs: lot.expiresAtMs };
    const isChanged = points !== lot.points || expiresAtMs !== lot.expiresAtMs;
    return isChanged ? [{ ...lot, points, expiresAtMs }] : [];
  });
};

/** The bound of a description (D10); the names of many campaigns may be longer. */
const descriptionLengthMax = 2000;

/** Returns the description of an entry: the names of the awards' campaigns, cut to the maximum length. */
export const namesOf = (awards: readonly { readonly campaignName: string }[]): string => {
  let names = '';
  for (const { campaignName } of awards) names = names === '' ? campaignName : `${names}, ${campaignName}`;
  return names.length <= descriptionLengthMax ? names : cutWhole(names, descriptionLengthMax);
};

/** Counts UTF-16 units, and cuts one less where the cut would split a surrogate pair. */
const cutWhole = (text: string, lengthMax: number): string => {
  const last = text.charCodeAt(lengthMax - 1);
  const endsInHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, endsInHalf ? lengthMax - 1 : lengthMax);
};
