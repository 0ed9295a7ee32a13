import type { FailedRequestWrite, PostingWrite, RequestKey, TransactionWrite } from '@loyalty/accounts';
import type { TransactionId } from '@loyalty/kernel';
import type { ProcessedOutcome, RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** What every engine stores of its requests. */
export interface RequestWrites {
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  /** Refusals that nobody was waiting for. */
  readonly failed: readonly FailedRequestWrite[];
}

/** Gathers what a batch decided into one set per table. */
export const requestWritesOf = <R extends EngineRequest<unknown>, P extends RequestResult>(
  outcomes: readonly RequestOutcome<R, P>[],
): RequestWrites => {
  const transactions: TransactionWrite[] = [];
  const postings: PostingWrite[] = [];
  const failed: FailedRequestWrite[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'processed') {
      transactions.push(transactionOf(outcome));
      postings.push(...postingsOf(outcome));
    } else if (outcome.outcome === 'refused' && outcome.isKept) {
      const { request, code, context } = outcome;
      const { memberKey } = request;
      failed.push({ ...nameOf(request), code, context, atMs: request.message.record.timestamp, memberKey });
    }
  }
  return { transactions, postings, failed };
};

const nameOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestKey => ({
  environmentId,
  operation,
  ref,
});

type Processed = ProcessedOutcome<EngineRequest<unknown>, RequestResult>;

const transactionOf = ({ request, result, id, response, purchase }: Processed): TransactionWrite => ({
  ...nameOf(request),
  id: id as TransactionId,
  memberId: result.memberId,
  fingerprint: request.fingerprint,
  response,
  atMs: request.message.record.timestamp,
  purchase,
});

const postingsOf = ({ request, result, id }: Processed): PostingWrite[] =>
  result.postings.map((posting) => ({
    environmentId: request.environmentId,
    memberId: result.memberId,
    transactionId: id as TransactionId,
    posting,
    atMs: request.message.record.timestamp,
  }));
