import type { EnvironmentId } from '@loyalty/kernel';

interface FairQueueSizes {
  /** The most entries of one environment. */
  readonly shareMax: number;
  /** This is the most that all entries may be. */
  readonly totalMax: number;
}

/**
 * The entries of environments that wait for the next round. An environment beyond its share loses its further
 * entries. If the queue is full, the environment with the most entries loses its oldest one, so that a flood
 * of some leaves room for others (D118).
 */
export class FairQueue<Entry> {
  readonly #sizes: FairQueueSizes;
  readonly #dropped: (owner: EnvironmentId) => void;
  #queues = new Map<EnvironmentId, Entry[]>();
  #length = 0;

  /** `dropped` is called with the owner of each entry that is lost. */
  constructor(sizes: FairQueueSizes, dropped: (owner: EnvironmentId) => void) {
    this.#sizes = sizes;
    this.#dropped = dropped;
  }

  /** Adds an entry, or drops this or another one. */
  add(owner: EnvironmentId, entry: Entry): void {
    const own = this.#queues.get(owner) ?? [];
    if (own.length >= this.#sizes.shareMax || !this.#makesWay(own.length)) {
      this.#dropped(owner);
      return;
    }
    own.push(entry);
    this.#queues.set(owner, own);
    this.#length += 1;
  }

  /** Returns all entries by environment, and empties the queue. */
  takeAll(): ReadonlyMap<EnvironmentId, readonly Entry[]> {
    const taken = this.#queues;
    this.#queues = new Map();
    this.#length = 0;
    return taken;
  }

  /**
   * Returns false if the queue is full and no other environment has more entries than this one would have.
   */
  #makesWay(ownLength: number): boolean {
    if (this.#length < this.#sizes.totalMax) return true;
    let largest: { readonly owner: EnvironmentId; readonly queue: Entry[] } | null = null;
    for (const [owner, queue] of this.#queues)
      if (queue.length > (largest?.queue.length ?? 0)) largest = { owner, queue };
    if (largest === null || largest.queue.length <= ownLength + 1) return false;
    largest.queue.shift();
    this.#length -= 1;
    this.#dropped(largest.owner);
    return true;
  }
}
