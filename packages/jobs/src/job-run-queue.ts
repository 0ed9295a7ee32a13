import type { EnvironmentId } from '@loyalty/kernel';
import type { JobStatus } from './checkpoints.ts';
import type { DueRun } from './job.ts';

/** Once in this many turns, one is for what nobody asked for, however many callers ask. */
const turnsPerOther = 4;

interface FoundRuns {
  readonly asked: readonly DueRun[];
  readonly others: readonly DueRun[];
}

/**
 * The queue of runs. Those that callers asked for come first. New runs go to the end, so each waits for one
 * turn of every other.
 */
export class JobRunQueue {
  #asked: DueRun[] = [];
  #others: DueRun[] = [];
  #turns = 0;

  get isEmpty(): boolean {
    return this.#asked.length + this.#others.length === 0;
  }

  get others(): readonly DueRun[] {
    return this.#others;
  }

  replace({ asked, others }: FoundRuns): void {
    this.#asked = merge(this.#asked, asked);
    const first = new Set(asked.map(({ environmentId }) => environmentId));
    this.#others = merge(
      this.#others,
      others.filter(({ environmentId }) => !first.has(environmentId)),
    );
  }

  waitMs(waitMsOf: (environmentId: EnvironmentId) => number): number {
    let waitMs = Infinity;
    for (const { environmentId } of [...this.#asked, ...this.#others])
      waitMs = Math.min(waitMs, waitMsOf(environmentId));
    return waitMs;
  }

  /**
   * Passes the next ready run to `work`, which returns true if more is left. Returns false if no run is
   * ready.
   */
  async takeTurn(
    isReady: (run: DueRun) => boolean,
    work: (run: DueRun) => Promise<boolean>,
  ): Promise<boolean> {
    const queues = [this.#asked, this.#others];
    if (this.#turns % turnsPerOther === turnsPerOther - 1) queues.reverse();
    for (const queue of queues) {
      const at = queue.findIndex(isReady);
      const [run] = at === -1 ? [] : queue.splice(at, 1);
      if (run === undefined) continue;
      this.#turns += 1;
      if (await work(run)) queue.push(run);
      return true;
    }
    return false;
  }
}

const merge = (known: readonly DueRun[], found: readonly DueRun[]): DueRun[] => {
  const left = new Map(found.map((run) => [run.environmentId, run]));
  const kept = known.flatMap(({ environmentId }) => {
    const run = left.get(environmentId);
    left.delete(environmentId);
    return run ?? [];
  });
  return [...kept, ...left.values()];
};

/** Clocks that agree differ by less, those of a database before and after a failover too. */
const aheadMaxMs = 120_000;

/**
 * Returns unfinished runs, and due ones that have not begun; those with the fewest chunks come first. A run
 * for a future instant was made by a clock that was ahead. It is ignored, because otherwise the job would
 * stand still until then.
 */
export const dueRunsOf = (
  environments: readonly EnvironmentId[],
  { checkpoints, nowMs }: JobStatus,
  runAtMs: number,
): DueRun[] => {
  // Those of a finished run are no chunks of the next one.
  const chunksOf = ({ environmentId, insteadOfMs }: DueRun): number => {
    const checkpoint = checkpoints.get(environmentId);
    return checkpoint?.isFinished === false && insteadOfMs === undefined ? checkpoint.chunks : 0;
  };
  return environments
    .flatMap((environmentId): DueRun[] => {
      const checkpoint = checkpoints.get(environmentId);
      if (checkpoint !== undefined && checkpoint.atMs > nowMs + aheadMaxMs)
        return [{ environmentId, atMs: runAtMs, insteadOfMs: checkpoint.atMs }];
      if (checkpoint?.isFinished === false) return [{ environmentId, atMs: checkpoint.atMs }];
      const isDone = checkpoint !== undefined && checkpoint.atMs >= runAtMs;
      return isDone ? [] : [{ environmentId, atMs: runAtMs }];
    })
    .toSorted((a, b) => chunksOf(a) - chunksOf(b));
};
