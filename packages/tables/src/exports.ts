/** Exports of an environment: lists of everything, page by page, and everything that is stored about one member (D342). */

export { exportLedger } from './exports/export-ledger.ts';
export { exportMembers } from './exports/export-members.ts';
export { exportRewards, exportTransactions, type RowPlace } from './exports/export-rows.ts';
export { exportSubject } from './exports/export-subject.ts';
