import type { Layout } from './layout.ts';

/** The surroundings that every part of the stack needs to know. */
export interface StackContext {
  readonly layout: Layout;
  /** Home of a sufficiently new JDK; empty when no part needs one. */
  readonly javaHome: string;
  /** False: the data end with the run, so nothing syncs to disk. */
  readonly isLasting: boolean;
  /** Prints progress for the person at the terminal. */
  say(sentence: string): void;
}
