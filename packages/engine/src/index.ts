/** The parts that engines share: a batch handler made of the functions in which they differ. */

export { createEnginePorts, createMessageWriter } from './outbound/engine-ports.ts';
export { createEngineBatch, startRefusedCounters } from './requests/create-engine-batch.ts';
export { factOfRequest, laneOfFacts } from './requests/effects-of.ts';
export type {
  DecisionInputs,
  EngineHandler,
  EnginePorts,
  EngineTypes,
  MessageWriter,
} from './requests/engine-handler.ts';
export type { EnginePlan } from './requests/engine-plan.ts';
export {
  authorOf,
  type EngineRequest,
  type ProcessedOutcome,
  refuse,
  type RequestDecision,
  type RequestOutcome,
  type RequestReader,
  type RequestResult,
} from './requests/request.ts';
export {
  AccountBook,
  type BatchState,
  loadAccounts,
  type LoadedAccounts,
  undecidableOf,
} from './state/batch-state.ts';
export { BudgetBook, pauseSpentBudgets } from './state/budget-book.ts';
export { BudgetHolds } from './state/budget-holds.ts';
