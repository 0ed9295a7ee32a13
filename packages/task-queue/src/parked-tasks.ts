import type { EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { taskTables } from './task-tables.ts';

const tables = Object.values(taskTables);

/** A century, so that no process claims it. In days, because of 29 February. */
const parkedFor = "interval '36525 days'";
const isParked = "due_at > now() + interval '18262 days'";

/** SQL: when a parked task is due again; `r` is its row. */
export const dueAgainSql = `(r).due_at - ${parkedFor}`;

/** Returns true if tasks are due and not parked, or in flight. */
export const areTasksMoving = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<boolean> => {
  const found = tables.map(
    (table) =>
      `SELECT 1 FROM ${table} WHERE environment_id = ANY ($1::int[]) AND (owner <> 0 OR NOT ${isParked})`,
  );
  const leases = 'SELECT 1 FROM task_leases WHERE environment_ids && $1::int[]';
  return (await db.query(`${[...found, leases].join(' UNION ALL ')} LIMIT 1`, [environmentIds])).length > 0;
};

/** Parks tasks. Returns how many are not at rest yet: parked by this call, or in flight. */
export const parkTasks = async (db: Queryable, environmentIds: readonly EnvironmentId[]): Promise<number> => {
  let moving = 0;
  for (const table of tables) {
    const parked = await db.query(
      `UPDATE ${table} SET due_at = due_at + ${parkedFor}
        WHERE environment_id = ANY ($1::int[]) AND owner = 0 AND NOT ${isParked} RETURNING 1`,
      [environmentIds],
    );
    moving += parked.length + (await countClaimed(db, table, environmentIds));
  }
  const [leases] = await db.query<{ count: number }>(
    'SELECT count(*) AS count FROM task_leases WHERE environment_ids && $1::int[]',
    [environmentIds],
  );
  return moving + (leases?.count ?? 0);
};

const countClaimed = async (
  db: Queryable,
  table: string,
  environmentIds: readonly EnvironmentId[],
): Promise<number> => {
  const rows = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE environment_id = ANY ($1::int[]) AND owner <> 0`,
    [environmentIds],
  );
  return onlyRow(rows, table).count;
};

export const unparkTasks = async (db: Queryable, environmentIds: readonly EnvironmentId[]): Promise<void> => {
  for (const table of tables) {
    await db.query(
      `UPDATE ${table} SET due_at = due_at - ${parkedFor} WHERE environment_id = ANY ($1::int[]) AND ${isParked}`,
      [environmentIds],
    );
  }
};

/** Removes parked tasks, which the other cell has by now. */
export const removeParkedTasks = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<void> => {
  for (const table of tables)
    await db.query(`DELETE FROM ${table} WHERE environment_id = ANY ($1::int[]) AND ${isParked}`, [
      environmentIds,
    ]);
};
