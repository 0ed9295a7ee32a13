import { problem, type HttpResponse, type Problem } from '@loyalty/http';
import type { TransactionOutcome } from '../../usecases/transactions/get-transaction.ts';
import { problemDocument } from '../documents/problem-document.ts';

/** Returns the HTTP response for the outcome of a reference (D36). */
export const transactionResponse = (found: TransactionOutcome, requestId: string): HttpResponse | Problem => {
  switch (found.outcome) {
    case 'decided':
      return { status: 200, body: found.body };
    case 'failed':
      return { status: 200, body: { state: 'FAILED', problem: problemDocument(found.failure, requestId) } };
    case 'unknown':
      return problem('TRANSACTION_NOT_FOUND', { retryAfterS: 1 });
  }
};
