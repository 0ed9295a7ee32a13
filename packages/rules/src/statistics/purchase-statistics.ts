import { addUpTo, type DayOpening, type MemberFigures } from './figure-book.ts';

export type WindowOpenings = Readonly<Record<WindowDays, WindowOpening>>;

/** The statistics of D57, by the same names. Amounts of all currencies are added at face value. */
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
  readonly avgBasketCents30d: number | null;
  readonly daysSinceLastTxn: number | null;
}

/** Returns the statistics. Figures and openings must be read at one point in time. */
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

/** The lengths of windows: whole UTC days that end today (D57). Later days count as well. */
export const windowDays = [7, 30, 90, 365] as const;

export type WindowDays = (typeof windowDays)[number];

interface PurchaseWindow {
  readonly spendCents: number;
  readonly txnCount: number;
}

type Totals = Pick<MemberFigures, 'spendCents' | 'txnCount'>;

type WindowOpening = Pick<DayOpening, 'spendBefore' | 'txnsBefore'> | null;

export const windowOf = (totals: Totals, opening: WindowOpening): PurchaseWindow => ({
  spendCents: spentWithin(totals, opening),
  txnCount: countWithin(totals, opening),
});

export const spentWithin = ({ spendCents }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(spendCents, -opening.spendBefore);

export const countWithin = ({ txnCount }: Totals, opening: WindowOpening): number =>
  opening === null ? 0 : addUpTo(txnCount, -opening.txnsBefore);

export const averageBasketOf = ({ spendCents, txnCount }: PurchaseWindow): number | null =>
  averageOf(spendCents, txnCount);

/**
 * Returns the average, truncated towards zero; null for a count of 0; never negative zero. The remainder is
 * subtracted first, because a division of doubles is exact only without one.
 */
export const averageOf = (sum: number, count: number): number | null =>
  count === 0 ? null : (sum - (sum % count)) / count + 0;

export const daysSince = (day: number, today: number): number => Math.max(0, today - day);

/** A member's totals before a receipt or an event (D232). */
export interface PurchaseTotals {
  /** The number of purchases, including returned ones, so that no number of a purchase is given twice. */
  readonly count: number;
  /** The day of the last purchase, counted as in `utcDayOf`; null for a member who never bought. */
  readonly lastDay: number | null;
}

export const noPurchases: PurchaseTotals = { count: 0, lastDay: null };
