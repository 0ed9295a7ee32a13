import {
  type DecisionInputs,
  type EngineRequest,
  type ProcessedOutcome,
  refuse,
  type RequestDecision,
} from '@loyalty/engine';
import type { Account } from '@loyalty/rules';
import type { RejectionReason } from '@loyalty/streams';
import type { FactContent } from '@loyalty/streams/facts';
import type { BurnEngineRequest, BurnKind, RequestOf } from '../usecases/burn-request.ts';
import type { BurnState } from '../usecases/load-burn-state.ts';

/** What the engine asks of a kind of request. Each kind has a file of its own. */
export interface BurnRules<Kind extends BurnKind, Result> {
  readonly operation: EngineRequest<unknown>['operation'];
  readonly rejection: RejectionReason;
  /** The cost of what it reads beyond the reads of a redeem; a token is about a microsecond. */
  readonly costTokens: number;
  /** Decides one request and changes nothing. */
  decide(request: RequestOf<Kind>, inputs: DecisionInputs<BurnState>): RequestDecision<Result>;
  /** Notes what the request changes for the next requests of the batch. Returns the account after it. */
  apply(request: BurnEngineRequest, result: Result, inputs: DecisionInputs<BurnState>): Account;
  /** Returns its facts, in the order in which they happened. */
  factsOf(outcome: ProcessedOutcome<BurnEngineRequest, unknown>, result: Result): readonly FactContent[];
}

export const processed = <Result>(result: Result, id: string, response: object): RequestDecision<Result> => ({
  outcome: 'processed',
  result,
  id,
  response: Buffer.from(JSON.stringify(response)),
});

/** Refuses a request. Nobody waits any more for a request that was published, so its refusal is kept. */
export const refused = (
  request: BurnEngineRequest,
  { code, context }: Pick<ReturnType<typeof refuse>, 'code' | 'context'>,
  { published }: Pick<BurnState, 'published'>,
) => {
  const refusal = refuse(request.message.record, code, context);
  return { ...refusal, isKept: refusal.isKept || published.has(request) };
};
