import type { DayOpening, MemberFigures } from './figure-book.ts';
import { addUpTo } from './saturating.ts';

/** The windows of D57, in whole UTC days ending today; they are open towards the future. */
export const windowDays = [7, 30, 90, 365] as const;

export type WindowDays = (typeof windowDays)[number];

/** What was bought within a window. */
export interface PurchaseWindow {
  readonly spendCents: number;
  readonly txnCount: number;
}

type Totals = Pick<MemberFigures, 'spendCents' | 'txnCount'>;

/** The totals with which a window's first day of purchase began; null: there is no such day. */
export type WindowOpening = Pick<DayOpening, 'spendBefore' | 'txnsBefore'> | null;

/** A window, from the totals now and from those with which its first day of purchase began. */
export const windowOf = (totals: Totals, opening: WindowOpening): PurchaseWindow => ({
  spendCents: spentWithin(totals, opening),
  txnCount: countWithin(totals, opening),
});

/** The cents of a window alone. */
export const spentWithin = ({ spendCents }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(spendCents, -opening.spendBefore);

/** The purchases of a window alone. */
export const countWithin = ({ txnCount }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(txnCount, -opening.txnsBefore);

/** What a purchase of a window came to on average, truncated towards zero; null where there was none. */
export const averageBasketOf = ({ spendCents, txnCount }: PurchaseWindow): number | null =>
  averageOf(spendCents, txnCount);

/**
 * A quotient of whole numbers, truncated towards zero; null by nothing. What remains is taken off first, because a division
 * in doubles is exact only where nothing does. There is no negative zero.
 */
export const averageOf = (sum: number, count: number): number | null =>
  count === 0 ? null : (sum - (sum % count)) / count + 0;

/** Whole days since a day; 0 where it is yet to come. */
export const daysSince = (day: number, today: number): number => Math.max(0, today - day);
