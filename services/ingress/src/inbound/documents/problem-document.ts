import { isErrorCode, problemOf } from '@loyalty/contracts';

/** Why something failed, as a code from elsewhere and what is to be said of it. */
export interface ProblemSource {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** A problem as a part of an answer (D7); `requestId` is that of the asking request. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** The document of a problem inside of an answer. A code that is not ours means that processing failed. */
export const problemDocument = ({ code, context }: ProblemSource, requestId: string): ProblemDocument => {
  const known = isErrorCode(code) ? code : 'PROCESSING_FAILED';
  const { type, title, status, detail } = problemOf(known);
  return { type, title, status, detail, code: known, requestId, context };
};
