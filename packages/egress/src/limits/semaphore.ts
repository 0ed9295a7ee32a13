/** A slot that a work occupies while it runs; `key` has `max` of them. */
export interface Claim {
  readonly key: string;
  readonly max: number;
}

export interface SlotRequest {
  /** Works of one queue run in their order; queues that wait for the same slot take turns. */
  readonly queue: string;
  /**
   * All of these are needed. Narrow ones come first: a work that its own share does not admit blocks no
   * other. Called again for each check.
   */
  readonly claims: () => readonly Claim[];
  /** Called, at once or later, when all slots are free. */
  readonly begin: (slots: HeldSlots) => void;
  /** Called when they did not become free in time. */
  readonly refuse: () => void;
}

/** A work's slots, or its wait for them. */
export interface HeldSlots {
  /** Frees the slots, or ends the wait. A second call does nothing. */
  end(): void;
}

interface Work extends HeldSlots {
  readonly request: SlotRequest;
  /** The slots that it occupies; null when none. */
  taken: readonly Claim[] | null;
  /** The slot that it waits for; null when it does not wait. */
  blockedBy: string | null;
  clock: NodeJS.Timeout | null;
}

type Waiters = Map<string, Set<Work>>;

/**
 * Runs a limited number of works at once, with shares. Each work occupies the slots that it names, and waits
 * until all of them are free. A freed slot goes to the next queue in turn: a queue of hundreds gets no more
 * turns than a queue of one.
 */
export class Semaphore {
  readonly #waitMs: number;
  readonly #taken = new Map<string, number>();
  readonly #waiters = new Map<string, Waiters>();
  #isClosed = false;

  /** A work that waits longer than `waitMs` is refused. */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  ask(request: SlotRequest): HeldSlots {
    const work: Work = {
      request,
      taken: null,
      blockedBy: null,
      clock: null,
      end: () => {
        this.#end(work);
      },
    };
    const claims = request.claims();
    const blockedBy = this.#findFull(claims);
    if (blockedBy === null) this.#begin(work, claims);
    else if (this.#isClosed) request.refuse();
    else this.#wait(work, blockedBy);
    return work;
  }

  /** Returns how many works occupy a slot. */
  countOf(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  /** Refuses all waiting works, and later ones that would have to wait. */
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
    work.request.begin(work);
  }

  #wait(work: Work, blockedBy: string): void {
    work.clock ??= setTimeout(() => {
      this.#refuse(work);
    }, this.#waitMs);
    work.blockedBy = blockedBy;
    const waiters: Waiters = this.#waiters.get(blockedBy) ?? new Map<string, Set<Work>>();
    this.#waiters.set(blockedBy, waiters);
    const { queue } = work.request;
    waiters.set(queue, (waiters.get(queue) ?? new Set()).add(work));
  }

  /** Ends the wait of a work. The rest of its queue goes behind the other queues. */
  #leave(work: Work): void {
    const { blockedBy, request } = work;
    work.blockedBy = null;
    const waiters = blockedBy === null ? undefined : this.#waiters.get(blockedBy);
    const queue = waiters?.get(request.queue);
    if (blockedBy === null || waiters === undefined || queue === undefined) return;
    queue.delete(work);
    waiters.delete(request.queue);
    if (queue.size > 0) waiters.set(request.queue, queue);
    if (waiters.size === 0) this.#waiters.delete(blockedBy);
  }

  #refuse(work: Work): void {
    if (work.clock !== null) clearTimeout(work.clock);
    this.#leave(work);
    work.request.refuse();
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
    // Wide slots first: the next work of its own queue has no priority over works that wait for a shared
    // slot.
    for (const { key } of taken.toReversed()) this.#admit(key);
  }

  /** Starts works that wait for this slot while it is free. One that lacks another slot then waits for it. */
  #admit(key: string): void {
    for (let work = this.#firstFor(key); work !== null; work = this.#firstFor(key)) {
      const claims = work.request.claims();
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
