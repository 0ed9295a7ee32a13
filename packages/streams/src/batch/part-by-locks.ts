import { pendingOf, type Batch } from './batch.ts';
import { LockTimedOut } from './batch-failure.ts';
import { halveBatch } from './divide-batch.ts';

/** The processor's functions that parting uses. */
interface PartStoringProcessor<T> {
  /** Runs a part until it is stored. Throws {@link LockTimedOut} when a row is locked for longer than `lockMs`. */
  storePart(part: Batch<T>, lockMs: number): Promise<void>;
  /** Leaves the partitions of a part alone until the lock may be free. */
  awaitRows(part: Batch<T>): void;
}

export interface PartingOptions {
  /** How long each try waits for a lock, in milliseconds. */
  readonly lockMs: number;
  /** True when these environments have met a lock before: each half is then tried once. */
  readonly isKnown: boolean;
}

/**
 * Locks may be waited for this long while a batch is parted, all tries together: the other environments wait meanwhile. One
 * culprit among 64 environments and 64 partitions is found in 12 tries of 50 ms.
 */
const waitedMsMax = 800;

/**
 * Stores a batch in parts after a lock did not come: by halving environments, then partitions. What alone meets the lock waits,
 * with everything behind it on its partitions. The rest is stored (docs/mechanisms/locked-rows.md, «Parting»). Throws what else
 * fails; `pendingOf` the batch is not stored then.
 */
export const partByLocks = async <T>(
  processor: PartStoringProcessor<T>,
  batch: Batch<T>,
  { lockMs, isKnown }: PartingOptions,
): Promise<void> => {
  let waitedMs = isKnown ? waitedMsMax - lockMs : 0;

  const attempt = async (part: Batch<T>): Promise<void> => {
    const pending = pendingOf(part);
    try {
      if (pending.length > 0) await processor.storePart(pending, lockMs);
    } catch (failure) {
      if (!(failure instanceof LockTimedOut)) throw failure;
      waitedMs += lockMs;
      await divide(pendingOf(pending));
    }
  };

  const divide = async (part: Batch<T>): Promise<void> => {
    const halves = waitedMs < waitedMsMax ? halveBatch(part) : null;
    if (halves === null) {
      processor.awaitRows(part);
      return;
    }
    await attempt(halves.first);
    await attempt(halves.second);
  };

  await divide(batch);
};
