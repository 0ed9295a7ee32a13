import type { Clock } from '@loyalty/kernel';
import { BatchCapacity, type IntakeQueue, type Queued } from '../intake/intake-queue.ts';
import type { Lane } from '../ports.ts';

export interface BatchLimits {
  /**
   * The maximum number of records. With more, tills whose requests wait for the batch would wait longer than
   * a commit.
   */
  readonly recordsMax: number;
  /** The maximum size of a batch. The writes of one transaction and its outbox row grow with it. */
  readonly bytesMax: number;
  /**
   * The maximum number of records after a batch without effect, which costs as much with many records as with
   * few. It covers both lanes together.
   */
  readonly recordsMaxWithoutEffect: number;
  /**
   * The maximum cost, which the decoders estimate. It is limited because decisions are made with locks held.
   */
  readonly costMax: number;
  /**
   * The maximum number of bulk records in a batch with interactive ones, so that a till never waits for a
   * long bulk batch.
   */
  readonly bulkMaxWithInteractive: number;
  readonly bulkCostMaxWithInteractive: number;
}

export const defaultBatchLimits: BatchLimits = {
  recordsMax: 500,
  recordsMaxWithoutEffect: 2_000,
  bytesMax: 4 * 1024 * 1024,
  // 500 usual receipts have 15,000 tokens.
  costMax: 50_000,
  bulkMaxWithInteractive: 100,
  // 100 usual receipts have 3,000 tokens, and the costliest one 2,500.
  bulkCostMaxWithInteractive: 5_000,
};

const interactiveQuietMs = 1_000;

/**
 * Creates a function that takes batches, with interactive records first. It has no timer: waiting for the
 * previous commit is the linger (docs/mechanisms/storing.md, «Batches»). Skipped runs travel with the records
 * after them, or alone if `isIdle`.
 */
export const createBatchTaker = <T>(
  groups: readonly { readonly lane: Lane; readonly queue: IntakeQueue<T> }[],
  limits: BatchLimits,
  clock: Clock,
): ((isIdle: boolean, hadEffect?: boolean) => Queued<T>[]) => {
  let interactiveAt = -Infinity;
  let turn = 0;
  const queues = (name: Lane) => groups.filter(({ lane }) => lane === name).map(({ queue }) => queue);
  const queuesOf = { interactive: queues('interactive'), bulk: queues('bulk') };
  const takeFrom = (lane: Lane, capacity: BatchCapacity): Queued<T>[] => {
    const own = queuesOf[lane];
    const first = own.length === 0 ? 0 : turn % own.length;
    return [...own.slice(first), ...own.slice(0, first)].flatMap((queue) => queue.take(capacity));
  };
  return (isIdle, hadEffect = true) => {
    if (!isIdle && groups.every(({ queue }) => queue.size === 0)) return [];
    turn += 1;
    const capacity = new BatchCapacity({
      records: hadEffect ? limits.recordsMax : limits.recordsMaxWithoutEffect,
      bytes: limits.bytesMax,
      cost: limits.costMax,
    });
    const interactive = takeFrom('interactive', capacity);
    const now = clock.now();
    if (interactive.some(({ item }) => item !== null)) interactiveAt = now;
    if (hadEffect && isWithin(now - interactiveAt, interactiveQuietMs))
      capacity.narrow(limits.bulkMaxWithInteractive, limits.bulkCostMaxWithInteractive);
    const bulk = takeFrom('bulk', capacity);
    return interactive.length === 0 ? bulk : [...interactive, ...bulk];
  };
};

/** A clock that was set back shows a negative time, which must not last. */
const isWithin = (passedMs: number, limitMs: number): boolean => passedMs >= 0 && passedMs < limitMs;
