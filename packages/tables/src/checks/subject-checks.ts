/** One promise that is checked on the stored data. */
export interface InvariantCheck {
  /** I-number of ARCHITECTURE.md, or `FK` for a check in place of a foreign key. */
  readonly invariant: string;
  readonly promise: string;
  /** Returns a row `example text` for each violation. */
  readonly sql: string;
}
