import type { BenchRun } from '../measure/bench-run.ts';
import { percentile } from '../percentile.ts';

/** Notes p50 and p99 of times in milliseconds under a title, and returns both. */
export const noteTimes = (
  run: BenchRun,
  title: string,
  timesMs: readonly number[],
): { readonly p50Ms: number; readonly p99Ms: number } => {
  const sorted = Float64Array.from(timesMs).sort();
  const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
  run.figures.add('engine', { title: `${title}: p50`, unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(`  ${title}: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms (${sorted.length.toString()})`);
  return { p50Ms, p99Ms };
};
