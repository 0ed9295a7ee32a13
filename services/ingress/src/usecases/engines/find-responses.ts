import { Fault, type Clock } from '@loyalty/kernel';
import type { ResponseLookup, RequestKey, DatedResponse } from '../ports.ts';

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
