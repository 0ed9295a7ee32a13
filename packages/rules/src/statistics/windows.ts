import type { DayOpening, MemberFigures } from './figure-book.ts';
import { addUpTo } from './saturating.ts';

/** The windows of D57, in whole UTC days that end today. Later days count as well. */
export const windowDays = [7, 30, 90, 365] as const;

export type WindowDays = (typeof windowDays)[number];

/** The purchases within a window. */
export interface PurchaseWindow {
  readonly spendCents: number;
  readonly txnCount: number;
}

type Totals = Pick<MemberFigures, 'spendCents' | 'txnCount'>;

/** The totals at the start of a window's first purchase day; null: it has no such day. */
export type WindowOpening = Pick<DayOpening, 'spendBefore' | 'txnsBefore'> | null;

/** Computes a window from the present totals and its opening. */
export const windowOf = (totals: Totals, opening: WindowOpening): PurchaseWindow => ({
  spendCents: spentWithin(totals, opening),
  txnCount: countWithin(totals, opening),
});

/** Returns the cents spent within a window. */
export const spentWithin = ({ spendCents }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(spendCents, -opening.spendBefore);

/** Returns the number of purchases within a window. */
export const countWithin = ({ txnCount }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(txnCount, -opening.txnsBefore);

/** Returns the average purchase of a window in cents, truncated towards zero; null where there was none. */
export const averageBasketOf = ({ spendCents, txnCount }: PurchaseWindow): number | null =>
  averageOf(spendCents, txnCount);

/**
 * Returns a quotient of whole numbers, truncated towards zero; null for a count of 0. The remainder is subtracted
 * first, because a division of doubles is exact only without one. Never returns negative zero.
 */
export const averageOf = (sum: number, count: number): number | null =>
  count === 0 ? null : (sum - (sum % count)) / count + 0;

/** Returns the whole days since a day; 0 for a day in the future. */
export const daysSince = (day: number, today: number): number => Math.max(0, today - day);
