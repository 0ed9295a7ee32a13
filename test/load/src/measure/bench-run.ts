import type { LocalStack } from '@loyalty/stack';
import type { Contender } from '../contender.ts';
import type { BenchOptions } from '../options.ts';
import type { Figures } from '../report/figures.ts';

/** The inputs of every measurement of a run. */
export interface BenchRun {
  readonly stack: LocalStack;
  readonly options: BenchOptions;
  /** Ours first; they are measured in turn, A B A B. */
  readonly contenders: readonly [Contender, Contender];
  readonly figures: Figures;
  /** The members that the load covers, and the prefix of their references. */
  readonly members: number;
  readonly memberPrefix: string;
  say(text: string): void;
}
