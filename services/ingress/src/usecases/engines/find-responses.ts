import { Fault, type Clock } from '@loyalty/kernel';
import type { ResponseLookup, RequestKey, DatedResponse } from '../ports.ts';

/** The stored answers of these references, in their order, as far as they can be had soon; never a retriable Fault. */
export type FindResponses = (names: readonly RequestKey[]) => Promise<readonly (DatedResponse | null)[]>;

/** The caller's deadline may have passed: a database that hangs must not keep them waiting for long on top of it. */
const lookUpMs = 1_000;

/** Looks once, and takes a database that is away or silent for one that knows nothing: whoever asks can go on. */
export const createFindResponses =
  (responses: Pick<ResponseLookup, 'stored'>, clock: Clock): FindResponses =>
  async (names) => {
    if (names.length === 0) return [];
    const nothing = names.map(() => null);
    const asked = responses.stored(names).catch((failure: unknown) => {
      // The requests were handed over, or will be: «not accepted» would be a lie.
      if (failure instanceof Fault && failure.retry) return nothing;
      throw failure;
    });
    return Promise.race([asked, clock.sleep(lookUpMs).then(() => nothing)]);
  };
