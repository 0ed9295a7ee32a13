import { percentile } from './percentile.ts';

/** One request; resolves when its answer has come, and throws when it is not the expected one. */
export type Send = (n: number) => Promise<void>;

export interface ClosedLoop {
  /** Requests under way at any time. */
  readonly concurrency: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Latencies in milliseconds, over the measured time only. */
export interface LoopResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Keeps so many requests under way and measures. A closed loop tells throughput; its latencies are those of a client
 * that waits for each answer before it asks again (with a concurrency of 1: of an idle service).
 */
export const runClosedLoop = async (send: Send, loop: ClosedLoop): Promise<LoopResult> => {
  const beganMs = performance.now();
  const measureFromMs = beganMs + loop.warmUpMs;
  const untilMs = measureFromMs + loop.measureMs;
  const latencies: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let sentMs = performance.now(); sentMs < untilMs; sentMs = performance.now()) {
      next += 1;
      await send(next);
      if (sentMs >= measureFromMs) latencies.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: loop.concurrency }, work));
  const tookS = (performance.now() - measureFromMs) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  return {
    requests: sorted.length,
    perSecond: Math.round(sorted.length / tookS),
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  };
};
