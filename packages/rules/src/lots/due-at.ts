import type { Lot } from '../model/lot.ts';
import { dayMs } from '../model/utc-day.ts';

/**
 * When a lot expires, in milliseconds since the epoch, unless its member is active before. Points given to somebody who was
 * away begin their days when they are given.
 */
export const dueAtMs = (
  { slidingDays, expiresAtMs, addedAtMs }: Lot,
  lastActivityAtMs: number | null,
): number => expiresAtMs ?? Math.max(lastActivityAtMs ?? addedAtMs, addedAtMs) + slidingDays * dayMs;
