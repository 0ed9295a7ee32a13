import type { StoredRedeem } from '../returns/give-back.ts';

export interface VoidAsked {
  /** Who asks for the void; null if nobody is known, which then never counts as the same author. */
  readonly author?: string | null;
  /** The setting of D303. If it is absent, there is no limit. */
  readonly voidWithinMinutes?: number;
  readonly nowMs: number;
  readonly isLapse: boolean;
}

const minuteMs = 60_000;

/**
 * Returns the time until which another credential could have voided a final redeem, or null if this one may
 * void it now. Open authorizations and lapses have no such time.
 */
export const passedVoidWindow = (
  { author = null, voidWithinMinutes, nowMs, isLapse }: VoidAsked,
  { openUntilMs, by }: Pick<StoredRedeem, 'openUntilMs' | 'by'>,
): number | null => {
  if (voidWithinMinutes === undefined || isLapse || openUntilMs !== null || by === undefined) return null;
  if (author !== null && by.authors.includes(author)) return null;
  const untilMs = by.atMs + voidWithinMinutes * minuteMs;
  return nowMs > untilMs ? untilMs : null;
};
