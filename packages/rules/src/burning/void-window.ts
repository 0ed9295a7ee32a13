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
 * Until when another credential could have voided what was redeemed for good; null if this one may now. Open
 * authorizations are not concerned, nor lapses.
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
