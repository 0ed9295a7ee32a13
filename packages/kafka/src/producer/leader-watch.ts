import { systemClock, textOf } from '@loyalty/kernel';
import type { Brokers, TopicLeaders } from './brokers.ts';

export interface LeaderWatchOptions {
  readonly brokers: Pick<Brokers, 'readLeaders'>;
  readonly topics: () => readonly string[];
  readonly onLeaders: (topic: TopicLeaders) => void;
  /** Called after each round. */
  readonly onRound: (failure: string | null) => void;
  /** True while messages wait for a leader that responds. */
  readonly isNeeded: () => boolean;
  readonly stopping: AbortSignal;
}

/** Leaders move some seconds after a broker has died. */
const againAfterMs = 250;
/** As kafkajs does: added partitions are used after this time at most. */
const refreshEveryMs = 300_000;

/** Reads who leads, again and again while messages wait for it. Healthy brokers' messages never wait for that. */
export class LeaderWatch {
  readonly #options: LeaderWatchOptions;
  /** By the monotonic clock. */
  #readMs = -Infinity;
  #isRunning = false;
  #isUrgent = false;
  #wake: (() => void) | null = null;

  constructor(options: LeaderWatchOptions) {
    this.#options = options;
  }

  /** Begins to read the leaders unless it does. */
  begin(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  /** Reads them now, without a pause. */
  hurry(): void {
    this.#isUrgent = true;
    this.#wake?.();
    this.begin();
  }

  /** True when they were last read long ago. */
  isDue(nowMs: number): boolean {
    return nowMs - this.#readMs > refreshEveryMs;
  }

  async #run(): Promise<void> {
    do {
      this.#isUrgent = false;
      this.#options.onRound(await this.#read());
      await this.#pause();
    } while (this.#options.isNeeded());
    this.#isRunning = false;
  }

  async #read(): Promise<string | null> {
    const { brokers, topics, onLeaders } = this.#options;
    this.#readMs = performance.now();
    try {
      for (const topic of await brokers.readLeaders(topics())) onLeaders(topic);
      return null;
    } catch (failure) {
      return textOf(failure);
    }
  }

  async #pause(): Promise<void> {
    if (this.#isUrgent || this.#options.stopping.aborted) return;
    const woken = new AbortController();
    this.#wake = () => {
      // An explicit reason: the default one captures a stack trace.
      woken.abort('woken');
    };
    await systemClock.sleep(againAfterMs, woken.signal);
    this.#wake = null;
  }
}
