import { type Part, systemClock, textOf } from '@loyalty/kernel';
import type { AdvisoryLock, AdvisoryLocks, Database } from '@loyalty/storage';
import {
  type EpochState,
  finishEpoch,
  type History,
  historyLockClass,
  openEpoch,
  readEpochState,
} from '@loyalty/storage/history';
import type { Logger } from '@loyalty/telemetry/logger';

interface HistoryPartOptions {
  readonly history: History;
  /** The connections of this pool do not wait for an epoch to be open. */
  readonly db: Database;
  readonly locks: AdvisoryLocks;
  /** If null, the part leads no step, and waits until another process has opened an epoch. */
  readonly steps: EpochSteps | null;
  readonly logger: Logger;
}

/**
 * This is the pause until a connection knows the present epoch, and between checks of an epoch that is not
 * finished.
 */
const pollEveryMs = 100;
/**
 * These are the pauses between tries to lead, while requests wait for the opening and afterwards. Each opens
 * a connection.
 */
const standbyMs = { opening: 500, open: 5_000 };
const retryMs = 1_000;
/** Pause after an epoch is finished; another epoch ends it. */
const restMs = 3_600_000;

/** Creates the part that opens and finishes epochs. Of all processes with steps, one leads at a time. */
export const createHistoryPart = (options: HistoryPartOptions): Part => {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    name: 'history',
    start: () => {
      running = new EpochLoop(options, stopping.signal).run();
      return Promise.resolve();
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

interface LedEpoch {
  readonly state: EpochState;
  readonly lock: AdvisoryLock;
  readonly signal: AbortSignal;
}

class EpochLoop {
  readonly #options: HistoryPartOptions;
  readonly #signal: AbortSignal;
  #finished: string | null = null;
  #leading = new AbortController();
  #another = new AbortController();

  constructor(options: HistoryPartOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    options.history.onChange(() => {
      this.#leading.abort();
      this.#another.abort();
    });
  }

  /** Runs until the signal aborts; never throws. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#another = new AbortController();
      const pauseMs = await this.#advance().catch((failure: unknown) => this.#afterFailure(failure));
      await systemClock.sleep(pauseMs, AbortSignal.any([this.#signal, this.#another.signal]));
    }
  }

  /** Returns the pause until the next check, in milliseconds. */
  async #advance(): Promise<number> {
    const { history, db, locks, steps } = this.#options;
    const known = history.present;
    if (known !== null && known.epoch === this.#finished) return restMs;
    const state = await readEpochState(db);
    if (state.isOpen) history.noteOpened(state.epoch);
    if (state.isFinished) {
      this.#finished = state.epoch;
      return restMs;
    }
    const lock = steps === null ? null : await locks.tryLock(historyLockClass, 0);
    if (steps === null || lock === null) return state.isOpen ? standbyMs.open : standbyMs.opening;
    return (await this.#lead(steps, lock).finally(() => lock.release())) ? 0 : pollEveryMs;
  }

  async #lead(steps: EpochSteps, lock: AdvisoryLock): Promise<boolean> {
    const { history, db } = this.#options;
    this.#leading = new AbortController();
    // Another process may have led meanwhile.
    const state = await readEpochState(db);
    const led = { state, lock, signal: AbortSignal.any([this.#signal, this.#leading.signal]) };
    if (!state.isOpen) {
      const isDone = await this.#together(steps.holding, led);
      if (!isDone || !(await openEpoch(db, state.epoch))) return false;
      history.noteOpened(state.epoch);
    }
    if (!state.isFinished) {
      if (!(await this.#inTurn(steps.following, led))) return false;
      await finishEpoch(db, state.epoch);
    }
    return true;
  }

  /**
   * The steps run in parallel: each joins a group to read a log, which takes seconds. False means that it may
   * not continue.
   */
  async #together(steps: readonly EpochStep[], led: LedEpoch): Promise<boolean> {
    await Promise.all(steps.map((step) => this.#do(step, led)));
    return this.#mayGoOn(led);
  }

  async #inTurn(steps: readonly EpochStep[], led: LedEpoch): Promise<boolean> {
    for (const step of steps) {
      if (!this.#mayGoOn(led)) return false;
      await this.#do(step, led);
    }
    return this.#mayGoOn(led);
  }

  async #do(step: EpochStep, { state, signal }: LedEpoch): Promise<void> {
    const beganMs = performance.now();
    await step.run(state, signal);
    const ms = Math.round(performance.now() - beganMs);
    this.#options.logger.info({ epoch: state.epoch, step: step.name, ms }, 'a step of an epoch is done');
  }

  #mayGoOn({ state, signal, lock }: LedEpoch): boolean {
    return !signal.aborted && lock.isHeld() && this.#options.history.present?.epoch === state.epoch;
  }

  #afterFailure(failure: unknown): number {
    if (!this.#signal.aborted)
      this.#options.logger.warn({ error: textOf(failure) }, 'the steps of an epoch could not run; retrying');
    return retryMs;
  }
}

export type RaisedEpoch = Pick<EpochState, 'epoch' | 'raisedAtMs' | 'branchedAtMs'>;

/** Allows for brokers' clocks that differ from the database's, and for long transactions. */
const marginMs = 10_000;

/**
 * Returns the time since which commits may be lost, by the brokers' clocks, in milliseconds. A time that is
 * too early is harmless.
 */
export const lostSinceMs = ({ branchedAtMs }: RaisedEpoch): number => branchedAtMs - marginMs;

/**
 * A step of opening an epoch. It may run twice, also in two processes at once; if its process dies, another
 * one starts it again.
 */
export interface EpochStep {
  readonly name: string;
  /** Stops early when `signal` aborts, by throwing or returning. Throws when it cannot run now. */
  run(epoch: RaisedEpoch, signal: AbortSignal): Promise<void>;
}

export interface EpochSteps {
  /** These steps run in parallel before any process decides about members, on connections that do not wait for them. */
  readonly holding: readonly EpochStep[];
  /** These steps run afterwards, in order, while all services work. */
  readonly following: readonly EpochStep[];
}
