import { type EnvironmentId, Fault } from '@loyalty/kernel';

export interface BulkTurnsOptions {
  /** Slots of all environments. */
  readonly slotsMax: number;
  /** How long a call waits for its turn, in milliseconds. */
  readonly waitMs?: number;
}

/** This many environments at their shares take all slots. */
const sharesInAll = 4;
const usualWaitMs = 5_000;
/** Calls of one environment that wait; each holds a body of up to 5 MiB. */
const waitingMax = 20;

interface WaitingCall {
  readonly slots: number;
  readonly begin: () => void;
}

interface OwnerCalls {
  held: number;
  readonly waiting: Set<WaitingCall>;
}

/**
 * The reply slots of bulk calls. Environments take turns, and each gets a quarter of the slots, or one call
 * (D118). The environment whose turn it is keeps it until there are slots enough, so small calls of others do
 * not keep out a large one.
 */
export class BulkTurns {
  readonly #slotsMax: number;
  readonly #waitMs: number;
  /** In the order of turns. */
  readonly #lanes = new Map<EnvironmentId, OwnerCalls>();
  #held = 0;

  constructor({ slotsMax, waitMs = usualWaitMs }: BulkTurnsOptions) {
    this.#slotsMax = slotsMax;
    this.#waitMs = waitMs;
  }

  /**
   * Resolves once the slots are taken. Throws a retriable Fault `OVERLOADED` when they are not free in time.
   */
  async take(owner: EnvironmentId, slots: number): Promise<void> {
    const lane = this.#lanes.get(owner) ?? { held: 0, waiting: new Set() };
    if (slots > this.#slotsMax || lane.waiting.size >= waitingMax) throw overloaded();
    this.#lanes.set(owner, lane);
    const beginAll = (): void => {
      this.#beginAll();
    };
    if (await waitIn(lane, { slots, waitMs: this.#waitMs, beginAll })) return;
    if (isIdle(lane)) this.#lanes.delete(owner);
    this.#beginAll();
    throw overloaded();
  }

  free(owner: EnvironmentId, slots: number): void {
    const lane = this.#lanes.get(owner);
    if (lane === undefined) return;
    lane.held -= slots;
    this.#held -= slots;
    this.#goBehind(owner, lane);
    this.#beginAll();
  }

  #beginAll(): void {
    while (this.#beginNext());
  }

  /** Begins the next call. Returns false when there is none, or when it lacks slots. */
  #beginNext(): boolean {
    for (const [owner, lane] of [...this.#lanes]) {
      const [call] = lane.waiting;
      if (call === undefined || !this.#isWithinShare(lane, call)) continue;
      if (this.#held + call.slots > this.#slotsMax) return false;
      lane.waiting.delete(call);
      lane.held += call.slots;
      this.#held += call.slots;
      this.#goBehind(owner, lane);
      call.begin();
      return true;
    }
    return false;
  }

  #isWithinShare({ held }: OwnerCalls, { slots }: WaitingCall): boolean {
    return held === 0 || held + slots <= this.#slotsMax / sharesInAll;
  }

  /** An environment that had its turn goes behind the others. */
  #goBehind(owner: EnvironmentId, lane: OwnerCalls): void {
    this.#lanes.delete(owner);
    if (!isIdle(lane)) this.#lanes.set(owner, lane);
  }
}

const isIdle = ({ held, waiting }: OwnerCalls): boolean => held === 0 && waiting.size === 0;

/** Resolves with false when the turn did not come in time. */
const waitIn = (
  lane: OwnerCalls,
  {
    slots,
    waitMs,
    beginAll,
  }: { readonly slots: number; readonly waitMs: number; readonly beginAll: () => void },
): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      lane.waiting.delete(call);
      resolve(false);
    }, waitMs);
    const call: WaitingCall = {
      slots,
      begin: () => {
        clearTimeout(timer);
        resolve(true);
      },
    };
    lane.waiting.add(call);
    beginAll();
  });

const overloaded = (): Fault =>
  new Fault('OVERLOADED', 'too many receipts of bulk calls wait for their replies', { retry: true });
