/**
 * A process that has lost the database for this many ticks gives up its partitions at any join that somebody
 * begins.
 */
const lostTicks = 6;
/**
 * A process begins a join itself after this many ticks. All who lost the same database say so in it, and
 * nothing moves between them.
 */
const joinsTicks = 10;
/** A measurement comes every 2 s: by then all who reach the database again know it, and join together. */
const backTicks = 4;
/** A network that comes and goes costs its groups a join a minute at most. */
const backTicksMax = 60;
const rememberedTicks = 600;

export type ReachChange = 'lost' | 'back';

/**
 * Tells whether the store responds to this process; if it does not, others may read for it. It counts in
 * ticks of a second, so that a process that was frozen is not judged by the time that it slept.
 */
export class StoreReach {
  /** Returns how long the store has been silent; Infinity before the first response. */
  readonly #silentMs: () => number;
  #lastMs = 0;
  #silent = 0;
  #responding = 0;
  #isLost = false;
  #tick = 0;
  #losses: readonly number[] = [];

  constructor(silentMs: () => number) {
    this.#silentMs = silentMs;
  }

  /** Returns whether the process can store, which it says when it joins. */
  get canStore(): boolean {
    return this.#silent < lostTicks;
  }

  /** Returns true if the groups of this process must learn that it cannot store. */
  get isLost(): boolean {
    return this.#silent >= joinsTicks;
  }

  /**
   * Returns true if the store has responded for long enough, so that the groups of this process may learn
   * that it can store.
   */
  get isBack(): boolean {
    return this.#responding >= Math.min(backTicksMax, backTicks * 2 ** Math.max(0, this.#losses.length - 1));
  }

  /** Returns what has changed since the last tick, or null. */
  tick(): ReachChange | null {
    this.#tick += 1;
    this.#count();
    if (this.isLost && !this.#isLost) {
      this.#isLost = true;
      this.#losses = this.#losses.filter((at) => this.#tick - at < rememberedTicks).concat(this.#tick);
      return 'lost';
    }
    if (!this.#isLost || !this.isBack) return null;
    this.#isLost = false;
    return 'back';
  }

  /** Counts a tick. The age of the last response falls with each response, and rises otherwise. */
  #count(): void {
    const ms = this.#silentMs();
    const isSilent = ms > this.#lastMs || ms === Infinity;
    this.#lastMs = ms;
    this.#silent = isSilent ? this.#silent + 1 : 0;
    this.#responding = this.canStore ? this.#responding + 1 : 0;
  }
}
