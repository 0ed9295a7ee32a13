/** The ledger of a member: its pages, and adjustments of points (D46). */

export {
  adjustedFactOf,
  type AdjustOrder,
  type AdjustOutcome,
  createAdjustPoints,
  type PointsAdjusted,
} from './ledger/adjust-points.ts';
export { type CausedEntriesAsked, type CausedEntry, readCausedEntries } from './ledger/caused-entries.ts';
export { type DayLimits, readAdjustedPoints } from './ledger/adjusted-days.ts';
export { type LedgerEntryRecord, readLedgerPage } from './ledger/ledger.ts';
