import type { FailedRequest, PostingWrite, RequestName, TransactionWrite } from '@loyalty/accounts';
import { headers as names } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/messaging';
import type { AccountBook } from './account-book.ts';
import type { EvaluatePlan, Receipt, ReceiptOutcome } from './evaluate-plan.ts';

/** Gathers what a batch decided into one set per table. */
export const planWrites = (
  outcomes: readonly ReceiptOutcome[],
  book: AccountBook,
): Omit<EvaluatePlan, 'rejected' | 'outcomes'> => {
  const transactions: TransactionWrite[] = [];
  const postings: PostingWrite[] = [];
  const failed: FailedRequest[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'processed') {
      transactions.push(transactionOf(outcome));
      postings.push(...postingsOf(outcome));
    } else if (outcome.outcome === 'refused' && !awaitsReply(outcome.receipt.message.record)) {
      failed.push(refusalOf(outcome.receipt, outcome.code));
    }
  }
  return { transactions, postings, failed, ...book.writes() };
};

/** True when somebody waits for the answer of this request. */
const awaitsReply = (record: InboundRecord): boolean => record.headers[names.replyTopic] !== undefined;

type Processed = ReceiptOutcome & { readonly outcome: 'processed' };

const nameOf = ({ environmentId, request }: Receipt): RequestName => ({
  environmentId,
  operation: 'evaluate',
  ref: request.transactionRef,
});

const transactionOf = ({ receipt, decision, answer }: Processed): TransactionWrite => ({
  ...nameOf(receipt),
  id: decision.transactionId,
  memberId: decision.memberId,
  fingerprint: receipt.fingerprint,
  answer,
  atMs: receipt.message.record.timestamp,
});

const postingsOf = ({ receipt, decision }: Processed): PostingWrite[] =>
  decision.postings.map((posting) => ({
    environmentId: receipt.environmentId,
    memberId: decision.memberId,
    transactionId: decision.transactionId,
    posting,
    atMs: receipt.message.record.timestamp,
  }));

/** With nobody waiting, a refusal is kept for those who ask (D36). */
const refusalOf = (receipt: Receipt, code: string): FailedRequest => ({
  ...nameOf(receipt),
  code,
  context: {},
  atMs: receipt.message.record.timestamp,
});
