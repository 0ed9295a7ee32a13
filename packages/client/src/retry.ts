import type { Exchanged } from './exchange.ts';
import type { Operation } from './operations.ts';

/** Returns true if the contract allows the same bytes to be sent again after a lost response (D195). */
export const canRepeat = ({ retry, reference }: Operation, body: unknown): boolean =>
  retry !== 'reference' || hasReference(body, reference);

/** Each item of a bulk call has its own reference. */
const hasReference = (body: unknown, name = ''): boolean => {
  const { items, [name]: reference } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (Array.isArray(items)) return items.every((item) => hasReference(item, name));
  return typeof reference === 'string' && reference !== '';
};

/** The statuses of a gateway, or of a service that could not respond in time. */
const passing: readonly number[] = [408, 502, 503, 504];

/** Returns true if the operation may have been executed although there is no result. */
export const isUnknownAfter = (operation: Operation, outcome: Exchanged): boolean => {
  if (operation.isRead || outcome.kind === 'result') return false;
  if (outcome.kind === 'problem') return outcome.status >= 500 || outcome.status === 408;
  const { status } = outcome;
  if (status === null) return outcome.isCut && !outcome.isUnsent;
  return status < 300 || status >= 500 || status === 408;
};

/** Returns true if another attempt is allowed and may succeed. */
export const isRepeatedAfter = (outcome: Exchanged, isAllowed: boolean): boolean => {
  const { kind, status } = outcome;
  if (kind === 'result') return false;
  // Nothing was executed.
  if (status === 429 || (kind === 'lost' && outcome.isUnsent)) return true;
  if (!isAllowed || (kind === 'lost' && outcome.isForGood)) return false;
  if (status === null || passing.includes(status)) return true;
  return kind === 'lost' && (outcome.isCut || status < 300);
};

/** Returns true for a 404 after an attempt that may have been executed: that attempt deleted the record. */
export const isDeleted = (operation: Operation, outcome: Exchanged): boolean =>
  operation.isEmpty &&
  outcome.kind === 'problem' &&
  outcome.status === 404 &&
  !['ROUTE_NOT_FOUND', 'TENANT_NOT_FOUND'].includes(outcome.problem.code);

/** If the wait would be longer, the caller should get the problem instead. */
const retryAfterMsMax = 30_000;
const [firstWaitMs, waitMsMax] = [200, 8_000];

/** Returns the wait before the next attempt, or null if the service asks for more than 30 s. */
export const waitMsAfter = (outcome: Exchanged, attempt: number, random = Math.random()): number | null => {
  const askedMs = retryAfterMsOf(outcome);
  if (askedMs === null) return Math.min(waitMsMax, firstWaitMs * 2 ** (attempt - 1)) * (0.5 + random / 2);
  return askedMs > retryAfterMsMax ? null : askedMs;
};

/** Reads `Retry-After`, which is a number of seconds or a date; returns null if there is none. */
export const retryAfterMsOf = ({ headers }: Exchanged): number | null => {
  const text = headers?.get('Retry-After') ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Math.max(0, Date.parse(text) - Date.now());
  return Number.isNaN(ms) ? null : ms;
};
