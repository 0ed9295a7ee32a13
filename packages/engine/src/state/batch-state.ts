import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { AccountBook } from './account-book.ts';

/** The state on which a batch is decided: read under lock, and updated after each request. */
export interface BatchState<Request> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  /** Requests that cannot be decided, with the error of the lookup of what they need. */
  readonly undecidable: ReadonlyMap<Request, unknown>;
}

/** Calls `note` for each request. Returns the requests for which it threw, with the errors, so that they alone are given up. */
export const undecidableAmong = <Request>(
  requests: readonly Request[],
  note: (request: Request) => void,
): Map<Request, unknown> => {
  const undecidable = new Map<Request, unknown>();
  for (const request of requests) {
    try {
      note(request);
    } catch (failure) {
      undecidable.set(request, failure);
    }
  }
  return undecidable;
};
