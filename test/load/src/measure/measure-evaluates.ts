import type { BenchRun } from './bench-run.ts';
import { measurePhases, type Phase } from './measure-phases.ts';

const common = { bodies: 'evaluate', ratePerSecond: null, countsCpu: true } as const;

/** From one connection to as many as saturate the machine, then fixed rates. */
export const evaluatePhases: readonly Phase[] = [
  { ...common, title: 'evaluate, 8 connections', connections: 8 },
  { ...common, title: 'evaluate, 64 connections', connections: 64 },
  { ...common, title: 'evaluate, 256 connections', connections: 256 },
  { ...common, title: 'idle (1 connection)', connections: 1, countsCpu: false },
  { ...common, title: 'fixed 50/s', connections: 512, ratePerSecond: 50 },
  { ...common, title: 'fixed 300/s', connections: 512, ratePerSecond: 300 },
  { ...common, title: 'fixed 1,000/s', connections: 512, ratePerSecond: 1_000 },
];

/** Measures evaluates in closed loops, one after the other, and at fixed rates. */
export const measureEvaluates = (run: BenchRun): Promise<void> => measurePhases(run, evaluatePhases);
