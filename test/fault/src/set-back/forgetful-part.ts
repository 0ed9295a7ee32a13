import type { OwnStack } from '@loyalty/stack';

/** A part of a stack under load that loses its latest data, or fails and continues without loss. */
export interface ForgetfulPart {
  /** Says what `branch` has done; `forgotten` says it for `forget`. */
  readonly branched: string;
  readonly forgotten: string;
  /** Marks the point after which data will be lost. Resolves with the milliseconds for which the part stood still. */
  branch(): Promise<number>;
  /** Ends the part. Resolves when it or its replacement serves, with the `performance.now()` from which the outage counts. */
  forget(stack: OwnStack): Promise<number>;
  /** Removes the files that it made. */
  remove(): void;
}
