import type { Purchase } from '@loyalty/accounts';
import { headers as names, type ReplyCode } from '@loyalty/contracts';
import type { MemberId } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/messaging';
import type { LedgerPosting, Snapshot } from '@loyalty/rules';

/** Stored for every processed request of every engine. */
export interface RequestResult {
  readonly memberId: MemberId;
  readonly postings: readonly LedgerPosting[];
}

/** The decision of the rules on one request. */
export type RequestDecision<Result> =
  | {
      readonly outcome: 'processed';
      readonly result: Result;
      /** The id of the transaction, the event or the credit. */
      readonly id: string;
      /** JSON bytes. */
      readonly response: Buffer;
    }
  | Refusal
  /** Ignored: nothing is written, and no reply is sent. */
  | { readonly outcome: 'skipped'; readonly reason: string };

/** A refused request: its reference is not consumed (D15). */
export interface Refusal {
  readonly outcome: 'refused';
  readonly code: ReplyCode;
  /** For the caller, as JSON; empty for most codes. */
  readonly context: Readonly<Record<string, unknown>>;
  /** True if the refusal is stored, for callers who ask for the status later (D36). */
  readonly isKept: boolean;
}

/** A request that this batch decided and applied to its state. */
export interface ProcessedOutcome<Request, Result> {
  readonly outcome: 'processed';
  readonly request: Request;
  readonly result: Result;
  readonly id: string;
  readonly response: Buffer;
  readonly snapshot: Snapshot;
  /** The number of its last entry; null if no points moved. */
  readonly ledgerSeq: number | null;
  /** The purchase that counts in its member's figures; null if none does. */
  readonly purchase: Purchase | null;
}

/** The outcome of one request. */
export type RequestOutcome<Request, Result> =
  | ProcessedOutcome<Request, Result>
  | {
      readonly outcome: 'repeated';
      readonly request: Request;
      readonly response: Buffer;
      readonly mismatch: boolean;
    }
  | (Refusal & { readonly request: Request })
  | { readonly outcome: 'skipped'; readonly request: Request; readonly reason: string };

/** Creates a refusal. It is kept if no caller waits for the reply (D36). */
export const refuse = (
  record: InboundRecord,
  code: ReplyCode,
  context: Refusal['context'] = {},
): Refusal => ({ outcome: 'refused', code, context, isKept: !awaitsReply(record) });

/** True if a caller waits for the reply to this request. */
const awaitsReply = (record: InboundRecord): boolean => record.headers[names.replyTopic] !== undefined;
