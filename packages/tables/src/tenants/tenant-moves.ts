import type { EnvironmentId } from '@loyalty/kernel';
import type { Closed } from '@loyalty/rules';
import {
  type Database,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';

/** A tenant that is moving to another cell, or has moved. */
export interface TenantMove {
  /** The id of the target database. */
  readonly target: string;
  /** By topic: all streamed records older than this, in milliseconds since the epoch, were read here. */
  readonly forwardSince: Readonly<Record<string, number>>;
}

const closedStatement: Statement = {
  name: 'environments-closed',
  text: 'SELECT id, closed FROM environments WHERE closed IS NOT NULL',
};

/** Returns the environments of tenants that are moving or have moved. */
export const readClosedEnvironments = async (db: Queryable): Promise<ReadonlyMap<EnvironmentId, Closed>> => {
  const rows = await db.query<{ id: EnvironmentId; closed: Closed }>(closedStatement);
  return new Map(rows.map(({ id, closed }) => [id, closed]));
};

/** Returns the move of a tenant; null when the tenant belongs to this cell. */
export const readTenantMove = async (db: Queryable, tenantId: string): Promise<TenantMove | null> => {
  const [row] = await db.query<TenantMove>(
    'SELECT target, forward_since AS "forwardSince" FROM tenant_moves WHERE tenant_id = $1',
    [tenantId],
  );
  return row ?? null;
};

/** Returns how a tenant's environments are closed; null while they are open. */
export const readClosed = async (db: Queryable, tenantId: string): Promise<Closed | null> => {
  const [row] = await db.query<{ closed: Closed | null }>(
    'SELECT closed FROM environments WHERE tenant_id = $1 ORDER BY id LIMIT 1',
    [tenantId],
  );
  return row?.closed ?? null;
};

/**
 * Closes a tenant's environments. Their versions rise, so a batch that reads the versions later decides nothing for them. The
 * caller must wait for batches that had read them before.
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

/** Records that another cell decides for this tenant from now on. */
export const markTenantMoved = (db: Database, tenantId: string): Promise<void> =>
  writeTransaction(db, (tx) => setClosed(tx, tenantId, 'MOVED'));

/** Opens a closed tenant again. Its move stays until it is forgotten: messages that were skipped meanwhile must be sent again. */
export const reopenTenant = (db: Database, tenantId: string): Promise<void> =>
  writeTransaction(db, (tx) => setClosed(tx, tenantId, null));

/** Deletes the move of a tenant that was opened again. */
export const forgetMove = async (db: Queryable, tenantId: string): Promise<void> => {
  await db.query('DELETE FROM tenant_moves WHERE tenant_id = $1', [tenantId]);
};

const setClosed = async (tx: Transaction, tenantId: string, closed: Closed | null): Promise<void> => {
  await tx.query(
    'UPDATE environments SET closed = $2, config_version = config_version + 1 WHERE tenant_id = $1',
    [tenantId, closed],
  );
};
