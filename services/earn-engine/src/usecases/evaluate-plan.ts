import type {
  FailedRequest,
  AccountWrite,
  PostingWrite,
  StoredAnswer,
  TransactionWrite,
} from '@loyalty/accounts';
import type { DerivedIds, EnvironmentId } from '@loyalty/kernel';
import type { Message, RejectedMessage } from '@loyalty/messaging';
import type { EvaluateProcessed, EvaluateRefused, EvaluateRequest, Snapshot } from '@loyalty/rules';

/** A receipt whose environment is known. */
export interface Receipt {
  readonly message: Message<EvaluateRequest>;
  readonly request: EvaluateRequest;
  readonly environmentId: EnvironmentId;
  /** 16 bytes; the account's name. */
  readonly memberKey: Buffer;
  /** 16 bytes of the body's hash (D15). */
  readonly fingerprint: Buffer;
  /** The key of its stored answer in Redis, and its name within the batch. */
  readonly answerKey: string;
  /** The ids of what it makes; the same again after a replay. */
  readonly newId: DerivedIds;
}

/** What became of one receipt. */
export type ReceiptOutcome =
  | {
      readonly outcome: 'processed';
      readonly receipt: Receipt;
      readonly decision: EvaluateProcessed;
      readonly snapshot: Snapshot;
      readonly ledgerSeq: number;
      readonly answer: Buffer;
    }
  | {
      readonly outcome: 'replayed';
      readonly receipt: Receipt;
      readonly answer: Buffer;
      readonly mismatch: boolean;
    }
  | { readonly outcome: 'refused'; readonly receipt: Receipt; readonly code: EvaluateRefused['code'] };

/** Everything that one batch decided, ready to be stored set by set. */
export interface EvaluatePlan {
  readonly outcomes: readonly ReceiptOutcome[];
  readonly rejected: readonly (RejectedMessage & { readonly value: EvaluateRequest })[];
  readonly enrolled: readonly AccountWrite[];
  readonly updated: readonly AccountWrite[];
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  readonly failed: readonly FailedRequest[];
}

/** An answer known from before this batch. */
export type KnownAnswer = Pick<StoredAnswer, 'fingerprint' | 'answer'>;
