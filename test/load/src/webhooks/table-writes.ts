import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRun } from '../measure/bench-run.ts';
import { withDatabase } from '../with-database.ts';

/** What was written to a table, all of its days together. */
export interface TableWrites {
  readonly name: string;
  readonly inserted: number;
  readonly updated: number;
  /** Of these, the ones that touched no index. */
  readonly updatedHot: number;
  readonly deleted: number;
  /** Not vacuumed yet, as Postgres estimates. */
  readonly dead: number;
}

/** The tables of deliveries and of work; one that this version does not have is left out. */
const tables = [
  'deliveries',
  'webhook_events',
  'delivery_errors',
  'delivery_tasks',
  'task_leases',
  'task_owners',
];

/** An idle connection tells its counts within so long. */
const toldWithinMs = 12_000;

/** What was written to each table since the database was made, once everybody has told theirs. */
export const readTableWrites = async ({ stack }: BenchRun): Promise<TableWrites[]> => {
  await pause(toldWithinMs);
  return withDatabase(stack.databaseUrl, (db) => db.query<TableWrites>(sql, [tables]));
};

const sql = `
  SELECT coalesce(p.relname, s.relname) AS name, sum(n_tup_ins)::bigint AS inserted, sum(n_tup_upd)::bigint AS updated,
         sum(n_tup_hot_upd)::bigint AS "updatedHot", sum(n_tup_del)::bigint AS deleted, sum(n_dead_tup)::bigint AS dead
    FROM pg_stat_user_tables s LEFT JOIN pg_inherits i ON i.inhrelid = s.relid LEFT JOIN pg_class p ON p.oid = i.inhparent
   WHERE coalesce(p.relname, s.relname) = ANY ($1)
   GROUP BY 1 ORDER BY 1`;

/** In words, what was written between two readings. */
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
