import { instantOf } from '@loyalty/contracts';
import type { TriedResult } from '@loyalty/egress';
import { findCodeFault } from '@loyalty/tables/rewards';
import type { LoadSignal } from '@loyalty/task-queue';
import type { HttpProvider, ProviderResult } from '../tasks/decide-provider-outcome.ts';

type JudgedProvider = Pick<HttpProvider, 'isIdempotent'> & { readonly askedAtMs: number };

const busy = new Set([408, 425, 429]);
/** These statuses make it certain that the provider gave no code. */
const refusedUnprocessed = new Set([425, 429]);

/**
 * Reads the result of a call. A provider that is not idempotent is not called again if it may have given a
 * code.
 */
export const readProviderResult = (result: TriedResult, provider: JudgedProvider): ProviderResult => {
  if (result.outcome === 'failed') {
    if (result.wasSent && !provider.isIdempotent) return ambiguous;
    return { kind: 'failed', reason: 'PROVIDER_AWAY' };
  }
  return judgeStatus(result, provider);
};

const ambiguous: ProviderResult = { kind: 'refused', reason: 'PROVIDER_AMBIGUOUS' };

type AnsweredResult = Extract<TriedResult, { readonly outcome: 'answered' }>;

const judgeStatus = (
  response: AnsweredResult,
  { isIdempotent, askedAtMs }: JudgedProvider,
): ProviderResult => {
  const { status } = response;
  if (isRefusal(status)) return { kind: 'refused', reason: 'PROVIDER_REFUSED' };
  const code = isDone(status) ? readCode(response, askedAtMs) : null;
  if (code !== null) return code;
  if (!isIdempotent && !refusedUnprocessed.has(status)) return ambiguous;
  return { kind: 'failed', reason: isDone(status) ? 'PROVIDER_BAD_ANSWER' : 'PROVIDER_AWAY' };
};

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !busy.has(status);

/** 202 promises a code for later: the request is repeated. */
const isDone = (status: number): boolean => status >= 200 && status < 300 && status !== 202;

const readCode = ({ body, isBodyWhole }: AnsweredResult, askedAtMs: number): ProviderResult | null => {
  if (!isBodyWhole) return null;
  const { code, expiresAt } = membersOf(body);
  if (typeof code !== 'string' || findCodeFault(code) !== null) return null;
  if (expiresAt === undefined || expiresAt === null) return { kind: 'code', code, expiresAtMs: null };
  const expiresAtMs = expiryOf(expiresAt);
  // An expired code is useless.
  return expiresAtMs !== null && expiresAtMs > askedAtMs ? { kind: 'code', code, expiresAtMs } : null;
};

/** Parses ISO 8601 strictly: `Date` would guess at other texts. */
const expiryOf = (given: unknown): number | null =>
  typeof given === 'string' ? instantOf(given, 'start') : null;

const membersOf = (body: Buffer): { readonly code?: unknown; readonly expiresAt?: unknown } => {
  try {
    const json: unknown = JSON.parse(body.toString());
    return typeof json === 'object' && json !== null ? json : {};
  } catch {
    return {};
  }
};

/** Returns the signal of a result. A provider that cannot be reached opens its circuit. */
export const loadSignalOf = (result: TriedResult): LoadSignal => {
  if (result.outcome === 'failed') return 'unreachable';
  return result.status >= 500 || busy.has(result.status) ? 'overloaded' : 'ok';
};
