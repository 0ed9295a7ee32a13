import type { StoredRedeem } from '../returns/give-back.ts';

export interface VoidAsked {
  /** Null where nobody is known: then it is nobody's own. */
  readonly author?: string | null;
  /** The setting (D303). Absent: for ever. */
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
