import { isErrorCode, problemOf } from '@loyalty/contracts';

/** The reason of a failure: a code, perhaps from another service, and its context. */
export interface ProblemSource {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** A problem as a part of a response (D7); `requestId` is that of the HTTP request. */
export interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly requestId: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Returns the document of a problem inside a response. An unknown code means that processing failed. */
export const problemDocument = ({ code, context }: ProblemSource, requestId: string): ProblemDocument => {
  const known = isErrorCode(code) ? code : 'PROCESSING_FAILED';
  const { type, title, status, detail } = problemOf(known);
  return { type, title, status, detail, code: known, requestId, context };
};
