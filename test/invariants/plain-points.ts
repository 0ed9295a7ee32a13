import { dayMs, utcDayOf } from '@loyalty/kernel';

/** Points by the UTC day of their expiry; null: never. */
export type Day = number | null;

/** A point that was taken; it comes back to the time that it had. */
export interface PlainPoint {
  readonly day: Day;
  readonly dueAtMs: number | null;
}

export interface PlainOpening {
  readonly balance: number;
  readonly lots: readonly { readonly points: number; readonly expiresAtMs: number }[];
  readonly lifetimePoints: number;
  readonly spendCents: number;
  readonly txnCount: number;
}

export interface PlainRedeem {
  /** The place among the redeems, from 1; those of merged members come before, up to 0. */
  n: number;
  readonly atMs: number;
  /** The points in the order in which they were taken. */
  readonly taken: readonly PlainPoint[];
  refunded: number;
  /** Null unless it is an open authorization. */
  openUntilMs: number | null;
}

/** One point that a return could not take, and that redeems of before may still pay. */
export interface PlainClaim {
  /** EXPIRED: only a point that is past its own time, and that lives again, pays it. */
  readonly kind: 'OUT' | 'EXPIRED';
  /** The place of the last redeem then. */
  redeems: number;
}

/** A point that came back, on the day on which it ends from now on. */
export interface LivingPoint {
  readonly day: Day;
  /** Whether its own time had passed. */
  readonly wasPast: boolean;
}

/** Points of a return live so much longer as they were out, but no more than so many days from now: the default. */
const graceDays = 30;
export const isPastAt = ({ dueAtMs }: PlainPoint, atMs: number): boolean =>
  dueAtMs !== null && dueAtMs <= atMs;

export const livingLonger = (point: PlainPoint, redeem: PlainRedeem, atMs: number): PlainPoint => {
  const { dueAtMs } = point;
  if (dueAtMs === null) return point;
  const longer = Math.min(dueAtMs + (atMs - redeem.atMs), atMs + graceDays * dayMs);
  return longer > dueAtMs ? { day: utcDayOf(longer), dueAtMs: longer } : point;
};

/** The engine keeps this many claims apart (D300). */
const claimsMax = 32;

/** Whether claims may have been joined, which no point by itself knows. */
export const hasJoinedClaims = ({ storedClaims }: { readonly storedClaims: number }): boolean =>
  storedClaims > claimsMax;
