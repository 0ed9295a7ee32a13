import { RemoteClock, systemClock, type Bounds, type Clock } from '@loyalty/kernel';
import { hearAppends, type Append } from './hear-appends.ts';

/** A broker that was not heard for so long may have been set since. */
const forgottenAfterMs = 600_000;

export interface BrokerClocksOptions {
  /** Of this process. Default: its own. */
  readonly clock?: Pick<Clock, 'now'>;
  /** Milliseconds of a clock that never goes back. Default: that of the process. */
  readonly elapsedMs?: () => number;
  /** Told of each broker that is heard for the first time. */
  readonly onFirst?: (nodeId: number) => void;
}

/** The clocks of brokers. None can be asked for its time, but each tells when it appended what it was sent. */
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

  /** Hears what this process sends from now on, by whichever client; the result ends it. */
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

  /** How far this process' clock is ahead of each broker's that was heard within ten minutes, in milliseconds. */
  leads(): ReadonlyMap<number, Bounds> {
    const [oursMs, atMs] = [this.#clock.now(), this.#elapsedMs()];
    const leads = new Map<number, Bounds>();
    for (const [nodeId, theirs] of this.#clocks) {
      const shown = theirs.ageMs(atMs) < forgottenAfterMs ? theirs.at(atMs) : null;
      if (shown !== null) leads.set(nodeId, { least: oursMs - shown.most, most: oursMs - shown.least });
    }
    return leads;
  }
}
