import type { Lot } from '../model/lot.ts';
import { dayMs } from '../model/utc-day.ts';

/**
 * Returns the instant at which a lot expires, in milliseconds since the epoch. A later activity moves the instant of a
 * sliding lot. The days of a sliding lot begin no earlier than the addition of its points.
 */
export const dueAtMs = (
  { slidingDays, expiresAtMs, addedAtMs }: Lot,
  lastActivityAtMs: number | null,
): number => expiresAtMs ?? Math.max(lastActivityAtMs ?? addedAtMs, addedAtMs) + slidingDays * dayMs;
