import type { ReplyCode } from '@loyalty/contracts';
import type { InboundRecord, OutgoingMessage } from '@loyalty/kafka';
import type { Clock } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { Cache, StoredResponse } from '@loyalty/storage/redis';
import type { FactContent, FactWriter } from '@loyalty/streams/facts';
import type { CountActivity } from '@loyalty/tables/activity';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import type { Purchase } from '@loyalty/tables/transactions';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { BatchState } from '../state/batch-state.ts';
import type { BudgetChanges } from '../state/budget-book.ts';
import type {
  EngineRequest,
  ProcessedOutcome,
  RequestDecision,
  RequestOutcome,
  RequestReader,
  RequestResult,
} from './request.ts';

export interface DecisionInputs<State> {
  readonly snapshot: Snapshot;
  readonly account: Account | null;
  readonly state: State;
}

export interface PlannedWrites<Writes> {
  readonly writes: Writes;
  readonly budgets: BudgetChanges;
}

/**
 * The types of one engine. Each engine extends this, because TypeScript reports a type that does not fit only
 * there.
 */
export interface EngineTypes {
  readonly body: unknown;
  readonly request: EngineRequest<this['body']>;
  readonly state: BatchState<this['request']>;
  readonly result: RequestResult;
  readonly writes: unknown;
}

export interface EngineHandler<Types extends EngineTypes> {
  readonly reader: RequestReader<Types['body'], Types['request']>;
  /** Locks and reads the state that these requests need. */
  loadState(
    tx: Transaction,
    fresh: readonly Types['request'][],
    known: {
      /** Snapshots that may be of any version. */
      readonly cached: readonly Snapshot[];
      /** The responses that callers got in a lost history, by `responseKey`. */
      readonly published: ReadonlyMap<string, StoredResponse>;
    },
  ): Promise<Types['state']>;
  /** Decides one request and changes nothing. If it throws, only this request is given up. */
  decide(request: Types['request'], inputs: DecisionInputs<Types['state']>): RequestDecision<Types['result']>;
  /** Returns the account after the request. If it throws, the batch is rolled back. */
  apply(request: Types['request'], result: Types['result'], inputs: DecisionInputs<Types['state']>): Account;
  /**
   * Returns what the request counts as in the member's figures (D97). Without this function the figures stay
   * as they are.
   */
  purchaseOf?(request: Types['request'], result: Types['result']): Purchase | null;
  /**
   * Returns the number of rows and facts that a result causes beyond the usual. Without this function there
   * are none.
   */
  readonly excessOf?: (result: Types['result']) => number;
  /** Gathers the rows to store. Only here may a statement write while the batch is planned (D32). */
  planWrites(
    tx: Transaction,
    decided: {
      readonly fresh: readonly Types['request'][];
      readonly outcomes: readonly RequestOutcome<Types['request'], Types['result']>[];
      readonly state: Types['state'];
    },
  ): Promise<PlannedWrites<Types['writes']>>;
  /** Writes the rows that other transactions may wait for, before the positions are advanced. */
  storeShared(tx: Transaction, writes: Types['writes']): Promise<void>;
  /** Sends the other statements, one after the other. */
  store(tx: Transaction, writes: Types['writes']): readonly Promise<void>[];
  /** Returns the facts of an outcome, in the order in which they happened. */
  factsOf(outcome: ProcessedOutcome<Types['request'], Types['result']>): readonly FactContent[];
  /** Counts what was committed besides entries and amounts. Without this function nothing else is counted. */
  countActivity?(
    activity: CountActivity,
    committed: {
      readonly outcomes: readonly RequestOutcome<Types['request'], Types['result']>[];
      readonly writes: Types['writes'];
    },
  ): void;
  /** Returns further messages for the outbox; they follow the facts. Without this function there are none. */
  messagesOf?(outcome: ProcessedOutcome<Types['request'], Types['result']>): readonly OutgoingMessage[];
}

export interface EnginePorts {
  readonly configuration: ConfigurationSource;
  readonly cache: Pick<Cache, 'getResponses' | 'putResponses'>;
  readonly writer: MessageWriter;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  /** Counts activity. If it is absent, nothing is counted. */
  readonly activity?: CountActivity;
  /** Returns the name of the database's history of commits. By default it has no name. */
  readonly epoch?: () => string;
  /**
   * Returns the time until which lost commits may have processed records, in milliseconds since the epoch. By
   * default this is any time.
   */
  readonly lostUntilMs?: () => number;
}

export interface MessageWriter extends FactWriter {
  /** Returns the reply, or null if the request has no reply address, because no caller waits. */
  replyTo(record: InboundRecord, reply: ReplyContent): OutgoingMessage | null;
}

export interface ReplyContent {
  readonly code: ReplyCode | null;
  readonly replayed: boolean;
  readonly mismatch: boolean;
  /** The JSON of the response, or of the problem's context. */
  readonly body: Buffer | null;
}
