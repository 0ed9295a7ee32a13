import type { LocalStack } from '@loyalty/stack';
import type { Contender } from '../contender.ts';
import type { BenchOptions } from '../options.ts';
import type { Figures } from '../report/figures.ts';

/** What every measurement of a run stands on. */
export interface BenchRun {
  readonly stack: LocalStack;
  readonly options: BenchOptions;
  /** Ours first; they are measured in turn, A B A B. */
  readonly contenders: readonly [Contender, Contender];
  readonly figures: Figures;
  /** Members that the load spreads over, and how their references begin. */
  readonly members: number;
  readonly memberPrefix: string;
  say(text: string): void;
}
