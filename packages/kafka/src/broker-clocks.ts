import { type Bounds, type Clock, type ClockReading, RemoteClock, systemClock } from '@loyalty/kernel';

/** A broker without a reading for this long may have had its clock set since. */
const forgottenAfterMs = 600_000;

/**
 * Reads the brokers' clocks. A broker cannot be asked for its time, but its responses say when it appended
 * each message.
 */
export class BrokerClocks {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #elapsedMs: () => number;
  readonly #onFirst: (nodeId: number) => void;
  readonly #clocks = new Map<number, RemoteClock>();

  constructor({
    clock = systemClock,
    elapsedMs = () => performance.now(),
    onFirst = () => undefined,
  }: {
    readonly clock?: Pick<Clock, 'now'>;
    /** Returns milliseconds of a monotonic clock. */
    readonly elapsedMs?: () => number;
    readonly onFirst?: (nodeId: number) => void;
  } = {}) {
    this.#clock = clock;
    this.#elapsedMs = elapsedMs;
    this.#onFirst = onFirst;
  }

  /**
   * Listens to the responses to everything that this process sends, by any client. The returned function
   * stops it.
   */
  listen(): () => void {
    return hearAppends((append) => {
      this.note(append);
    });
  }

  note({ nodeId, ...reading }: Append): void {
    const known = this.#clocks.get(nodeId);
    const clock = known ?? new RemoteClock();
    clock.note(reading);
    this.#clocks.set(nodeId, clock);
    if (known === undefined) this.#onFirst(nodeId);
  }

  /** Returns the present times of brokers by their numbers, if they were read within this time. */
  times(withinMs: number): ReadonlyMap<number, Bounds> {
    const nowMs = this.#elapsedMs();
    const times = new Map<number, Bounds>();
    for (const [nodeId, theirs] of this.#clocks) {
      const time = theirs.ageMs(nowMs) > withinMs ? null : theirs.at(nowMs);
      if (time !== null) times.set(nodeId, time);
    }
    return times;
  }

  /**
   * Returns how far this process' clock is ahead of each broker with a reading within the last ten minutes,
   * in milliseconds.
   */
  leads(): ReadonlyMap<number, Bounds> {
    // Time may pass between two readings of clocks.
    const [sinceMs, oursMs, untilMs] = [this.#elapsedMs(), this.#clock.now(), this.#elapsedMs()];
    const leads = new Map<number, Bounds>();
    for (const [nodeId, theirs] of this.#clocks) {
      if (theirs.ageMs(untilMs) >= forgottenAfterMs) continue;
      const [before, after] = [theirs.at(sinceMs), theirs.at(untilMs)];
      if (before === null || after === null) continue;
      leads.set(nodeId, { least: oursMs - after.most, most: oursMs - before.least });
    }
    return leads;
  }
}

/** A broker's append of a message of this process. The local times are of `performance.now()`. */
interface Append extends ClockReading {
  readonly nodeId: number;
}

type Listener = (append: Append) => void;

/** The response to a produce request; −1 when the topic keeps the times of producers. */
interface Appended {
  readonly topics: readonly { readonly partitions: readonly { readonly logAppendTime?: string }[] }[];
}

const listeners = new Set<Listener>();

/** Calls the listener until the returned function is called. */
const hearAppends = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Reports the response to a produce request. A broker without a number (null) is ignored. */
export const notifyAppend = (nodeId: number | null, askedMs: number, produced: Appended): void => {
  if (listeners.size === 0 || nodeId === null) return;
  const theirsMs = appendedAtOf(produced);
  if (theirsMs === null) return;
  const append = { nodeId, askedMs, answeredMs: performance.now(), theirsMs };
  for (const listener of listeners) listener(append);
};

const appendedAtOf = ({ topics }: Appended): number | null => {
  for (const { partitions } of topics) {
    const found = partitions.find(({ logAppendTime = '-1' }) => logAppendTime !== '-1');
    if (found !== undefined) return Number(found.logAppendTime);
  }
  return null;
};
