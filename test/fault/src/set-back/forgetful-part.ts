import type { OwnStack } from '../own-stack.ts';

/** A part of a stack under load that is made to lose what it had last, or to go on without. */
export interface ForgetfulPart {
  /** What `branch` has done, in words; likewise `forgotten` for `forget`. */
  readonly branched: string;
  readonly forgotten: string;
  /** What comes from now on is going to be lost. Resolves with the milliseconds for which the part stood still. */
  branch(): Promise<number>;
  /** Ends it. Resolves when it, or another in its place, serves, with the `performance.now()` from which the outage counts. */
  forget(stack: OwnStack): Promise<number>;
  /** Removes what it has made. */
  remove(): void;
}
