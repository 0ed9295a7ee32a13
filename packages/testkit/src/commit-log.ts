import type { MemoryTable, TableTransaction } from './memory-table.ts';

/** Undoes one commit. */
type Undo = () => void;

/** Keeps the last commits of a database, so that it can be set back. */
export class CommitLog {
  readonly keptMax: number;
  readonly #commits: Undo[] = [];

  constructor(keptMax: number) {
    this.keptMax = keptMax;
  }

  get length(): number {
    return this.#commits.length;
  }

  /** Notes the changes of a transaction before it commits. Undoing it also calls `alsoUndo`. */
  note(tx: TableTransaction, alsoUndo: Undo): void {
    const undoes = [...tx.touched].map((table: MemoryTable<unknown>) => table.undoOf(tx));
    this.#commits.push(() => {
      for (const undo of undoes) undo();
      alsoUndo();
    });
    if (this.#commits.length > this.keptMax) this.#commits.shift();
  }

  /** Undoes this many of the last commits, the newest first, or all that are kept. Returns how many it undid. */
  undo(commits: number): number {
    const undone = this.#commits.splice(Math.max(0, this.#commits.length - commits));
    for (const undo of undone.toReversed()) undo();
    return undone.length;
  }
}
