import { dayMs } from '../model/utc-day.ts';

/** The data that decide when a reward expires. */
export interface RewardLife {
  readonly issuedAtMs: number;
  /** As set by its campaign or tier; null: it does not expire. */
  readonly validDays: number | null;
  /** As set by the provider of the code; null where it sets none. */
  readonly providerExpiresAtMs: number | null;
}

/**
 * Returns when a reward expires: whole days of 24 hours after it was issued, or at the provider's instant if that is
 * earlier; null: never.
 */
export const expiresAtOf = ({ issuedAtMs, validDays, providerExpiresAtMs }: RewardLife): number | null => {
  if (validDays === null) return providerExpiresAtMs;
  const ownMs = issuedAtMs + validDays * dayMs;
  return providerExpiresAtMs === null ? ownMs : Math.min(ownMs, providerExpiresAtMs);
};
