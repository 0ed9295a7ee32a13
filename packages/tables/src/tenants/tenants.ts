import { randomBytes } from 'node:crypto';
import { isUuid, randomId, type EnvironmentId, type TenantId } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  onlyRow,
  type Database,
  type Queryable,
  type Statement,
  type Transaction,
  writeTransaction,
} from '@loyalty/storage';

/** A tenant with its two isolated environments (D1). */
export interface TenantRecord {
  readonly id: TenantId;
  readonly name: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly createdAt: string;
  readonly environmentIds: Readonly<Record<Mode, EnvironmentId>>;
}

export interface NewTenant {
  /** A UUID; a new one when absent. */
  readonly id?: string;
  /** 1 to 255 characters. */
  readonly name: string;
}

interface TenantRow {
  readonly id: TenantId;
  readonly name: string;
  readonly createdAt: Date;
  readonly test: EnvironmentId;
  readonly live: EnvironmentId;
}

const selectTenants = `
  SELECT t.id, t.name, t.created_at AS "createdAt", test.id AS test, live.id AS live
    FROM tenants t
    JOIN environments test ON test.tenant_id = t.id AND test.mode = 'test'
    JOIN environments live ON live.tenant_id = t.id AND live.mode = 'live'`;

const recordOf = ({ id, name, createdAt, test, live }: TenantRow): TenantRecord => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  environmentIds: { test, live },
});

/**
 * Creates a tenant with its test and its live environment, each with its own secret (D1, D6). A repeat with the same id changes
 * nothing and returns the existing tenant.
 */
export const createTenant = (db: Database, { id = randomId(), name }: NewTenant): Promise<TenantRecord> =>
  writeTransaction(db, async (tx) => {
    const made = await tx.query(
      'INSERT INTO tenants (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING RETURNING id',
      [id, name],
    );
    if (made.length > 0) await insertEnvironments(tx, id);
    return recordOf(onlyRow(await tx.query<TenantRow>(`${selectTenants} WHERE t.id = $1`, [id]), 'tenants'));
  });

const secretBytes = 32;

const insertEnvironments = async (tx: Transaction, tenantId: string): Promise<void> => {
  await tx.query(
    `INSERT INTO environments (tenant_id, mode, secret) VALUES ($1, 'test', $2), ($1, 'live', $3)`,
    [tenantId, randomBytes(secretBytes), randomBytes(secretBytes)],
  );
};

/** Lists all tenants, oldest first. */
export const listTenants = async (db: Queryable): Promise<TenantRecord[]> =>
  (await db.query<TenantRow>(`${selectTenants} ORDER BY t.created_at, t.id`)).map(recordOf);

const existsStatement: Statement = {
  name: 'tenant-exists',
  text: 'SELECT EXISTS (SELECT 1 FROM tenants WHERE id = $1) AS found',
};

/** Returns true when there is such a tenant; false for a text that is no UUID. */
export const tenantExists = async (db: Queryable, id: string): Promise<boolean> => {
  if (!isUuid(id)) return false;
  return onlyRow(await db.query<{ found: boolean }>(existsStatement, [id]), 'tenant-exists').found;
};
