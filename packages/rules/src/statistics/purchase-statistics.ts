import type { MemberFigures } from './figure-book.ts';
import { averageBasketOf, daysSince, windowOf, type WindowDays, type WindowOpening } from './windows.ts';

/** The totals at the start of the first purchase day of each window; null where the window has no purchase. */
export type WindowOpenings = Readonly<Record<WindowDays, WindowOpening>>;

/** The statistics of a member's purchases, named as in D57. Amounts of all currencies, at face value. */
export interface PurchaseStatistics {
  readonly spendCents7d: number;
  readonly spendCents30d: number;
  readonly spendCents90d: number;
  readonly spendCents365d: number;
  readonly spendCentsLifetime: number;
  readonly txnCount7d: number;
  readonly txnCount30d: number;
  readonly txnCount90d: number;
  readonly txnCount365d: number;
  readonly txnCountLifetime: number;
  /** Null without a purchase in 30 days. */
  readonly avgBasketCents30d: number | null;
  /** Null for a member who never bought. */
  readonly daysSinceLastTxn: number | null;
}

/** Computes the statistics on a day, from totals and openings that were read at one point in time. */
export const purchaseStatisticsOf = (
  figures: MemberFigures,
  openings: WindowOpenings,
  today: number,
): PurchaseStatistics => {
  const [week, month] = [windowOf(figures, openings[7]), windowOf(figures, openings[30])];
  const [quarter, year] = [windowOf(figures, openings[90]), windowOf(figures, openings[365])];
  return {
    spendCents7d: week.spendCents,
    spendCents30d: month.spendCents,
    spendCents90d: quarter.spendCents,
    spendCents365d: year.spendCents,
    spendCentsLifetime: figures.spendCents,
    txnCount7d: week.txnCount,
    txnCount30d: month.txnCount,
    txnCount90d: quarter.txnCount,
    txnCount365d: year.txnCount,
    txnCountLifetime: figures.txnCount,
    avgBasketCents30d: averageBasketOf(month),
    daysSinceLastTxn: figures.lastTxnDay === null ? null : daysSince(figures.lastTxnDay, today),
  };
};
