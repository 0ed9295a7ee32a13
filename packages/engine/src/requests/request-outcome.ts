import type { Purchase } from '@loyalty/accounts';
import { headers as names, type ReplyCode } from '@loyalty/contracts';
import type { MemberId } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/messaging';
import type { LedgerPosting, Snapshot } from '@loyalty/rules';

/** What is stored of every processed request, whatever it was. */
export interface RequestResult {
  readonly memberId: MemberId;
  readonly postings: readonly LedgerPosting[];
}

/** What the rules say of one request. */
export type RequestDecision<P> =
  | {
      readonly outcome: 'processed';
      readonly result: P;
      /** Of the transaction, the event or the credit. */
      readonly id: string;
      /** JSON bytes. */
      readonly response: Buffer;
    }
  | Refusal
  /** One that goes nowhere: nothing is written, and nobody is answered. */
  | { readonly outcome: 'skipped'; readonly reason: string };

/** A request turned down: its reference is not consumed (D15). */
export interface Refusal {
  readonly outcome: 'refused';
  readonly code: ReplyCode;
  /** For the caller, as JSON; empty for most codes. */
  readonly context: Readonly<Record<string, unknown>>;
  /** True when the refusal is kept for those who ask (D36). */
  readonly isKept: boolean;
}

/** A request that was decided anew, and applied to the batch's state. */
export interface ProcessedOutcome<R, P> {
  readonly outcome: 'processed';
  readonly request: R;
  readonly result: P;
  readonly id: string;
  readonly response: Buffer;
  readonly snapshot: Snapshot;
  /** Null unless points moved. */
  readonly ledgerSeq: number | null;
  /** What it counts as in its member's figures; null where it counts as nothing. */
  readonly purchase: Purchase | null;
}

/** What became of one request. */
export type RequestOutcome<R, P> =
  | ProcessedOutcome<R, P>
  | {
      readonly outcome: 'repeated';
      readonly request: R;
      readonly response: Buffer;
      readonly mismatch: boolean;
    }
  | (Refusal & { readonly request: R })
  | { readonly outcome: 'skipped'; readonly request: R; readonly reason: string };

/** A refusal as callers are told it; with nobody waiting it is kept for those who ask (D36). */
export const refuse = (
  record: InboundRecord,
  code: ReplyCode,
  context: Refusal['context'] = {},
): Refusal => ({ outcome: 'refused', code, context, isKept: !awaitsReply(record) });

/** True when somebody waits for the answer of this request. */
const awaitsReply = (record: InboundRecord): boolean => record.headers[names.replyTopic] !== undefined;
