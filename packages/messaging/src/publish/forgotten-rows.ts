/**
 * Tells which outbox rows of this process nobody will publish any more: the answer to their batch's COMMIT was lost, or
 * their publication failed for good.
 */
export class ForgottenRows {
  readonly #remembers: (outboxId: number) => boolean;
  #suspects: ReadonlySet<number> = new Set();

  constructor(remembers: (outboxId: number) => boolean) {
    this.#remembers = remembers;
  }

  /**
   * Given all rows of this process as just read, answers those that nobody remembers now nor at the look before: once
   * may be a row whose COMMIT is being answered, or one that was deleted since it was read.
   */
  among(outboxIds: readonly number[]): number[] {
    const unknown = outboxIds.filter((outboxId) => !this.#remembers(outboxId));
    const forgotten = unknown.filter((outboxId) => this.#suspects.has(outboxId));
    this.#suspects = new Set(unknown);
    return forgotten;
  }
}
