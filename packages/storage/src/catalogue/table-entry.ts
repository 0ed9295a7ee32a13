import type { LockClass } from '../lock-order.ts';

/**
 * Describes a table. Every column is in one of the first three lists. References of receipts and events are a
 * tenant's document numbers; those of members name people (D94). `xmin`, which every table of Postgres has,
 * is the number of the transaction that wrote a row.
 */
export interface TableEntry {
  /** The file or folder whose code adds its rows: `tables/lots` stands for `packages/tables/src/lots`. */
  readonly owner: string;
  /**
   * The columns that analysts, operators and `psql` read: no code, no secret, nothing personal, no bytes of a
   * request.
   */
  readonly read: string;
  /** The columns that the command `loyaltyctl check` compares in addition. */
  readonly check?: string;
  /** The columns that only services read. */
  readonly withheld?: string;
  /**
   * The place in the lock order at which its rows are locked, changed and deleted; null if no two
   * transactions of services wait for its rows.
   */
  readonly locked: LockClass | null;
  /** The place in the lock order at which it gets new rows whose keys others may insert at the same time. */
  readonly inserted?: LockClass;
  /**
   * Whether a member's rows are deleted when the member is erased, or only some of their columns are emptied.
   */
  readonly erased?: 'rows' | 'columns';
}

/** A table with rows of tenants. */
export interface TenantTable extends TableEntry {
  /** How its rows move to another cell with their tenant; rows that stay say why. */
  readonly moves: 'unchanged' | 'changed' | { readonly stays: string };
}
