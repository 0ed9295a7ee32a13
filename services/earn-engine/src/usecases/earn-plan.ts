import type {
  AccountWrite,
  EventWrite,
  FailedRequest,
  MemberCounterWrite,
  PostingWrite,
  RewardWrite,
  SharedCounter,
  StoredAnswer,
  TransactionWrite,
} from '@loyalty/accounts';
import type { DerivedIds, EnvironmentId } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/messaging';
import type { BudgetSpending } from '@loyalty/programme';
import type {
  CreditSkipped,
  CreditProcessed,
  EvaluateProcessed,
  EventProcessed,
  Snapshot,
} from '@loyalty/rules';
import type { EarnRequest } from './earn-request.ts';
import type { FactContent } from './ports.ts';

/** A request whose environment is known. */
export interface Task {
  readonly message: Message<EarnRequest>;
  readonly operation: EarnRequest['kind'];
  readonly ref: string;
  readonly environmentId: EnvironmentId;
  /** 16 bytes; the account's name. */
  readonly memberKey: Buffer;
  /** Null for a credit, which enrols nobody. */
  readonly memberRef: string | null;
  /** The key of the member who referred this one, where the event names one; 16 bytes. */
  readonly referrerKey: Buffer | null;
  /** 16 bytes of the body's hash (D15). */
  readonly fingerprint: Buffer;
  /** The key of its stored answer in Redis, and its name within the batch. */
  readonly answerKey: string;
  /** The ids of what it makes; the same again after a replay. */
  readonly newId: DerivedIds;
}

/** A decision that is to be stored. */
export type Processed = EvaluateProcessed | EventProcessed | CreditProcessed;

/** A task that was decided anew. */
export interface ProcessedOutcome {
  readonly outcome: 'processed';
  readonly task: Task;
  readonly earned: Processed;
  /** Of the transaction, the event or the credit. */
  readonly id: string;
  readonly snapshot: Snapshot;
  /** Null unless points moved. */
  readonly ledgerSeq: number | null;
  readonly answer: Buffer;
}

/** What became of one task. */
export type TaskOutcome =
  | ProcessedOutcome
  | { readonly outcome: 'replayed'; readonly task: Task; readonly answer: Buffer; readonly mismatch: boolean }
  | { readonly outcome: 'refused'; readonly task: Task; readonly code: string }
  /** A credit that goes nowhere. */
  | { readonly outcome: 'skipped'; readonly task: Task; readonly reason: CreditSkipped['reason'] };

/** Everything that one batch decided, ready to be stored set by set. */
export interface EarnPlan {
  readonly outcomes: readonly TaskOutcome[];
  readonly rejected: readonly (RejectedMessage & { readonly value: EarnRequest })[];
  readonly enrolled: readonly AccountWrite[];
  readonly updated: readonly AccountWrite[];
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  readonly rewards: readonly RewardWrite[];
  readonly events: readonly EventWrite[];
  readonly memberCounters: readonly MemberCounterWrite[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly spendings: readonly BudgetSpending[];
  readonly failed: readonly FailedRequest[];
  /** Environments in which a campaign was paused: their configuration has changed. */
  readonly reconfigured: readonly EnvironmentId[];
  /** What is to be told of budgets. */
  readonly budgetFacts: readonly FactContent[];
}

/** An answer known from before this batch. */
export type KnownAnswer = Pick<StoredAnswer, 'fingerprint' | 'answer'>;
