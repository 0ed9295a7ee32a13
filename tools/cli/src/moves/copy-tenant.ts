import { Fault } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Transaction } from '@loyalty/storage';
import { type CopiedRows, copyRows, hashOfRows } from '@loyalty/storage/copy-rows';
import { readClosed } from '@loyalty/tables/cells';
import { tenantExists } from '@loyalty/tables/tenants';
import { areTasksMoving } from '@loyalty/task-queue/parked-tasks';
import type { Cell } from './cells.ts';
import { movedRowsOf, type MovedTenant } from './moved-tables.ts';

export interface Databases {
  readonly from: Pick<Cell, 'db'>;
  readonly to: Pick<Cell, 'db'>;
}

/**
 * Copies a tenant from one snapshot, in one transaction of the other cell, whose commit opens the tenant
 * there. An existing tenant is not copied again. Throws a retriable Fault `TENANT_CHANGED`, and stores
 * nothing, if rows have changed since the snapshot, and `NOT_MOVING` if the tenant was opened again.
 */
export const copyTenant = async (
  { from, to }: Databases,
  moved: MovedTenant,
  onCopied: (rows: number) => void | Promise<void>,
): Promise<void> => {
  await addDays(from.db, to.db, moved);
  await from.db.readConsistently((source) =>
    to.db.transaction(async (target) => {
      await takeTurn(target, moved.tenantId);
      if (await tenantExists(target, moved.tenantId)) return;
      if (await areTasksMoving(source, moved.environmentIds)) throw changed('Tasks');
      await copyAll(source, target, { rows: movedRowsOf(moved), onCopied });
      await requireUnchanged(source, from.db, moved);
    }),
  );
};

/**
 * Takes a lock, so that no other process moves this tenant or opens it again until the transaction ends, even
 * if this process dies.
 */
export const takeTurn = async (tx: Transaction, tenantId: string): Promise<void> => {
  await tx.query("SELECT pg_advisory_xact_lock(hashtext('tenant-move'), hashtext($1))", [tenantId]);
};

interface Copying {
  readonly rows: readonly CopiedRows[];
  readonly onCopied: (rows: number) => void | Promise<void>;
}

const copyAll = async (source: Queryable, target: Queryable, { rows, onCopied }: Copying): Promise<void> => {
  // The counts of entries are copied themselves.
  await target.query("SET LOCAL loyalty.copies_rows = 'on'");
  await target.query('CREATE TEMP TABLE moved_pools (source int PRIMARY KEY, target int) ON COMMIT DROP');
  for (const some of rows) {
    await copyRows({ from: source, to: target }, some, onCopied);
    if (some.table === 'code_pools') await pairPools(source, target, some.where);
  }
};

type NamedPool = { readonly id: number; readonly environmentId: number; readonly name: string };

const poolRows = rowArrays<NamedPool>((fields) => fields('id int', 'environment_id int', 'name text'));

/** Each database numbers its pools; their names stay. */
const pairPools = async (source: Queryable, target: Queryable, where: string): Promise<void> => {
  const pools = await source.query<NamedPool>(
    `SELECT id, environment_id AS "environmentId", name FROM code_pools WHERE ${where}`,
  );
  await target.query(
    `INSERT INTO moved_pools (source, target)
     SELECT k.id, p.id FROM ${poolRows.as('k')}
       JOIN code_pools p ON (p.environment_id, p.name) = (k.environment_id, k.name)`,
    poolRows.valuesOf(pools),
  );
};

/** Detects writes despite the close: they would be lost. */
const requireUnchanged = async (picture: Queryable, now: Queryable, moved: MovedTenant): Promise<void> => {
  for (const rows of movedRowsOf(moved)) {
    if ((await hashOfRows(picture, rows)) === (await hashOfRows(now, rows))) continue;
    throw changed(`Rows of ${rows.table}`);
  }
  if ((await readClosed(now, moved.tenantId)) !== 'MOVING')
    throw new Fault('NOT_MOVING', 'The tenant was reopened meanwhile, so nothing was moved.');
};

const changed = (what: string): Fault =>
  new Fault('TENANT_CHANGED', `${what} changed while they were being copied.`, { retry: true });

/** Events and deliveries are in partitions by day. */
const addDays = async (from: Queryable, to: Queryable, { environmentIds }: MovedTenant): Promise<void> => {
  const days = ['webhook_events', 'deliveries', 'delivery_errors'].map(
    (table) =>
      `SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day FROM ${table} WHERE environment_id = ANY ($1::int[])`,
  );
  const rows = await from.query<{ day: string }>(days.join(' UNION '), [environmentIds]);
  for (const { day } of rows) await to.query('SELECT add_delivery_days($1::date, 1)', [day]);
};
