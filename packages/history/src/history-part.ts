import { systemClock, textOf, type Part } from '@loyalty/kernel';
import {
  finishEpoch,
  historyLockClass,
  openEpoch,
  readEpochState,
  tryAdvisoryLock,
  type AdvisoryLock,
  type Database,
  type EpochState,
  type History,
} from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';
import type { EpochStep, EpochSteps } from './epoch-step.ts';

export interface HistoryPartOptions {
  readonly history: History;
  /** Its connections do not wait for an epoch to be open. */
  readonly db: Database;
  readonly databaseUrl: string;
  readonly steps: EpochSteps;
  readonly logger: Logger;
}

/** Until a first connection says which epoch is the present one, and between two looks at one that is not led to its end. */
const lookEveryMs = 100;
/** How soon after a leader's end another one begins, while everybody waits and while nobody does. Each try is a connection. */
const standbyMs = { opening: 500, open: 5_000 };
const retryMs = 1_000;
/** While nothing changes; another epoch ends it. */
const restMs = 3_600_000;

/** Opens and finishes epochs for as long as it is started: one process of all leads. */
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

/** An epoch that this process leads. */
interface Led {
  readonly state: EpochState;
  readonly lock: AdvisoryLock;
  /** Aborts when it is to end: there is another epoch, or the process stops. */
  readonly signal: AbortSignal;
}

class EpochLoop {
  readonly #options: HistoryPartOptions;
  readonly #signal: AbortSignal;
  #finished: string | null = null;
  /** Of the epoch that is led through its steps. */
  #leading = new AbortController();
  /** Ends a rest: there is another epoch. */
  #another = new AbortController();

  constructor(options: HistoryPartOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    options.history.onChange(() => {
      this.#leading.abort();
      this.#another.abort();
    });
  }

  /** Ends when the signal aborts; never throws. */
  async run(): Promise<void> {
    while (!this.#signal.aborted) {
      this.#another = new AbortController();
      const pauseMs = await this.#look().catch((failure: unknown) => this.#afterFailure(failure));
      await systemClock.sleep(pauseMs, AbortSignal.any([this.#signal, this.#another.signal]));
    }
  }

  /** Does what there is to do; returns after how long to look again. */
  async #look(): Promise<number> {
    const { history, db, databaseUrl } = this.#options;
    const known = history.present;
    if (known !== null && known.epoch === this.#finished) return restMs;
    const state = await readEpochState(db);
    if (state.isOpen) history.noteOpened(state.epoch);
    if (state.isFinished) {
      this.#finished = state.epoch;
      return restMs;
    }
    const lock = await tryAdvisoryLock(databaseUrl, historyLockClass, 0);
    if (lock === null) return state.isOpen ? standbyMs.open : standbyMs.opening;
    return (await this.#lead(lock).finally(() => lock.release())) ? 0 : lookEveryMs;
  }

  /** False when it did not come to the end. */
  async #lead(lock: AdvisoryLock): Promise<boolean> {
    const { history, db, steps } = this.#options;
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

  /** All at once: each joins a group to read a log, which takes seconds with Kafka's own settings. False when it may not go on. */
  async #together(steps: readonly EpochStep[], led: Led): Promise<boolean> {
    await Promise.all(steps.map((step) => this.#do(step, led)));
    return this.#mayGoOn(led);
  }

  /** One after the other. False when it did not come to the end of them. */
  async #inTurn(steps: readonly EpochStep[], led: Led): Promise<boolean> {
    for (const step of steps) {
      if (!this.#mayGoOn(led)) return false;
      await this.#do(step, led);
    }
    return this.#mayGoOn(led);
  }

  async #do(step: EpochStep, { state, signal }: Led): Promise<void> {
    const beganMs = performance.now();
    await step.run(state, signal);
    const ms = Math.round(performance.now() - beganMs);
    this.#options.logger.info({ epoch: state.epoch, step: step.name, ms }, 'a step of an epoch is done');
  }

  #mayGoOn({ state, signal, lock }: Led): boolean {
    return !signal.aborted && lock.isHeld() && this.#options.history.present?.epoch === state.epoch;
  }

  #afterFailure(failure: unknown): number {
    if (!this.#signal.aborted)
      this.#options.logger.warn(
        { error: textOf(failure) },
        'what follows from an epoch could not be done; retrying',
      );
    return retryMs;
  }
}
