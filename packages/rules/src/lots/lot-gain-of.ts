import type { LedgerPosting } from '../model/decision.ts';
import type { LotGain } from '../model/lot.ts';
import { utcDayOf } from '../model/utc-day.ts';

/** Returns the lot to which an entry adds its points; null where points are taken away, or never expire. */
export const lotGainOf = ({ points, expiresAtMs, slidingDays }: LedgerPosting): LotGain | null => {
  if (points <= 0) return null;
  if (slidingDays !== undefined) return { slidingDays, expiresOn: 0, points, expiresAtMs: null };
  return expiresAtMs === null
    ? null
    : { slidingDays: 0, expiresOn: utcDayOf(expiresAtMs), points, expiresAtMs };
};
