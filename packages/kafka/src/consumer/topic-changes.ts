/** The interval of requests for a list that may change. */
const askEveryMs = 3_000;
/** Every change makes the whole group join again, so changes are gathered for this long. */
const openAtMostEveryMs = 30_000;

const nameOf = (topics: readonly string[]): string => topics.toSorted().join('\0');

/** Decides when a consumer's topics have changed enough for a rebalance. Its times are those of a clock that never goes back. */
export class TopicChanges {
  #open = new Set<string>();
  #openedAtMs = -Infinity;
  #wasOpenedBefore = false;
  #askedAtMs = -Infinity;
  #sighted: string | null = null;

  /** Records that the consumer reads these topics from now on. */
  opened(topics: readonly string[], nowMs: number): void {
    // The first list is not a change: a topic that is enabled right after the start is read at once.
    if (this.#wasOpenedBefore) this.#openedAtMs = nowMs;
    this.#wasOpenedBefore = true;
    this.#open = new Set(topics);
    this.#sighted = null;
  }

  /** Returns true when it is time to request the list again. */
  isDue(nowMs: number): boolean {
    if (nowMs - this.#askedAtMs < askEveryMs) return false;
    this.#askedAtMs = nowMs;
    return true;
  }

  /** Returns true when a topic that is read no longer exists. */
  isAnyGone(present: readonly string[]): boolean {
    const existing = new Set(present);
    return [...this.#open].some((topic) => !existing.has(topic));
  }

  /**
   * Returns true when the topics changed and the last change is long enough ago. A list counts only when it was seen twice,
   * because a broker that just restarted may not know all topics yet.
   */
  areRipe(present: readonly string[], nowMs: number): boolean {
    const name = nameOf(present);
    const isStable = name === this.#sighted;
    this.#sighted = name;
    if (name === nameOf([...this.#open])) return false;
    return isStable && nowMs - this.#openedAtMs >= openAtMostEveryMs;
  }
}
