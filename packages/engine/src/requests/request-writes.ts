import type { FailedRequestWrite, PostingWrite, RequestKey, TransactionWrite } from '@loyalty/accounts';
import type { TransactionId } from '@loyalty/kernel';
import type { ProcessedOutcome, RequestOutcome, RequestResult } from './request-outcome.ts';
import type { EngineRequest } from './request.ts';

/** The rows that every engine stores for its requests. */
export interface RequestWrites {
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  /** Refusals that are kept, mostly because no caller was waiting. */
  readonly failed: readonly FailedRequestWrite[];
}

/** Gathers the outcomes of a batch into one set of rows per table. */
export const requestWritesOf = <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  outcomes: readonly RequestOutcome<Request, Result>[],
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
      failed.push({ ...keyOf(request), code, context, atMs: request.message.record.timestamp, memberKey });
    }
  }
  return { transactions, postings, failed };
};

const keyOf = ({ environmentId, operation, ref }: EngineRequest<unknown>): RequestKey => ({
  environmentId,
  operation,
  ref,
});

type Processed = ProcessedOutcome<EngineRequest<unknown>, RequestResult>;

const transactionOf = ({ request, result, id, response, purchase }: Processed): TransactionWrite => ({
  ...keyOf(request),
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
