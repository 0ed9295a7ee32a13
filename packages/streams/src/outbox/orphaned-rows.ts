/**
 * Finds outbox rows of this process that it will not publish: the response to their batch's COMMIT was lost, or their publication
 * failed for good.
 */
export class OrphanedRows {
  readonly #tracks: (outboxId: number) => boolean;
  #suspects: ReadonlySet<number> = new Set();

  constructor(remembers: (outboxId: number) => boolean) {
    this.#tracks = remembers;
  }

  /**
   * Takes all rows of this process as just read. Returns those that are tracked neither now nor at the call before. A row that
   * is untracked only once may have a COMMIT in flight, or may have been deleted since it was read.
   */
  among(outboxIds: readonly number[]): number[] {
    const unknown = outboxIds.filter((outboxId) => !this.#tracks(outboxId));
    const orphaned = unknown.filter((outboxId) => this.#suspects.has(outboxId));
    this.#suspects = new Set(unknown);
    return orphaned;
  }
}
