import type { Clock } from '@loyalty/kernel';
import type { Actor, ScheduledStep, SimulationScheduler } from './simulation-scheduler.ts';

/** The clock of one process: its sleeps pass in simulated time, and its wall time may be stepped. */
export class SimulatedClock implements Clock {
  readonly #actor: Actor;
  readonly #turns: SimulationScheduler;
  #skewMs = 0;

  constructor(actor: Actor, turns: SimulationScheduler) {
    this.#actor = actor;
    this.#turns = turns;
  }

  now(): number {
    return this.#turns.nowMs + this.#skewMs;
  }

  step(byMs: number): void {
    this.#skewMs += byMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const run = (): void => {
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const what = `${this.#actor.name}: has slept ${ms.toString()} ms`;
      const turn: ScheduledStep = this.#turns.ofProcess(this.#actor, what, { run, afterMs: ms });
      const finish = (): void => {
        this.#turns.cancel(turn);
        run();
      };
      signal?.addEventListener('abort', finish);
    });
  }
}
