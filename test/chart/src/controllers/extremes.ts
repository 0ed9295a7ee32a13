import type { SeenPod } from './seen-pod.ts';

/** Pods of one workload at one moment, or the worst of many moments. */
export interface Tally {
  /** Ready, and not asked to stop. */
  readonly ready: number;
  /** How many of the pods have been ready for `minReadySeconds`. */
  readonly available: number;
  /** The pods that were not asked to stop. */
  readonly pods: number;
  /** Pods that still stop, too. */
  readonly processes: number;
}

/** Counts pods as controllers do. */
export const tallyOf = (pods: readonly SeenPod[], minReadyMs: number, nowMs: number): Tally => {
  const living = pods.filter(({ isOver }) => !isOver);
  const staying = living.filter(({ isStopping }) => !isStopping);
  const since = staying.flatMap(({ readySinceMs }) => (readySinceMs === null ? [] : [readySinceMs]));
  return {
    ready: since.length,
    available: since.filter((sinceMs) => sinceMs + minReadyMs <= nowMs).length,
    pods: staying.length,
    processes: living.length,
  };
};

/** The least that served, and the most that ran. */
export const worstOf = (a: Tally, b: Tally): Tally => ({
  ready: Math.min(a.ready, b.ready),
  available: Math.min(a.available, b.available),
  pods: Math.max(a.pods, b.pods),
  processes: Math.max(a.processes, b.processes),
});
