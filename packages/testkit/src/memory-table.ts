/** An open transaction. Others see its drafts only after it commits. */
export interface TableTransaction {
  readonly touched: Set<MemoryTable<unknown>>;
}

/**
 * Rows by key, with READ COMMITTED drafts and row locks, as far as the runtime can distinguish them from
 * Postgres.
 */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #drafts = new Map<TableTransaction, Map<string, Row | undefined>>();
  readonly #holders = new Map<string, TableTransaction>();

  /** The rows that are committed. */
  get rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }

  read(tx: TableTransaction | null, key: string): Row | undefined {
    const drafts = tx === null ? undefined : this.#drafts.get(tx);
    return drafts?.has(key) === true ? drafts.get(key) : this.#rows.get(key);
  }

  /** Locks a row (or a unique key) until the transaction ends; false while another transaction holds the lock. */
  lock(tx: TableTransaction, key: string): boolean {
    const holder = this.#holders.get(key) ?? tx;
    if (holder !== tx) return false;
    this.#holders.set(key, tx);
    tx.touched.add(this);
    return true;
  }

  /** Drafts a row; undefined deletes it. Lock the row first to exclude other transactions. */
  write(tx: TableTransaction, key: string, row: Row | undefined): void {
    const drafts = this.#drafts.get(tx) ?? new Map<string, Row | undefined>();
    drafts.set(key, row);
    this.#drafts.set(tx, drafts);
    tx.touched.add(this);
  }

  /** The drafts of a transaction, in the order of its writes. */
  draftsOf(tx: TableTransaction): ReadonlyMap<string, Row | undefined> {
    return this.#drafts.get(tx) ?? new Map<string, Row | undefined>();
  }

  /** Returns a function that restores the rows that the drafts are about to replace. */
  undoOf(tx: TableTransaction): () => void {
    const before = [...this.draftsOf(tx).keys()].map((key) => [key, this.#rows.get(key)] as const);
    return () => {
      for (const [key, row] of before) this.#put(key, row);
    };
  }

  /** Commits or discards the drafts, and frees the locks. */
  end(tx: TableTransaction, isCommitted: boolean): void {
    for (const [key, row] of isCommitted ? this.draftsOf(tx) : []) this.#put(key, row);
    this.#drafts.delete(tx);
    for (const [key, holder] of this.#holders) if (holder === tx) this.#holders.delete(key);
  }

  #put(key: string, row: Row | undefined): void {
    if (row === undefined) this.#rows.delete(key);
    else this.#rows.set(key, row);
  }
}
