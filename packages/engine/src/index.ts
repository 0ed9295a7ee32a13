export { createEnginePorts } from './outbound/engine-ports.ts';
export { createMessageWriter } from './outbound/message-writer.ts';
export { createEngineBatch } from './requests/create-engine-batch.ts';
export type { DecisionInputs, EngineHandler } from './requests/engine-handler.ts';
export { factOfRequest } from './requests/fact-of-request.ts';
export { laneOfFacts } from './requests/lane-of-facts.ts';
export type { EnginePorts, MessageWriter } from './requests/ports.ts';
export {
  type ProcessedOutcome,
  refuse,
  type RequestDecision,
  type RequestOutcome,
  type RequestResult,
} from './requests/request-outcome.ts';
export type { RequestReader } from './requests/request-reader.ts';
export type { EngineRequest } from './requests/request.ts';
export { AccountBook } from './state/account-book.ts';
export { type BatchState, undecidableAmong } from './state/batch-state.ts';
export { BudgetBook } from './state/budget-book.ts';
export { BudgetHolds } from './state/budget-holds.ts';
export { loadAccounts, type LoadedAccounts } from './state/load-accounts.ts';
export { pauseSpentBudgets } from './state/pause-spent-budgets.ts';
export type { EnginePlan } from './requests/engine-plan.ts';
