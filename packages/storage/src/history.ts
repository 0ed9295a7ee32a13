export {
  type Difference,
  insertDifferences,
  listDifferences,
  noteHonoured,
  noteStored,
  readOpenDifferences,
  readUnstored,
  type StoredDifference,
} from './history/differences.ts';
export {
  closeEpoch,
  countOpenRows,
  type EpochRecord,
  type EpochState,
  finishEpoch,
  historyLockClass,
  listEpochs,
  noteLeftOut,
  noteMembersLeftOut,
  openEpoch,
  type OpenRows,
  purgeHistory,
  raiseEpoch,
  readEpochState,
} from './history/epochs.ts';
export { type DatabaseEpoch, History } from './history/history.ts';
export {
  type Ghost,
  type GhostOutcome,
  insertGhosts,
  listGhosts,
  noteScan,
  type PublishedFact,
  readOpenGhosts,
  readPublishedIds,
  settleGhosts,
} from './history/published-facts.ts';
