import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '@loyalty/testkit/database';
import type { BenchRun } from '../measure/bench-run.ts';

/** The writes to a table, all of its days together. */
export interface TableWrites {
  readonly name: string;
  readonly inserted: number;
  readonly updated: number;
  /** Updates that touched no index. */
  readonly updatedHot: number;
  readonly deleted: number;
  /** The number of dead rows that Postgres estimates. */
  readonly dead: number;
}

/** The tables of deliveries and tasks; a table that this version lacks is left out. */
const tables = [
  'deliveries',
  'webhook_events',
  'delivery_errors',
  'delivery_tasks',
  'task_leases',
  'task_owners',
];

/** An idle connection reports its counts within this time. */
const reportedWithinMs = 12_000;

/** Reads the writes to each table since the database was created, once every connection has reported its counts. */
export const readTableWrites = async ({ stack }: BenchRun): Promise<TableWrites[]> => {
  await pause(reportedWithinMs);
  return withDatabase(stack.databaseUrl, (db) => db.query<TableWrites>(sql, [tables]));
};

const sql = `
  SELECT coalesce(p.relname, s.relname) AS name, sum(n_tup_ins)::bigint AS inserted, sum(n_tup_upd)::bigint AS updated,
         sum(n_tup_hot_upd)::bigint AS "updatedHot", sum(n_tup_del)::bigint AS deleted, sum(n_dead_tup)::bigint AS dead
    FROM pg_stat_user_tables s LEFT JOIN pg_inherits i ON i.inhrelid = s.relid LEFT JOIN pg_class p ON p.oid = i.inhparent
   WHERE coalesce(p.relname, s.relname) = ANY ($1)
   GROUP BY 1 ORDER BY 1`;

/** Formats the writes between two readings. */
export const writesBetween = (before: readonly TableWrites[], after: readonly TableWrites[]): string =>
  after
    .map((now) => {
      const then = before.find(({ name }) => name === now.name);
      const grown = (field: Exclude<keyof TableWrites, 'name'>): string =>
        (now[field] - (then?.[field] ?? 0)).toString();
      return (
        `${now.name} ${grown('inserted')} inserted, ${grown('updated')} updated (${grown('updatedHot')} HOT), ` +
        `${grown('deleted')} deleted, ${now.dead.toString()} dead`
      );
    })
    .join('; ');
