/** One promise that is proved on the stored data, from the ledger up. */
export interface InvariantCheck {
  /** I-number of ARCHITECTURE.md, or `FK` for what a foreign key would hold. */
  readonly invariant: string;
  readonly promise: string;
  /** Answers rows `example text` for each violation. */
  readonly sql: string;
}
