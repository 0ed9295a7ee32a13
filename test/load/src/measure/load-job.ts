import type { ComparedKind, Contender } from '../contender.ts';
import type { BenchRun } from './bench-run.ts';

/** Members by their number and how their references begin. */
export interface Spread {
  readonly members: number;
  readonly memberPrefix: string;
}

/** The kind of body and the members it covers. Default: all members of the run. */
export interface Posted {
  readonly bodies: ComparedKind;
  readonly spread?: Spread;
}

/** Returns the fields that every job of the load generator has. */
export const jobFor = (run: BenchRun, { bodies, spread = run }: Posted, { urls, key }: Contender) => ({
  url: urls[bodies],
  bodies,
  key,
  warmUpMs: (run.options.seconds * 1_000) / 3,
  measureMs: run.options.seconds * 1_000,
  members: spread.members,
  memberPrefix: spread.memberPrefix,
});
