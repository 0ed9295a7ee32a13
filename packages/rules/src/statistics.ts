export {
  type CountedPurchase,
  type DayOpening,
  FigureBook,
  type FigureWrites,
  type MemberFigures,
  noFigures,
} from './statistics/figure-book.ts';
export {
  daysSince,
  noPurchases,
  type PurchaseTotals,
  type PurchaseStatistics,
  purchaseStatisticsOf,
  windowDays,
  type WindowDays,
  windowOf,
  type WindowOpenings,
} from './statistics/purchase-statistics.ts';
