import { dayMs } from '../model/utc-day.ts';

/** What says when a reward expires. */
export interface RewardLife {
  readonly issuedAtMs: number;
  /** As its campaign or tier gave it; null: it does not expire. */
  readonly validDays: number | null;
  /** As the provider of the code says; null where it says nothing. */
  readonly providerExpiresAtMs: number | null;
}

/** When a reward expires: whole days of 24 hours after it was issued, or when its provider says so, if that is earlier; null: never. */
export const expiresAtOf = ({ issuedAtMs, validDays, providerExpiresAtMs }: RewardLife): number | null => {
  if (validDays === null) return providerExpiresAtMs;
  const ownMs = issuedAtMs + validDays * dayMs;
  return providerExpiresAtMs === null ? ownMs : Math.min(ownMs, providerExpiresAtMs);
};
