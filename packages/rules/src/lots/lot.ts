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
