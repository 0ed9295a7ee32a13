import { dayMs, utcDayOf } from '@loyalty/kernel';

/**
 * Identifies a lot of one member: points that expire on the same UTC day, or after the same number of
 * inactive days. Points that never expire are in no lot.
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

export interface LotTake extends LotKey {
  readonly points: number;
}

/** Points to be added to a lot. The lot is created where it does not exist. */
export interface LotGain extends LotKey {
  readonly points: number;
  readonly expiresAtMs: number | null;
}

/** A ledger entry that the decision makes; never changed once stored (D50). */
export interface LedgerPosting {
  readonly id: string;
  readonly seq: number;
  readonly type: 'EARN' | 'REDEEM' | 'EXPIRE' | 'ADJUST';
  /** Signed points. */
  readonly points: number;
  readonly balanceAfter: number;
  readonly description: string;
  readonly expiresAtMs: number | null;
  /** For points that expire after inactive days (D49): the days of their lot. */
  readonly slidingDays?: number;
  /**
   * For spent points: the part that came from lots. The rest came from points that never expire. Absent where
   * no lot was used.
   */
  readonly fromLots?: readonly LotTake[];
}

/** Returns the lot to which an entry adds its points; null where points are taken away, or never expire. */
export const lotGainOf = ({ points, expiresAtMs, slidingDays }: LedgerPosting): LotGain | null => {
  if (points <= 0) return null;
  if (slidingDays !== undefined) return { slidingDays, expiresOn: 0, points, expiresAtMs: null };
  return expiresAtMs === null
    ? null
    : { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), points, expiresAtMs };
};

/**
 * Takes points from the lots that are due first. Where two are due at once, dated lots come first, then fewer
 * sliding days. Where the lots hold fewer, the rest comes from points that never expire. A redeem counts as an
 * activity before its lots are ordered. Both results are in the order in which the lots are due.
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

export const inOrderOfDue = (lots: readonly Lot[], lastActivityAtMs: number | null): readonly Lot[] =>
  lots.toSorted(
    (a, b) =>
      dueAtMs(a, lastActivityAtMs) - dueAtMs(b, lastActivityAtMs) ||
      a.slidingDays - b.slidingDays ||
      a.expiresOn - b.expiresOn,
  );

/**
 * Returns the instant at which a lot expires, in milliseconds since the epoch. A later activity moves the
 * instant of a sliding lot. The days of a sliding lot begin no earlier than the addition of its points.
 */
export const dueAtMs = (
  { slidingDays, expiresAtMs, addedAtMs }: Lot,
  lastActivityAtMs: number | null,
): number => expiresAtMs ?? Math.max(lastActivityAtMs ?? addedAtMs, addedAtMs) + slidingDays * dayMs;

/**
 * Returns each lot that a spending changed, with its remaining points; 0 where it is empty. `after` holds the
 * lots that have points left.
 */
export const changedLots = <L extends Lot>(before: readonly L[], after: readonly Lot[]): L[] => {
  const left = new Map(after.map((lot) => [lotNameOf(lot), lot.points]));
  return before
    .map((lot) => ({ ...lot, points: left.get(lotNameOf(lot)) ?? 0 }))
    .filter(({ points }, at) => points !== before[at]?.points);
};
