/** The statistics of members: read, compared with receipts, rebuilt. */

export { readStatisticsInputs, type StatisticsInputs } from './statistics/read-statistics.ts';
export {
  compareFigures,
  type FigureComparison,
  readNextMembers,
  rebuildFigures,
  receiptsByMember,
  statisticsLockClass,
  withoutReceiptsByMember,
} from './statistics/rebuild-figures.ts';
