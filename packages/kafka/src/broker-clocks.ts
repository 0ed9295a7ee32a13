import { RemoteClock, systemClock, type Bounds, type Clock } from '@loyalty/kernel';
import { hearAppends, type Append } from './hear-appends.ts';

/** A broker without a reading for this long may have had its clock set since. */
const forgottenAfterMs = 600_000;

export interface BrokerClocksOptions {
  /** The clock of this process. Default: the system's. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Milliseconds of a monotonic clock. Default: that of the process. */
  readonly elapsedMs?: () => number;
  /** Called at the first reading of each broker. */
  readonly onFirst?: (nodeId: number) => void;
}

/** The clocks of brokers. A broker cannot be asked for its time, but its responses say when it appended each message. */
export class BrokerClocks {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #elapsedMs: () => number;
  readonly #onFirst: (nodeId: number) => void;
  readonly #clocks = new Map<number, RemoteClock>();

  constructor(options: BrokerClocksOptions = {}) {
    const { clock = systemClock, elapsedMs = () => performance.now(), onFirst = () => undefined } = options;
    this.#clock = clock;
    this.#elapsedMs = elapsedMs;
    this.#onFirst = onFirst;
  }

  /** Reads the responses to everything that this process sends, by any client. The returned function ends it. */
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

  /**
   * Returns how far this process' clock is ahead of each broker's, in milliseconds, for brokers with a reading within ten
   * minutes.
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
