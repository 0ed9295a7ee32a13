/** Epochs of the database: the part that opens and finishes them, and their steps. */

export { createEpochSteps, createRestoreSteps } from './epochs/epoch-steps.ts';
export {
  createHistoryPart,
  type EpochStep,
  type EpochSteps,
  type RaisedEpoch,
} from './epochs/history-part.ts';
export { readErasures } from './epochs/reapply-erasures.ts';
