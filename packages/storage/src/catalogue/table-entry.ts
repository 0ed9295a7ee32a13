import type { LockClass } from '../lock-order.ts';

/**
 * Every column of a table is in one of the first three lists. References of receipts and events are a tenant's numbers of
 * documents; those of members name people (D94). `xmin`, which every table of Postgres has, is the number of the
 * transaction that wrote a row.
 */
export interface TableEntry {
  /** The file or folder whose code adds its rows: `tables/lots` is `packages/tables/src/lots`. */
  readonly owner: string;
  /**
   * Analysts, operators and `psql` read these columns: no code, no secret, nothing personal, no bytes of a
   * request.
   */
  readonly read: string;
  /** The command `loyaltyctl check` compares these, too. */
  readonly check?: string;
  /** Only services read these columns. */
  readonly withheld?: string;
  /** Its rows are locked, changed and deleted at this place. Null: no two transactions of services wait for its rows. */
  readonly locked: LockClass | null;
  /** It gets new rows at this place, whose keys others may insert at the same time. */
  readonly inserted?: LockClass;
  /**
   * Says whether the rows of a member are deleted when the member is erased, or only some of their columns
   * emptied.
   */
  readonly erased?: 'rows' | 'columns';
}

/** A table with rows of tenants. */
export interface TenantTable extends TableEntry {
  /** How its rows go to another cell together with their tenant; those that stay say why. */
  readonly moves: 'unchanged' | 'changed' | { readonly stays: string };
}
