import type { BenchRun } from './bench-run.ts';
import { measurePhases, type Phase } from './measure-phases.ts';

const common = { bodies: 'evaluate', ratePerSecond: null, countsCpu: true } as const;

const phases: readonly Phase[] = [
  { ...common, title: 'evaluate, 64 connections', connections: 64 },
  { ...common, title: 'evaluate, 256 connections', connections: 256 },
  { ...common, title: 'idle (1 connection)', connections: 1, countsCpu: false },
  { ...common, title: 'fixed 1,000/s', connections: 512, ratePerSecond: 1_000 },
];

/** Evaluates in closed loops, one after the other, and at a fixed rate. */
export const measureEvaluates = (run: BenchRun): Promise<void> => measurePhases(run, phases);
