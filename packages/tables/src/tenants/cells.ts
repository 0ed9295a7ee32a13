import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Database, type Queryable, type Transaction, writeTransaction } from '@loyalty/storage';

/** Cells are numbered from 0 to this: twenty ranges fit into an int4. */
export const cellMax = 19;

const environmentsPerCell = 100_000_000;

/** The range of environment numbers of a cell, both ends included. */
export interface CellRange {
  readonly cell: number;
  readonly first: EnvironmentId;
  readonly last: EnvironmentId;
}

const rangeOf = (cell: number): CellRange => ({
  cell,
  first: (cell * environmentsPerCell + 1) as EnvironmentId,
  last: ((cell + 1) * environmentsPerCell) as EnvironmentId,
});

/** Returns the cell of this database. */
export const readCell = async (db: Queryable): Promise<CellRange> =>
  rangeOf(onlyRow(await db.query<{ cell: number }>('SELECT cell FROM database_cell'), 'database_cell').cell);

export type SetCellResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly range: CellRange }
  /** It has numbered environments already; they would be in the range of another cell. */
  | { readonly outcome: 'refused'; readonly range: CellRange; readonly environments: number };

/**
 * Makes this database cell `cell`: from now on environments are numbered from its range. Refused if the database has environments
 * already.
 */
export const setCell = (db: Database, cell: number): Promise<SetCellResult> =>
  writeTransaction(db, (tx) => setCellIn(tx, rangeOf(cell)));

const setCellIn = async (tx: Transaction, range: CellRange): Promise<SetCellResult> => {
  // Blocks new tenants between the count and the new range. Readers do not wait.
  await tx.query('LOCK TABLE environments IN SHARE ROW EXCLUSIVE MODE');
  const present = await readCell(tx);
  if (present.cell === range.cell) return { outcome: 'unchanged', range };
  const { count: environments } = onlyRow(
    await tx.query<{ count: number }>('SELECT count(*) AS count FROM environments'),
    'environments',
  );
  if (environments > 0) return { outcome: 'refused', range: present, environments };
  await tx.query('UPDATE database_cell SET cell = $1', [range.cell]);
  await tx.query(renumber(range));
  return { outcome: 'changed', range };
};

/** DDL takes no parameters. */
const renumber = ({ first, last }: CellRange): string => {
  const [from, to] = [first.toString(), last.toString()];
  return `ALTER SEQUENCE environments_id_seq MINVALUE ${from} MAXVALUE ${to} START WITH ${from} RESTART WITH ${from}`;
};
