import type { HttpResponse, Problem } from './response.ts';
import type { HttpContract } from './contract.ts';

/** Returns the problem document of D7: `context` is always an object, `Retry-After` an integer of at least 1 (D5). */
export const describeProblem = (
  { problem: code, detail, context = {}, retryAfterS, headers }: Problem,
  requestId: string,
  problemOf: HttpContract['problemOf'],
): HttpResponse => {
  const kind = problemOf(code);
  const waitS = retryAfterS ?? kind.retryAfterS;
  return {
    status: kind.status,
    headers: {
      'Content-Type': 'application/problem+json',
      ...(waitS === undefined ? {} : { 'Retry-After': Math.max(1, Math.ceil(waitS)).toString() }),
      ...headers,
    },
    body: {
      type: kind.type,
      title: kind.title,
      status: kind.status,
      detail: detail ?? kind.detail,
      code,
      requestId,
      context,
    },
  };
};
