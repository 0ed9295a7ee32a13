import type { EnvironmentId } from '@loyalty/kernel';
import { Timer } from './timer.ts';

/** After a set-back of the database, a run that was done may not be done. */
const keptMs = 600_000;

/** Environments in which a job's newest run is done. Their checkpoints are not read again until the next run, or for ten minutes. */
export class DoneRuns {
  readonly #environments = new Set<EnvironmentId>();
  readonly #kept = new Timer();

  /** Returns those that are not known to be done. */
  othersAmong(environmentIds: readonly EnvironmentId[], nowMs: number): readonly EnvironmentId[] {
    if (this.#kept.waitMs(nowMs) === 0) this.#environments.clear();
    return environmentIds.filter((one) => !this.#environments.has(one));
  }

  add(environmentIds: readonly EnvironmentId[], nowMs: number, nextRunMs: number): void {
    if (this.#environments.size === 0) this.#kept.set(nowMs, Math.min(keptMs, nextRunMs));
    for (const one of environmentIds) this.#environments.add(one);
  }
}
