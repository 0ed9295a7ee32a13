import type { Layout } from './layout.ts';

/** What every part of the stack needs to know of where it runs. */
export interface StackContext {
  readonly layout: Layout;
  /** Home of a JDK that is new enough; empty when no part needs one. */
  readonly javaHome: string;
  /** False: its data end with the run, so nothing waits for a disk. */
  readonly isLasting: boolean;
  /** Tells the person at the terminal what is being done. */
  say(sentence: string): void;
}
