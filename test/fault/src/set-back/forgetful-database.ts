/** A Postgres under load that is made to lose its last commits, or to begin anew with all of them. */
export interface ForgetfulDatabase {
  /** What `branch` has done, in words; likewise `forgotten` for `forget`. */
  readonly branched: string;
  readonly forgotten: string;
  /** What is committed from now on is going to be lost. Resolves with the milliseconds for which the server stood still. */
  branch(): Promise<number>;
  /** Ends the server. Resolves when another serves in its place, with the `performance.now()` from which the outage counts. */
  forget(): Promise<number>;
  /** Removes what it has made. */
  remove(): void;
}
