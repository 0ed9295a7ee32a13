import type { StoredResponse } from '@loyalty/storage';
import type { DatedResponse } from './request-outcome.ts';
import type { RequestKey } from '@loyalty/accounts';
import { Fault, type Clock } from '@loyalty/kernel';

/** Finds the stored responses of these references, in their order, within a short time. Never throws a retriable Fault. */
export type FindResponses = (names: readonly RequestKey[]) => Promise<readonly (DatedResponse | null)[]>;

/** The caller's deadline may have passed: a database that hangs must not delay the response much longer. */
const lookUpMs = 1_000;

/** Reads once. Treats a database that is unreachable or silent as one without responses, so that the caller can continue. */
export const createFindResponses =
  (responses: Pick<ResponseLookup, 'stored'>, clock: Clock): FindResponses =>
  async (names) => {
    if (names.length === 0) return [];
    const nothing = names.map(() => null);
    const asked = responses.stored(names).catch((failure: unknown) => {
      // The requests were sent, or will be, so «not accepted» would be wrong.
      if (failure instanceof Fault && failure.retry) return nothing;
      throw failure;
    });
    return Promise.race([asked, clock.sleep(lookUpMs).then(() => nothing)]);
  };

/** The reason why a request ended without a result (D36). */
export interface RequestFailure {
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** Finds the responses and failures of references. */
export interface ResponseLookup {
  /** Reads responses of the last 24 h from the cache, in the order of the names. A null proves nothing. Never throws. */
  recent(names: readonly RequestKey[]): Promise<readonly (StoredResponse | null)[]>;
  /** Reads responses from Postgres, in the order of the names. Throws a retriable Fault when it is unreachable. */
  stored(names: readonly RequestKey[]): Promise<readonly (DatedResponse | null)[]>;
  /** Returns why it failed within the last 24 h, or null. Throws a retriable Fault when Postgres is unreachable. */
  failed(name: RequestKey): Promise<RequestFailure | null>;
}
