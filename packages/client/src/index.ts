export { createLoyalty, type Loyalty } from './create-loyalty.ts';
export type { Responded } from './call-operation.ts';
export type { CallOptions } from './call-options.ts';
export type { Attempt, LoyaltySettings } from './settings.ts';
export { isProblem, LoyaltyProblem, LoyaltyUnreachable, type ProblemCode } from './problems.ts';
export { operations, type Operation, type OperationId } from './operations.ts';
export type { Methods } from './generated/methods.ts';
export type { ProblemContexts } from './generated/problems.ts';
export type { Schemas } from './generated/types.ts';
