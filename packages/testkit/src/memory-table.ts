/** One open transaction: its drafts are seen by nobody else until it commits. */
export interface TableTransaction {
  readonly touched: Set<MemoryTable<unknown>>;
}

/** Rows by key, with READ COMMITTED drafts and row locks, as far as the runtime can tell them from Postgres. */
export class MemoryTable<Row> {
  readonly #rows = new Map<string, Row>();
  readonly #drafts = new Map<TableTransaction, Map<string, Row | undefined>>();
  readonly #holders = new Map<string, TableTransaction>();

  /** What is committed. */
  get rows(): ReadonlyMap<string, Row> {
    return this.#rows;
  }

  read(tx: TableTransaction | null, key: string): Row | undefined {
    const drafts = tx === null ? undefined : this.#drafts.get(tx);
    return drafts?.has(key) === true ? drafts.get(key) : this.#rows.get(key);
  }

  /** Takes a row's lock (or a unique key's) until the transaction ends; false while another one holds it. */
  lock(tx: TableTransaction, key: string): boolean {
    const holder = this.#holders.get(key) ?? tx;
    if (holder !== tx) return false;
    this.#holders.set(key, tx);
    tx.touched.add(this);
    return true;
  }

  /** Drafts a row; undefined deletes it. Whoever must exclude others has taken the lock. */
  write(tx: TableTransaction, key: string, row: Row | undefined): void {
    const drafts = this.#drafts.get(tx) ?? new Map<string, Row | undefined>();
    drafts.set(key, row);
    this.#drafts.set(tx, drafts);
    tx.touched.add(this);
  }

  /** What a transaction is about to change, in the order of its writes. */
  draftsOf(tx: TableTransaction): ReadonlyMap<string, Row | undefined> {
    return this.#drafts.get(tx) ?? new Map<string, Row | undefined>();
  }

  /** Puts back what the drafts are about to replace. */
  undoOf(tx: TableTransaction): () => void {
    const before = [...this.draftsOf(tx).keys()].map((key) => [key, this.#rows.get(key)] as const);
    return () => {
      for (const [key, row] of before) this.#put(key, row);
    };
  }

  /** Makes the drafts true, or forgets them, and frees the locks. */
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
