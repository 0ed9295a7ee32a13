import { instantOf } from '@loyalty/contracts';
import type { TriedResult } from '@loyalty/egress';
import { findCodeFault } from '@loyalty/configuration';
import type { LoadSignal } from '@loyalty/task-queue';
import type { HttpProvider, ProviderResult } from '../usecases/ports.ts';

/** Who was asked, and when: milliseconds since the epoch. */
type Judged = Pick<HttpProvider, 'isIdempotent'> & { readonly askedAtMs: number };

/** Statuses that say: later. */
const busy = new Set([408, 425, 429]);
/** Of these it is certain that nothing was given. */
const refusedUnheard = new Set([425, 429]);

/**
 * What an attempt means for the reward. A provider that gives another code each time it is asked is not asked again where it may
 * have given one.
 */
export const readProviderResult = (result: TriedResult, provider: Judged): ProviderResult => {
  if (result.outcome === 'failed') {
    if (result.wasSent && !provider.isIdempotent) return ambiguous;
    return { kind: 'failed', reason: 'PROVIDER_AWAY' };
  }
  return judgeStatus(result, provider);
};

const ambiguous: ProviderResult = { kind: 'refused', reason: 'PROVIDER_AMBIGUOUS' };

type Answered = Extract<TriedResult, { readonly outcome: 'answered' }>;

const judgeStatus = (answer: Answered, { isIdempotent, askedAtMs }: Judged): ProviderResult => {
  const { status } = answer;
  if (isRefusal(status)) return { kind: 'refused', reason: 'PROVIDER_REFUSED' };
  const code = isDone(status) ? readCode(answer, askedAtMs) : null;
  if (code !== null) return code;
  if (!isIdempotent && !refusedUnheard.has(status)) return ambiguous;
  return { kind: 'failed', reason: isDone(status) ? 'PROVIDER_BAD_ANSWER' : 'PROVIDER_AWAY' };
};

const isRefusal = (status: number): boolean => status >= 400 && status < 500 && !busy.has(status);

/** 202 says that there will be a code: it is asked for again. */
const isDone = (status: number): boolean => status >= 200 && status < 300 && status !== 202;

/** Null where the answer brings no code that can be used. */
const readCode = ({ body, isBodyWhole }: Answered, askedAtMs: number): ProviderResult | null => {
  if (!isBodyWhole) return null;
  const { code, expiresAt } = membersOf(body);
  if (typeof code !== 'string' || findCodeFault(code) !== null) return null;
  if (expiresAt === undefined || expiresAt === null) return { kind: 'code', code, expiresAtMs: null };
  const expiresAtMs = expiryOf(expiresAt);
  // A code whose time is over is of no use to anybody.
  return expiresAtMs !== null && expiresAtMs > askedAtMs ? { kind: 'code', code, expiresAtMs } : null;
};

/** What is no ISO 8601 `Date` would guess at. */
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

/** How the provider took it: what cannot be reached is given rests. */
export const loadSignalOf = (result: TriedResult): LoadSignal => {
  if (result.outcome === 'failed') return 'unreachable';
  return result.status >= 500 || busy.has(result.status) ? 'overloaded' : 'ok';
};
