import type { EnvironmentId } from '@loyalty/kernel';
import type { Closed } from '@loyalty/rules';
import {
  type Database,
  onlyRow,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';

/** The highest number of a cell. Twenty ranges fit into an int4. */
export const cellMax = 19;

const environmentsPerCell = 100_000_000;

/** The range of environment numbers of a cell. Both ends are included. */
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

export const readCell = async (db: Queryable): Promise<CellRange> =>
  rangeOf(onlyRow(await db.query<{ cell: number }>('SELECT cell FROM database_cell'), 'database_cell').cell);

export type SetCellResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly range: CellRange }
  /** It has numbered environments already, which another cell's range would hold. */
  | { readonly outcome: 'refused'; readonly range: CellRange; readonly environments: number };

/**
 * Sets the number of this cell, from whose range environments are numbered. Refuses if the database already
 * has environments.
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

/** The numbers are part of the text, because DDL takes no parameters. */
const renumber = ({ first, last }: CellRange): string => {
  const [from, to] = [first.toString(), last.toString()];
  return `ALTER SEQUENCE environments_id_seq MINVALUE ${from} MAXVALUE ${to} START WITH ${from} RESTART WITH ${from}`;
};

const nextStatement: Statement = {
  name: 'environment-numbers-next',
  text: 'SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END AS next FROM environments_id_seq',
};

export const readNextEnvironment = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ next: number }>(nextStatement), 'the numbers of environments').next;

const passStatement: Statement = {
  name: 'environment-numbers-pass',
  text: `SELECT setval('environments_id_seq', $1) FROM environments_id_seq
          WHERE CASE WHEN is_called THEN last_value ELSE last_value - 1 END < $1`,
};

/**
 * Passes over the numbers of environments up to this one, because topics may have records of them. Returns
 * true if numbers were passed over.
 */
export const passEnvironmentNumbers = async (db: Queryable, upTo: number): Promise<boolean> => {
  const { first, last } = await readCell(db);
  if (upTo < first || upTo > last) return false;
  return (await db.query(passStatement, [upTo])).length > 0;
};

const unknownStatement: Statement = {
  name: 'environment-numbers-unknown',
  text: `SELECT n.id FROM unnest($1::int[]) AS n (id) WHERE NOT EXISTS (SELECT FROM environments e WHERE e.id = n.id) ORDER BY n.id`,
};

export const findUnknownEnvironments = (
  db: Queryable,
  numbers: readonly EnvironmentId[],
): Promise<EnvironmentId[]> => readEnvironments(db, unknownStatement, [numbers]);

export interface TenantMove {
  readonly target: string;
  /**
   * The times by topic, in milliseconds since the epoch: all streamed records that are older were read here.
   */
  readonly forwardSince: Readonly<Record<string, number>>;
}

const closedStatement: Statement = {
  name: 'environments-closed',
  text: 'SELECT id, closed FROM environments WHERE closed IS NOT NULL',
};

export const readClosedEnvironments = async (db: Queryable): Promise<ReadonlyMap<EnvironmentId, Closed>> => {
  const rows = await db.query<{ id: EnvironmentId; closed: Closed }>(closedStatement);
  return new Map(rows.map(({ id, closed }) => [id, closed]));
};

/** Reads the move of a tenant; returns null if the tenant belongs to this cell. */
export const readTenantMove = async (db: Queryable, tenantId: string): Promise<TenantMove | null> => {
  const [row] = await db.query<TenantMove>(
    'SELECT target, forward_since AS "forwardSince" FROM tenant_moves WHERE tenant_id = $1',
    [tenantId],
  );
  return row ?? null;
};

/** Reads which environments of a tenant are closed; returns null while they are open. */
export const readClosed = async (db: Queryable, tenantId: string): Promise<Closed | null> => {
  const [row] = await db.query<{ closed: Closed | null }>(
    'SELECT closed FROM environments WHERE tenant_id = $1 ORDER BY id LIMIT 1',
    [tenantId],
  );
  return row?.closed ?? null;
};

/**
 * Closes a tenant. Versions rise, so that later batches decide nothing for it. The caller waits for batches
 * that read before.
 */
export const closeTenant = (db: Database, tenantId: string, move: TenantMove): Promise<void> =>
  writeTransaction(db, async (tx) => {
    await tx.query('INSERT INTO tenant_moves (tenant_id, target, forward_since) VALUES ($1, $2, $3)', [
      tenantId,
      move.target,
      JSON.stringify(move.forwardSince),
    ]);
    await setClosed(tx, tenantId, 'MOVING');
  });

export const markTenantMoved = (db: Database, tenantId: string): Promise<void> =>
  writeTransaction(db, (tx) => setClosed(tx, tenantId, 'MOVED'));

/**
 * Opens a tenant again. The move stays noted until it is forgotten, because messages that were skipped must
 * be sent again.
 */
export const reopenTenant = (db: Database, tenantId: string): Promise<void> =>
  writeTransaction(db, (tx) => setClosed(tx, tenantId, null));

export const forgetMove = async (db: Queryable, tenantId: string): Promise<void> => {
  await db.query('DELETE FROM tenant_moves WHERE tenant_id = $1', [tenantId]);
};

const setClosed = async (tx: Transaction, tenantId: string, closed: Closed | null): Promise<void> => {
  await tx.query(
    'UPDATE environments SET closed = $2, config_version = config_version + 1 WHERE tenant_id = $1',
    [tenantId, closed],
  );
};
