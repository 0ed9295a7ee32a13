import type { ReceiptFault } from './parse-receipt.ts';
import type { ReceiptOutcome } from './receipt-outcomes.ts';
import type { EvaluateResponse } from './receipt-pool.ts';

export type EvaluateVerdict =
  | { readonly outcome: 'settled'; readonly as: ReceiptOutcome }
  /** This receipt has no valid form; others may have. */
  | { readonly outcome: 'malformed'; readonly errors: readonly ReceiptFault[] }
  /** No receipt will be accepted with this key at this address. */
  | { readonly outcome: 'hopeless'; readonly reason: string }
  /** The key has used up its requests: send nothing for `waitMs`. */
  | { readonly outcome: 'limited'; readonly waitMs: number }
  /** Send the receipt again after at least `waitMs`. */
  | { readonly outcome: 'again'; readonly waitMs: number; readonly reason: string };

/** Returns the verdict on a response, by interface 7 and D8. */
export const verdictOn = (response: EvaluateResponse): EvaluateVerdict => {
  const { status } = response;
  const waitMs = (response.retryAfterS ?? 0) * 1_000;
  if (isBetween(status, 200, 299)) return { outcome: 'settled', as: acceptedAs(response) };
  if (status === 429) return { outcome: 'limited', waitMs: Math.max(1_000, waitMs) };
  const problem = problemIn(response.body);
  const reason = reasonIn(response, problem);
  if (!isBetween(status, 400, 499)) return { outcome: 'again', waitMs, reason };
  if (hopelessCodes.has(problem.code)) return { outcome: 'hopeless', reason };
  if (problem.errors !== undefined) return { outcome: 'malformed', errors: problem.errors };
  // With the setting `rejectMismatch` a repeat with another content has this problem (D15).
  if (problem.code === 'TRANSACTION_DUPLICATE') return { outcome: 'settled', as: { outcome: 'differing' } };
  return { outcome: 'settled', as: { outcome: 'refused', code: problem.code } };
};

const acceptedAs = ({ isReplayed, isMismatched }: EvaluateResponse): ReceiptOutcome => {
  if (isMismatched) return { outcome: 'differing' };
  return { outcome: isReplayed ? 'repeated' : 'stored' };
};

const isBetween = (status: number, low: number, high: number): boolean => status >= low && status <= high;

/** These codes concern the key, the tenant or the address, never a receipt. */
const hopelessCodes = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'TENANT_NOT_FOUND', 'ROUTE_NOT_FOUND', '']);

interface ProblemBody {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly ReceiptFault[];
}

/** Returns the problem of a body (D7), without a code if there is none, as from a proxy. */
const problemIn = (body: string): ProblemBody => {
  try {
    const { code, detail, context } = JSON.parse(body) as {
      code?: string;
      detail?: string;
      context?: { errors?: readonly ReceiptFault[] };
    };
    const errors = context?.errors;
    return { code: code ?? '', detail: detail ?? '', ...(Array.isArray(errors) ? { errors } : {}) };
  } catch {
    return { code: '', detail: '' };
  }
};

const reasonIn = (
  { status, body }: Pick<EvaluateResponse, 'status' | 'body'>,
  { code, detail }: ProblemBody,
): string => {
  if (status === 0) return body;
  return [status.toString(), code, detail.replace(/\.$/, '')].filter((part) => part !== '').join(' ');
};
