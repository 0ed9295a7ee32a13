import type { RequestKey } from '@loyalty/accounts';
import type { RequestFailure } from '../engines/find-responses.ts';
import type { ResponseLookup } from '../engines/find-responses.ts';
import { isReference } from '@loyalty/kernel';

/** The outcome of a reference (D36). */
export type TransactionOutcome =
  | { readonly outcome: 'decided'; readonly body: Buffer }
  | { readonly outcome: 'failed'; readonly failure: RequestFailure }
  /** Not decided yet, or never seen. */
  | { readonly outcome: 'unknown' };

/** Returns the outcome of a reference. Throws a retriable Fault when it cannot be known now. */
export type GetTransaction = (name: RequestKey) => Promise<TransactionOutcome>;

/** A result wins over a failure: a reference that was given up may have been sent again with success. */
export const createGetTransaction =
  (responses: ResponseLookup): GetTransaction =>
  async (name) => {
    // No other text can have been accepted, and Postgres cannot even be asked for a NUL.
    if (!isReference(name.ref)) return { outcome: 'unknown' };
    const kept = (await responses.recent([name]))[0] ?? (await responses.stored([name]))[0];
    if (kept !== null && kept !== undefined) return { outcome: 'decided', body: kept.response };
    const failure = await responses.failed(name);
    return failure === null ? { outcome: 'unknown' } : { outcome: 'failed', failure };
  };
