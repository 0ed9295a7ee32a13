/** How often a list that may change is asked for. */
const askEveryMs = 3_000;
/** Every change makes the whole group join anew, so that changes are gathered for this long. */
const openAtMostEveryMs = 30_000;

const nameOf = (topics: readonly string[]): string => topics.toSorted().join('\0');

/** Tells when a consumer's topics differ so that it is worth a rebalance. */
export class TopicChanges {
  #open = new Set<string>();
  #openedAtMs = -Infinity;
  #wasOpenedBefore = false;
  #askedAtMs = -Infinity;
  #sighted: string | null = null;

  /** The consumer reads these from now on. */
  opened(topics: readonly string[], nowMs: number): void {
    // The first list is no change: what is enabled right after the start is read right away.
    if (this.#wasOpenedBefore) this.#openedAtMs = nowMs;
    this.#wasOpenedBefore = true;
    this.#open = new Set(topics);
    this.#sighted = null;
  }

  /** True when it is time to ask for the list again. */
  isDue(nowMs: number): boolean {
    if (nowMs - this.#askedAtMs < askEveryMs) return false;
    this.#askedAtMs = nowMs;
    return true;
  }

  /** True when a topic that is read does not exist any more. */
  isAnyGone(present: readonly string[]): boolean {
    const existing = new Set(present);
    return [...this.#open].some((topic) => !existing.has(topic));
  }

  /**
   * True when the topics changed and the last change is long enough ago. A list counts only when it was seen twice: a
   * broker that just came back may not know all of its topics yet.
   */
  areRipe(present: readonly string[], nowMs: number): boolean {
    const name = nameOf(present);
    const isStable = name === this.#sighted;
    this.#sighted = name;
    if (name === nameOf([...this.#open])) return false;
    return isStable && nowMs - this.#openedAtMs >= openAtMostEveryMs;
  }
}
