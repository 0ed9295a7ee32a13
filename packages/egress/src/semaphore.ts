/** A place that a work takes up while it is under way: of `key` there are `max`. */
export interface Claim {
  readonly key: string;
  readonly max: number;
}

/** A work that wants its turn. */
export interface AskedTurn {
  /** Works of one queue come in their order; queues that wait for the same place take turns. */
  readonly queue: string;
  /**
   * All of these are needed. The narrow ones first: a work that its own share does not admit stands in nobody else's way. Read each time
   * it is looked at.
   */
  readonly claims: () => readonly Claim[];
  /** Its turn has come; called at once, or later. */
  readonly begin: (turn: Turn) => void;
  /** Its turn has not come in time. */
  readonly refuse: () => void;
}

/** One's turn, or the wait for it. */
export interface Turn {
  /** Gives the places back, or waits no more; the second time it does nothing. */
  end(): void;
}

interface Work extends Turn {
  readonly asked: AskedTurn;
  /** The places that it takes up; null while it has none. */
  taken: readonly Claim[] | null;
  /** The place that it waits for; null while it does not wait. */
  blockedBy: string | null;
  clock: NodeJS.Timeout | null;
}

/** Who waits for one place, by queue. */
type Waiters = Map<string, Set<Work>>;

/**
 * A bounded number of works at once, with shares. Each work takes up the places that it names, and waits until all of them are free. A
 * place that is given back goes to the queue whose turn it is: a queue of hundreds comes no more often than a queue of one.
 */
export class Semaphore {
  readonly #waitMs: number;
  readonly #taken = new Map<string, number>();
  readonly #waiters = new Map<string, Waiters>();
  #isClosed = false;

  /** `waitMs`: who waits longer is refused. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  ask(asked: AskedTurn): Turn {
    const work: Work = {
      asked,
      taken: null,
      blockedBy: null,
      clock: null,
      end: () => {
        this.#end(work);
      },
    };
    const claims = asked.claims();
    const blockedBy = this.#findFull(claims);
    if (blockedBy === null) this.#begin(work, claims);
    else if (this.#isClosed) asked.refuse();
    else this.#wait(work, blockedBy);
    return work;
  }

  /** How many take up a place. */
  countOf(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** From now on nobody waits: who does, and who would, is refused. */
  close(): void {
    this.#isClosed = true;
    const queues = [...this.#waiters.values()].flatMap((waiters) => [...waiters.values()]);
    for (const work of queues.flatMap((queue) => [...queue])) this.#refuse(work);
  }

  #findFull(claims: readonly Claim[]): string | null {
    return claims.find(({ key, max }) => this.countOf(key) >= max)?.key ?? null;
  }

  #begin(work: Work, claims: readonly Claim[]): void {
    if (work.clock !== null) clearTimeout(work.clock);
    work.taken = claims;
    for (const { key } of claims) this.#taken.set(key, this.countOf(key) + 1);
    work.asked.begin(work);
  }

  #wait(work: Work, blockedBy: string): void {
    work.clock ??= setTimeout(() => {
      this.#refuse(work);
    }, this.#waitMs);
    work.blockedBy = blockedBy;
    const waiters: Waiters = this.#waiters.get(blockedBy) ?? new Map<string, Set<Work>>();
    this.#waiters.set(blockedBy, waiters);
    const { queue } = work.asked;
    waiters.set(queue, (waiters.get(queue) ?? new Set()).add(work));
  }

  /** It waits no more; the others of its queue come after the other queues. */
  #leave(work: Work): void {
    const { blockedBy, asked } = work;
    work.blockedBy = null;
    const waiters = blockedBy === null ? undefined : this.#waiters.get(blockedBy);
    const queue = waiters?.get(asked.queue);
    if (blockedBy === null || waiters === undefined || queue === undefined) return;
    queue.delete(work);
    waiters.delete(asked.queue);
    if (queue.size > 0) waiters.set(asked.queue, queue);
    if (waiters.size === 0) this.#waiters.delete(blockedBy);
  }

  #refuse(work: Work): void {
    if (work.clock !== null) clearTimeout(work.clock);
    this.#leave(work);
    work.asked.refuse();
  }

  #end(work: Work): void {
    if (work.clock !== null) clearTimeout(work.clock);
    this.#leave(work);
    const { taken } = work;
    if (taken === null) return;
    work.taken = null;
    for (const { key } of taken) {
      const count = this.countOf(key) - 1;
      if (count === 0) this.#taken.delete(key);
      else this.#taken.set(key, count);
    }
    // The wide ones first: the next of its own queue has no claim before those who wait for what all share.
    for (const { key } of taken.toReversed()) this.#admit(key);
  }

  /** Begins whoever waits for this place, as long as it is free; who then lacks another one waits for that. */
  #admit(key: string): void {
    for (let work = this.#firstFor(key); work !== null; work = this.#firstFor(key)) {
      const claims = work.asked.claims();
      const blockedBy = this.#findFull(claims);
      if (blockedBy === key) return;
      this.#leave(work);
      if (blockedBy === null) this.#begin(work, claims);
      else this.#wait(work, blockedBy);
    }
  }

  #firstFor(key: string): Work | null {
    const [queue] = this.#waiters.get(key)?.values() ?? [];
    const [work] = queue ?? [];
    return work ?? null;
  }
}
