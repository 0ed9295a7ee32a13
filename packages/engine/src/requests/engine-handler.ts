import type { Purchase } from '@loyalty/accounts';
import type { Account, Snapshot } from '@loyalty/rules';
import type { OutgoingMessage, FactContent } from '@loyalty/messaging';
import type { StoredResponse, Transaction } from '@loyalty/storage';
import type { BatchState } from '../state/batch-state.ts';
import type { BudgetChanges } from '../state/pause-spent-budgets.ts';
import type { RequestReader } from './request-reader.ts';
import type { EngineRequest } from './request.ts';
import type { ProcessedOutcome, RequestDecision, RequestOutcome, RequestResult } from './request-outcome.ts';

/** What one request is decided on, as the requests before it left it. */
export interface DecisionInputs<State> {
  readonly snapshot: Snapshot;
  /** Null for a member who is not enrolled yet. */
  readonly account: Account | null;
  readonly state: State;
}

/** What is known of a batch before anything is locked. */
export interface KnownBefore {
  /** The configurations at hand, of any version. */
  readonly held: readonly Snapshot[];
  /** By `answerKey`: what callers were told of requests in a history that is lost. */
  readonly told: ReadonlyMap<string, StoredResponse>;
}

/** A batch whose requests are decided. */
export interface DecidedBatch<R, State, P> {
  /** Those that have no stored response. */
  readonly fresh: readonly R[];
  readonly outcomes: readonly RequestOutcome<R, P>[];
  readonly state: State;
}

/** What an engine writes besides transactions, accounts and entries, and what its budgets bring about. */
export interface PlannedWrites<Writes> {
  readonly writes: Writes;
  readonly budgets: BudgetChanges;
}

/**
 * What tells one engine from another. `Body` is a decoded message, `R` a request with what this engine reads of it, `State`
 * what it decides on, `P` what it decides, `Writes` what it stores besides what every engine stores.
 */
export interface EngineHandler<
  Body,
  R extends EngineRequest<Body>,
  State extends BatchState<R>,
  P extends RequestResult,
  Writes,
> {
  readonly reader: RequestReader<Body, R>;
  /** Locks and reads what these requests are decided on. */
  loadState(tx: Transaction, fresh: readonly R[], known: KnownBefore): Promise<State>;
  /** Decides one request; changes nothing. What it throws gives up this request, and no other. */
  decide(request: R, inputs: DecisionInputs<State>): RequestDecision<P>;
  /** Brings the state up to date and answers the account after it; the batch is rolled back when it throws. */
  apply(request: R, result: P, inputs: DecisionInputs<State>): Account;
  /** What the request counts as in its member's figures (D97). Not there: nothing, and they stay as they are. */
  purchaseOf?(request: R): Purchase | null;
  /** Gathers what is to be stored; the one place where something may be written while it is planned (D32). */
  planWrites(tx: Transaction, decided: DecidedBatch<R, State, P>): Promise<PlannedWrites<Writes>>;
  /** Sends what other transactions may wait for, before the positions are moved. */
  storeShared(tx: Transaction, writes: Writes): Promise<void>;
  /** Sends the rest, one statement behind the other. */
  store(tx: Transaction, writes: Writes): readonly Promise<void>[];
  /** What happened, in the order in which it did. */
  factsOf(outcome: ProcessedOutcome<R, P>): readonly FactContent[];
  /** Further messages that the outcome puts into the outbox, behind its facts. Not there: none. */
  messagesOf?(outcome: ProcessedOutcome<R, P>): readonly OutgoingMessage[];
}
