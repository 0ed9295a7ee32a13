import type { Clock } from '@loyalty/kernel';
import type { LaneQueue, Queued } from './lane-queue.ts';
import type { Lane } from '../ports/handler.ts';

/** How much one transaction takes on. */
export interface BatchLimits {
  /** Records of all lanes together. More would make the tills behind the batch wait longer than a commit. */
  readonly recordsMax: number;
  /** Bulk records while interactive traffic is about, so that a till never waits for a long bulk batch. */
  readonly bulkBesideInteractiveMax: number;
}

export const defaultBatchLimits: BatchLimits = { recordsMax: 500, bulkBesideInteractiveMax: 100 };

/** Interactive traffic is about while some was seen this recently. */
const interactiveQuietMs = 1_000;

interface QueuedLane<T> {
  readonly lane: Lane;
  readonly queue: LaneQueue<T>;
}

/**
 * Takes whatever has piled up as one closed batch: interactive records first, bulk ones to fill up (ARCHITECTURE.md, «Batches»). No
 * timer: waiting for the previous commit is the linger. Consumers that share a lane take turns in being the first.
 */
export const createBatchTaker = <T>(
  lanes: readonly QueuedLane<T>[],
  limits: BatchLimits,
  clock: Clock,
): (() => Queued<T>[]) => {
  let interactiveAt = -Infinity;
  let turn = 0;
  const queues = (name: Lane) => lanes.filter(({ lane }) => lane === name).map(({ queue }) => queue);
  const queuesOf = { interactive: queues('interactive'), bulk: queues('bulk') };
  const takeFrom = (lane: Lane, max: number): Queued<T>[] => {
    const own = queuesOf[lane];
    const first = own.length === 0 ? 0 : turn % own.length;
    const batch: Queued<T>[] = [];
    for (const queue of [...own.slice(first), ...own.slice(0, first)]) {
      if (batch.length < max) batch.push(...queue.take(max - batch.length));
    }
    return batch;
  };
  return () => {
    turn += 1;
    const interactive = takeFrom('interactive', limits.recordsMax);
    const now = clock.now();
    if (interactive.length > 0) interactiveAt = now;
    const room = limits.recordsMax - interactive.length;
    const isBusy = now - interactiveAt < interactiveQuietMs;
    const bulk = takeFrom('bulk', isBusy ? Math.min(room, limits.bulkBesideInteractiveMax) : room);
    return interactive.length === 0 ? bulk : [...interactive, ...bulk];
  };
};
