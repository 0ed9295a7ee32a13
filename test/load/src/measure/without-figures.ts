import { Figures } from '../report/figures.ts';
import type { BenchRun } from './bench-run.ts';

/** A shorter run, of which nothing is noted. */
export const withoutFigures = (run: BenchRun): BenchRun => ({
  ...run,
  options: { ...run.options, seconds: Math.ceil(run.options.seconds / 3) },
  figures: new Figures(),
  say: () => undefined,
});
