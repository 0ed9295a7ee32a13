import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { AccountBook } from './account-book.ts';

/** What a batch is decided on: read under lock, and kept up with as its requests are decided. */
export interface BatchState<R> {
  readonly accounts: AccountBook;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
  /** Requests that cannot be decided, with what was thrown when it was looked up what they need. */
  readonly undecidable: ReadonlyMap<R, unknown>;
}

/** Calls `note` for each request; answers those for which it threw, so that they alone are given up. */
export const undecidableAmong = <R>(requests: readonly R[], note: (request: R) => void): Map<R, unknown> => {
  const undecidable = new Map<R, unknown>();
  for (const request of requests) {
    try {
      note(request);
    } catch (failure) {
      undecidable.set(request, failure);
    }
  }
  return undecidable;
};
