import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Recorders } from './recorders.ts';

/**
 * The period of the timer that samples the delay; node's histogram includes it. A shorter period would find short
 * delays sooner, but would be most of an idle process's work: 20 ms are fifty wake-ups a second.
 */
const resolutionMs = 250;

/** Registers memory, processor and event loop. Returns the function to call right before each scrape. */
export const watchProcess = (metrics: Recorders): (() => void) => {
  metrics.gauge('process_resident_memory_bytes', {}, () => process.memoryUsage.rss());
  metrics.gauge('nodejs_heap_used_bytes', {}, () => process.memoryUsage().heapUsed);
  metrics.gauge('process_start_time_seconds', {}, () => performance.timeOrigin / 1000);
  const sampleEventLoop = watchEventLoop(metrics);
  const sampleCpu = watchCpu(metrics);
  return () => {
    sampleEventLoop();
    sampleCpu();
  };
};

const watchCpu = (metrics: Recorders): (() => void) => {
  let countedS = 0;
  return () => {
    const { user, system } = process.cpuUsage();
    const totalS = (user + system) / 1_000_000;
    metrics.count('process_cpu_seconds_total', {}, Math.max(0, totalS - countedS));
    countedS = totalS;
  };
};

const watchEventLoop = (metrics: Recorders): (() => void) => {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  const sinceLastScrape = { p50: 0, p99: 0, max: 0 };
  for (const statistic of ['p50', 'p99', 'max'] as const) {
    metrics.gauge('loyalty_event_loop_delay_seconds', { statistic }, () => sinceLastScrape[statistic]);
  }
  return () => {
    sinceLastScrape.p50 = delayS(histogram.percentile(50));
    sinceLastScrape.p99 = delayS(histogram.percentile(99));
    sinceLastScrape.max = delayS(histogram.max);
    histogram.reset();
  };
};

const delayS = (periodNs: number): number => Math.max(0, periodNs / 1_000_000_000 - resolutionMs / 1000);
