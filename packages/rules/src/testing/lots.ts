import { dayMs, utcDayOf } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import { nowMs } from './builders.ts';

/** A lot that expires so many days after {@link nowMs}. */
export const dated = (days: number, points: number): Lot => {
  const expiresAtMs = nowMs + days * dayMs;
  return { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), points, expiresAtMs, addedAtMs: nowMs };
};

/** A lot that expires after so many inactive days. */
export const sliding = (slidingDays: number, points: number, addedAtMs = nowMs): Lot => ({
  slidingDays,
  expiresOn: 0,
  points,
  expiresAtMs: null,
  addedAtMs,
});
