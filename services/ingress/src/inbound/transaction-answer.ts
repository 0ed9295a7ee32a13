import { isErrorCode, problemOf } from '@loyalty/contracts';
import { problem, type HttpAnswer, type Problem } from '@loyalty/http';
import type { TransactionOutcome } from '../usecases/get-transaction.ts';
import type { Failure } from '../usecases/ports.ts';

/** The HTTP answer to what became of a reference (D36). */
export const transactionAnswer = (found: TransactionOutcome, requestId: string): HttpAnswer | Problem => {
  switch (found.outcome) {
    case 'decided':
      return { status: 200, body: found.body };
    case 'failed':
      return { status: 200, body: { state: 'FAILED', problem: problemBody(found.failure, requestId) } };
    case 'unknown':
      return problem('TRANSACTION_NOT_FOUND', { retryAfterS: 1 });
  }
};

/** A problem document inside of an answer; `requestId` is that of the asking request, the only one known here. */
const problemBody = ({ code, context }: Failure, requestId: string): object => {
  const known = isErrorCode(code) ? code : 'PROCESSING_FAILED';
  const { type, title, status, detail } = problemOf(known);
  return { type, title, status, detail, code: known, requestId, context };
};
