import { BrokenInvariant, invariant } from '@loyalty/kernel';
import { MessageFailure } from '@loyalty/messaging';
import type { StoredResponse } from '@loyalty/storage';
import type { BatchState } from '../state/batch-state.ts';
import type { DecisionInputs, EngineHandler } from './engine-handler.ts';
import { closedDecision } from './closed-decision.ts';
import { reject, type RejectedRequest } from './read-requests.ts';
import type { RequestDecision, RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** The part of an engine that decides. */
type Rules<Body, R extends EngineRequest<Body>, State extends BatchState<R>, P extends RequestResult> = Pick<
  EngineHandler<Body, R, State, P, unknown>,
  'decide' | 'apply' | 'purchaseOf'
>;

export interface PendingRequests<R, State> {
  readonly requests: readonly R[];
  readonly state: State;
  /** By `answerKey`; grows with every request decided. */
  readonly responses: Map<string, StoredResponse>;
}

export interface DecidedRequests<Body, R, P> {
  readonly outcomes: readonly RequestOutcome<R, P>[];
  /** Requests that could not be decided: nothing was applied of them, and the others go on. */
  readonly rejected: readonly RejectedRequest<Body>[];
}

/** Decides requests in order, each on the state as the ones before it left it. Throws MessageFailure when one cannot be applied. */
export const processInOrder = <
  Body,
  R extends EngineRequest<Body>,
  State extends BatchState<R>,
  P extends RequestResult,
>(
  rules: Rules<Body, R, State, P>,
  { requests, state, responses }: PendingRequests<R, State>,
): DecidedRequests<Body, R, P> => {
  const outcomes: RequestOutcome<R, P>[] = [];
  const rejected: RejectedRequest<Body>[] = [];
  for (const request of requests) {
    const outcome = repeatOf(request, responses) ?? processOne(rules, request, state);
    if (outcome.outcome === 'failed') {
      rejected.push(reject(request.message, rejectionFor(outcome.failure)));
      continue;
    }
    if (outcome.outcome === 'processed') {
      responses.set(request.responseKey, { fingerprint: request.fingerprint, response: outcome.response });
    }
    outcomes.push(outcome);
  }
  return { outcomes, rejected };
};

/** A stored result wins over everything, the member's present state included (D15). */
export const repeatOf = <R extends EngineRequest<unknown>>(
  request: R,
  responses: ReadonlyMap<string, StoredResponse>,
) => {
  const stored = responses.get(request.responseKey);
  if (stored === undefined) return null;
  const mismatch = !stored.fingerprint.equals(request.fingerprint);
  return { outcome: 'repeated', request, response: stored.response, mismatch } as const;
};

interface Failed {
  readonly outcome: 'failed';
  readonly failure: unknown;
}

interface Decided<State, P> {
  readonly decision: RequestDecision<P>;
  readonly inputs: DecisionInputs<State>;
}

/** Until it is applied nothing of it is in the state: whatever is thrown, one request is given up and nothing is rolled back. */
const processOne = <
  Body,
  R extends EngineRequest<Body>,
  State extends BatchState<R>,
  P extends RequestResult,
>(
  rules: Rules<Body, R, State, P>,
  request: R,
  state: State,
): RequestOutcome<R, P> | Failed => {
  const { undecidable, snapshots, accounts } = state;
  if (undecidable.has(request)) return { outcome: 'failed', failure: undecidable.get(request) };
  let decided: Decided<State, P>;
  try {
    const snapshot = snapshots.get(request.environmentId);
    invariant(snapshot !== undefined, `environment ${request.environmentId.toString()} has vanished`);
    const closed = closedDecision(request, snapshot);
    if (closed !== null) return { ...closed, request };
    const inputs = { snapshot, account: accounts.accountOf(request), state };
    decided = { decision: rules.decide(request, inputs), inputs };
  } catch (failure) {
    return { outcome: 'failed', failure };
  }
  return apply(rules, request, decided);
};

const apply = <Body, R extends EngineRequest<Body>, State extends BatchState<R>, P extends RequestResult>(
  rules: Rules<Body, R, State, P>,
  request: R,
  { decision, inputs }: Decided<State, P>,
): RequestOutcome<R, P> => {
  if (decision.outcome !== 'processed') return { ...decision, request };
  const { snapshot, account, state } = inputs;
  try {
    const { ledgerSeq } = account ?? noEntries;
    const after = rules.apply(request, decision.result, inputs);
    const purchase = rules.purchaseOf?.(request) ?? null;
    state.accounts.write(request, after, purchase);
    return {
      outcome: 'processed',
      request,
      result: decision.result,
      id: decision.id,
      response: decision.response,
      snapshot,
      ledgerSeq: after.ledgerSeq === ledgerSeq ? null : after.ledgerSeq,
      purchase,
    };
  } catch (failure) {
    // The state may hold a part of it: the batch is rolled back, and the message is isolated.
    throw new MessageFailure('a decision cannot be applied', { cause: failure });
  }
};

const noEntries = { ledgerSeq: 0 };

const rejectionFor = (failure: unknown) => ({
  reason: 'PROCESSING_FAILED',
  detail: `the request cannot be decided: ${kindOf(failure)}`,
});

/** A text of our own, or the name of the error alone: what others write may quote the request. */
const kindOf = (failure: unknown): string => {
  if (failure instanceof BrokenInvariant) return failure.message;
  return failure instanceof Error ? failure.name : typeof failure;
};
