export type ConsumerHealth =
  | 'healthy'
  /** No sign for ten heartbeats, or metadata without one of its topics: perhaps it was deleted. */
  | 'quiet'
  /** No sign for 12 s: it will not recover by itself. */
  | 'silent';

/** Seconds are counted and not timed, so that a frozen process is not judged by its pause. */
const quietTicks = 3;
/** Long enough for every request to be answered or to time out. */
const silentTicks = 12;

export class ConsumerWatch {
  #ticks = 0;
  #knowsTopics = true;

  heard(): void {
    this.#ticks = 0;
  }

  /**
   * Notes that the consumer is not to blame for the silence: the broker is unreachable, or a join waits for
   * other members.
   */
  excuse(): void {
    this.#ticks = 0;
  }

  knowsTopics(isSo: boolean): void {
    this.#knowsTopics = isSo;
  }

  tick(): ConsumerHealth {
    this.#ticks += 1;
    if (this.#ticks >= silentTicks) return 'silent';
    return this.#ticks >= quietTicks || !this.#knowsTopics ? 'quiet' : 'healthy';
  }
}

/** The interval of requests for a list that may change. */
const askEveryMs = 3_000;
/** Every change makes the whole group join again, so changes are gathered for this long. */
const openAtMostEveryMs = 30_000;

/** Decides when changed topics are worth a rebalance. Times are from a monotonic clock. */
export class TopicChanges {
  #open = new Set<string>();
  #openedAtMs = -Infinity;
  #wasOpenedBefore = false;
  #askedAtMs = -Infinity;
  #sighted: string | null = null;

  opened(topics: readonly string[], nowMs: number): void {
    // The first list is not a change: a topic that is enabled right after the start is read at once.
    if (this.#wasOpenedBefore) this.#openedAtMs = nowMs;
    this.#wasOpenedBefore = true;
    this.#open = new Set(topics);
    this.#sighted = null;
  }

  isDue(nowMs: number): boolean {
    if (nowMs - this.#askedAtMs < askEveryMs) return false;
    this.#askedAtMs = nowMs;
    return true;
  }

  isAnyGone(present: readonly string[]): boolean {
    const existing = new Set(present);
    return [...this.#open].some((topic) => !existing.has(topic));
  }

  /**
   * Returns true once a list of topics has been seen twice, because a broker that has just restarted may not
   * know all topics yet.
   */
  areRipe(present: readonly string[], nowMs: number): boolean {
    const name = nameOf(present);
    const isStable = name === this.#sighted;
    this.#sighted = name;
    if (name === nameOf([...this.#open])) return false;
    return isStable && nowMs - this.#openedAtMs >= openAtMostEveryMs;
  }
}

const nameOf = (topics: readonly string[]): string => topics.toSorted().join('\0');
