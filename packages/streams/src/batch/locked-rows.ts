import { positionKeyOf } from '@loyalty/kernel';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';
import { LockTimedOut } from './batch-failure.ts';
import { type Batch, splitBatch, type SplitBatch, environmentOf, halveBatch, pendingOf } from './batch.ts';

interface Wait {
  readonly holds: number;
  readonly sinceMs: number;
  readonly environments: ReadonlySet<string>;
}

/** All others wait meanwhile. Longer the second time: Postgres gives a row that many want to each in turn. */
const lockBounds = { firstMs: 50, maxMs: 100 };
/** A till waits 3 s for its reply. */
const pauseBounds = { firstMs: 200, maxMs: 2_000 };
/** Much longer than a pause. Then a partition that another process owns by now is forgotten. */
const rememberedMs = 30_000;

/**
 * Remembers rows that others have locked, for this process alone. Their messages are tried separately from
 * the others, with a short wait.
 */
export class LockedRowWaits {
  readonly #waits = new Map<string, Wait>();

  get lockMs(): number {
    const holds = Math.max(0, ...[...this.#waits.values()].map((wait) => wait.holds));
    return Math.min(lockBounds.firstMs * 2 ** Math.max(0, holds - 1), lockBounds.maxMs);
  }

  /** Notes a failed try. Returns the pause before the next one, and which messages wait. */
  note<T>(
    part: Batch<T>,
    nowMs: number,
  ): { readonly afterMs: number; readonly environments: readonly string[] } {
    let most = 1;
    const all = new Set<string>();
    for (const [partition, environments] of environmentsOf(part)) {
      const holds = (this.#waits.get(positionKeyOf(partition))?.holds ?? 0) + 1;
      most = Math.max(most, holds);
      for (const environment of environments) all.add(environment);
      this.#waits.set(positionKeyOf(partition), { holds, sinceMs: nowMs, environments });
    }
    const afterMs = Math.min(pauseBounds.firstMs * 2 ** (most - 1), pauseBounds.maxMs);
    return { afterMs, environments: [...all] };
  }

  stored<T>(part: Batch<T>): void {
    if (this.#waits.size === 0) return;
    for (const { partition } of part) this.#waits.delete(positionKeyOf(partition));
  }

  /**
   * Divides a batch. The second part begins, on each partition, with the first message of an environment that
   * waits.
   */
  divide<T>(batch: Batch<T>, nowMs: number): SplitBatch<T> {
    this.#forget(nowMs);
    if (this.#waits.size === 0) return { first: batch, second: [] };
    const waiting = new Set([...this.#waits.values()].flatMap(({ environments }) => [...environments]));
    return splitBatch(batch, (queued) => {
      const environment = environmentOf(queued);
      return environment !== null && waiting.has(environment);
    });
  }

  /**
   * Forgets waits that are old. A clock that was set back makes it forget too soon, which costs one long
   * wait.
   */
  #forget(nowMs: number): void {
    for (const [name, { sinceMs }] of this.#waits)
      if (nowMs < sinceMs || nowMs >= sinceMs + rememberedMs) this.#waits.delete(name);
  }
}

const environmentsOf = <T>(part: Batch<T>): Map<AssignedPartition, Set<string>> => {
  const found = new Map<AssignedPartition, Set<string>>();
  for (const queued of part) {
    const names = found.get(queued.partition) ?? new Set<string>();
    found.set(queued.partition, names);
    const environment = environmentOf(queued);
    if (environment !== null) names.add(environment);
  }
  return found;
};

/** All tries together. One culprit among 64 environments and 64 partitions is found in 12 tries of 50 ms. */
const waitedMsMax = 800;

/**
 * Divides the batch by halving environments, then partitions. A part that meets the lock by itself waits,
 * with everything after it on its partitions (docs/mechanisms/locked-rows.md, «Parting»). Other failures are
 * thrown; `pendingOf` returns what is not stored then.
 */
export const partByLocks = async <T>(
  processor: {
    /** Stores a part. Throws {@link LockTimedOut} if a lock is not free in time. */
    storePart(part: Batch<T>, lockMs: number): Promise<void>;
    awaitRows(part: Batch<T>): void;
  },
  batch: Batch<T>,
  {
    lockMs,
    isKnown,
  }: {
    readonly lockMs: number;
    /** True if the messages have met a lock before: each half is then tried once. */
    readonly isKnown: boolean;
  },
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
