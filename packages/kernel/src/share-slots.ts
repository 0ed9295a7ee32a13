import type { EnvironmentId } from './ids.ts';

export const noSlot: unique symbol = Symbol('no slot');

export interface SlotLimits {
  /** The number of slots of each environment. */
  readonly share: number;
  /** The number of slots of all environments together. Default: no limit. */
  readonly whole?: number;
  /** The maximum number of calls of one environment that may wait. Default: no limit. */
  readonly waitingMax?: number;
  /** How long a call may wait, in milliseconds. */
  readonly waitMs: number;
}

/** Slots for scarce resources. Each environment has its share of them (D118). */
export interface ShareSlots {
  /**
   * Calls `work` in a slot of its environment, after waiting for one in order of arrival. Returns `noSlot`,
   * and calls nothing, if too many calls wait already or the wait was too long. The slot is free once the
   * promise of `work` has settled, or when `heldUntil` says so.
   */
  run<T>(owner: EnvironmentId, work: () => Promise<T>, heldUntil?: HeldUntil<T>): Promise<T | typeof noSlot>;
}

/** Returns a promise for the given running work; its slots are free once that promise has settled. */
export type HeldUntil<T> = (running: Promise<T>) => Promise<unknown>;

/** Creates the slots. An environment without calls takes no memory. */
export const createShareSlots = ({ share, whole, ...waits }: SlotLimits): ShareSlots => {
  const slots = new ClaimedSlots(waits);
  const ofAll: readonly SlotClaim[] = whole === undefined ? [] : [{ key: 'all', max: whole }];
  return {
    run: (owner, work, heldUntil) => {
      const claims = [{ key: owner, max: share }, ...ofAll];
      return slots.run({ owner, claims: () => claims }, work, heldUntil);
    },
  };
};

/** The slots that a call takes while it runs: `weight` of the `max` at `key`. */
export interface SlotClaim {
  readonly key: SlotKey;
  readonly max: number;
  /** The number of slots that are taken, at most `max`. Default: 1. */
  readonly weight?: number;
}

type SlotKey = EnvironmentId | string;

export interface SlotRequest {
  /**
   * The owner of the call. Calls of one owner begin in their order; owners that wait for the same slots take
   * turns.
   */
  readonly owner: EnvironmentId;
  /**
   * Returns all claims of the call, with narrow ones first, so that a call that its own share does not admit
   * blocks no other. It is called again for each check.
   */
  readonly claims: () => readonly SlotClaim[];
  /** Called, now or later, when all slots are free. */
  readonly begin: (slots: HeldSlots) => void;
  /** Called if the slots did not become free in time. */
  readonly refuse: () => void;
}

/** The slots of a call, or its wait for them. */
export interface HeldSlots {
  /** Frees the slots, or ends the wait. A second call does nothing. */
  end(): void;
}

interface Work extends HeldSlots {
  readonly request: SlotRequest;
  /** The number rises with each work. */
  readonly number: number;
  /** The slots that it occupies; null when none. */
  taken: readonly SlotClaim[] | null;
  /** The slot that it waits for; null when it does not wait. */
  blockedBy: SlotKey | null;
  timer: NodeJS.Timeout | null;
}

/**
 * Lends slots of several kinds. Each call waits until everything that it claims is free. A freed slot goes to
 * the next owner in turn, so an owner with hundreds of calls gets no more turns than one with a single call.
 * A turn lasts until there are enough slots, so small calls do not keep out a large one.
 */
export class ClaimedSlots {
  readonly #waitMs: number;
  readonly #waitingMax: number;
  readonly #taken = new Map<SlotKey, number>();
  /** The calls that wait for a slot, by owner in the order of turns. */
  readonly #waiting = new Map<SlotKey, Map<EnvironmentId, Set<Work>>>();
  #asked = 0;
  #isClosed = false;

  constructor({ waitMs, waitingMax = Infinity }: Pick<SlotLimits, 'waitMs' | 'waitingMax'>) {
    this.#waitMs = waitMs;
    this.#waitingMax = waitingMax;
  }

  /** Runs a call in its slots, as {@link ShareSlots} does. It begins immediately if they are free. */
  async run<T>(
    request: Pick<SlotRequest, 'owner' | 'claims'>,
    work: () => Promise<T>,
    heldUntil?: HeldUntil<T>,
  ): Promise<T | typeof noSlot> {
    const slots = this.#takeFree(request) ?? (await this.#takeLater(request));
    if (slots === null) return noSlot;
    if (heldUntil !== undefined) return hold(slots, work, heldUntil);
    try {
      return await work();
    } finally {
      slots.end();
    }
  }

  ask(request: SlotRequest): HeldSlots {
    const work: Work = {
      request,
      number: (this.#asked += 1),
      taken: null,
      blockedBy: null,
      timer: null,
      end: () => {
        this.#end(work);
      },
    };
    const claims = request.claims();
    const blocker = this.#findBlocker(claims);
    if (blocker === null) this.#begin(work, claims);
    else if (this.#isClosed || this.#waitingOf(request.owner, claims) >= this.#waitingMax) request.refuse();
    else this.#wait(work, blocker);
    return work;
  }

  /** Returns the number of slots that are taken. */
  countOf(key: SlotKey): number {
    return this.#taken.get(key) ?? 0;
  }

  /** Frees the slots of a call that does not free all of them at once. */
  free(claims: readonly SlotClaim[]): void {
    for (const { key, weight = 1 } of claims) {
      const left = this.countOf(key) - weight;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    }
    if (this.#waiting.size === 0) return;
    // Wide slots first: calls of the same owner have no priority over those that wait for shared slots.
    for (const { key } of claims.toReversed()) this.#admit(key);
  }

  /** Refuses all waiting calls, and later ones that would have to wait. */
  close(): void {
    this.#isClosed = true;
    const owners = [...this.#waiting.values()].flatMap((waiting) => [...waiting.values()]);
    this.#waiting.clear();
    for (const work of owners.flatMap((works) => [...works])) refuse(work);
  }

  /**
   * Returns the first claim for which a call must wait. A call that already waits has passed the claims
   * before that one.
   */
  #findBlocker(claims: readonly SlotClaim[], work?: Work): SlotClaim | null {
    let passing = work;
    for (const claim of claims) {
      if (this.#isFull(claim) || this.#isBehind(claim, passing)) return claim;
      if (claim.key === work?.blockedBy) passing = undefined;
    }
    return null;
  }

  /**
   * Returns true if other calls come first: those that already wait or, for a call that has passed this
   * claim, earlier ones of its owner.
   */
  #isBehind({ key }: SlotClaim, passing: Work | undefined): boolean {
    const waiting = this.#waiting.get(key);
    if (waiting === undefined || passing === undefined) return waiting !== undefined;
    const [first] = waiting.get(passing.request.owner) ?? [];
    return first !== undefined && first.number < passing.number;
  }

  #isFull({ key, max, weight = 1 }: SlotClaim): boolean {
    return this.countOf(key) + weight > max;
  }

  #waitingOf(owner: EnvironmentId, claims: readonly SlotClaim[]): number {
    return claims.reduce((sum, { key }) => sum + (this.#waiting.get(key)?.get(owner)?.size ?? 0), 0);
  }

  #takeFree({ claims }: Pick<SlotRequest, 'claims'>): HeldSlots | null {
    const taken = claims();
    if (this.#findBlocker(taken) !== null) return null;
    this.#take(taken);
    return {
      end: () => {
        this.free(taken);
      },
    };
  }

  #takeLater({ owner, claims }: Pick<SlotRequest, 'owner' | 'claims'>): Promise<HeldSlots | null> {
    return new Promise((begin) => {
      const refuse = (): void => {
        begin(null);
      };
      this.ask({ owner, claims, begin, refuse });
    });
  }

  #take(claims: readonly SlotClaim[]): void {
    for (const { key, weight = 1 } of claims) this.#taken.set(key, this.countOf(key) + weight);
  }

  #begin(work: Work, claims: readonly SlotClaim[]): void {
    if (work.timer !== null) clearTimeout(work.timer);
    work.taken = claims;
    this.#take(claims);
    work.request.begin(work);
  }

  #wait(work: Work, blocker: SlotClaim): void {
    work.timer = setTimeout(refuse, this.#waitMs, work);
    this.#queue(work, blocker.key);
    // Those before it may have more slots than when they came.
    if (!this.#isFull(blocker)) this.#admit(blocker.key);
  }

  #queue(work: Work, blockedBy: SlotKey): Set<Work> {
    work.blockedBy = blockedBy;
    const waiting = this.#waiting.get(blockedBy) ?? new Map<EnvironmentId, Set<Work>>();
    this.#waiting.set(blockedBy, waiting);
    const { owner } = work.request;
    const works = (waiting.get(owner) ?? new Set()).add(work);
    waiting.set(owner, works);
    return works;
  }

  /** Lets a call wait for a different slot, in its order among those of its owner. */
  #requeue(work: Work, blockedBy: SlotKey): void {
    const works = this.#queue(work, blockedBy);
    const inOrder = [...works].toSorted((a, b) => a.number - b.number);
    works.clear();
    for (const one of inOrder) works.add(one);
  }

  /** Ends the wait of a call. The other calls of its owner go to the end of the turns. */
  #leave(work: Work, blockedBy: SlotKey): void {
    work.blockedBy = null;
    const { owner } = work.request;
    const waiting = this.#waiting.get(blockedBy);
    const works = waiting?.get(owner);
    if (waiting === undefined || works === undefined) return;
    works.delete(work);
    waiting.delete(owner);
    if (works.size > 0) waiting.set(owner, works);
    if (waiting.size === 0) this.#waiting.delete(blockedBy);
  }

  #end(work: Work): void {
    const { taken, blockedBy, timer } = work;
    if (timer !== null) clearTimeout(timer);
    if (blockedBy !== null) {
      this.#leave(work, blockedBy);
      this.#admit(blockedBy);
    }
    work.taken = null;
    if (taken !== null) this.free(taken);
  }

  /**
   * Begins calls that wait for this slot while it is free. A call that lacks another slot then waits for that
   * one.
   */
  #admit(key: SlotKey): void {
    for (let work = this.#firstFor(key); work !== null; work = this.#firstFor(key)) {
      const claims = work.request.claims();
      const blocker = this.#findBlocker(claims, work);
      if (blocker?.key === key) return;
      this.#leave(work, key);
      if (blocker === null) this.#begin(work, claims);
      else this.#requeue(work, blocker.key);
    }
  }

  #firstFor(key: SlotKey): Work | null {
    const [works] = this.#waiting.get(key)?.values() ?? [];
    const [work] = works ?? [];
    return work ?? null;
  }
}

const refuse = (work: Work): void => {
  work.end();
  work.request.refuse();
};

const hold = <T>(slots: HeldSlots, work: () => Promise<T>, heldUntil: HeldUntil<T>): Promise<T> => {
  const end = (): void => {
    slots.end();
  };
  const running = started(work);
  heldUntil(running).then(end, end);
  return running;
};

/** A work that throws at once has failed like any other. */
const started = async <T>(work: () => Promise<T>): Promise<T> => work();
