import { onlyRow, type Queryable } from '@loyalty/storage';
import { taskTables, type TaskQueue } from './task-tables.ts';

/** The tasks of a queue that are due by the database's clock, claimed or not. */
export interface Backlog {
  /** At most a million are counted. */
  readonly rows: number;
  /** For how long the oldest of them has been due; 0 when there is none. */
  readonly oldestS: number;
}

const countedMax = 1_000_000;

/** Destinations are found one by one along the key, each with its first due row. A long backlog costs no more than a short one. */
const statementOf = (table: string): string => `
  WITH RECURSIVE l AS (
         (SELECT destination_id FROM ${table} ORDER BY destination_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.destination_id FROM ${table} d WHERE d.destination_id > l.destination_id ORDER BY d.destination_id LIMIT 1) FROM l WHERE l.destination_id IS NOT NULL),
       oldest AS (
         SELECT min(d.due_at) AS due_at
           FROM l CROSS JOIN (VALUES (0::smallint), (1::smallint), (2::smallint)) AS r (rank)
          CROSS JOIN LATERAL (SELECT due_at FROM ${table} q WHERE q.destination_id = l.destination_id AND q.rank = r.rank
                               ORDER BY due_at, number LIMIT 1) AS d)
  SELECT (SELECT count(*) FROM (SELECT FROM ${table} WHERE due_at <= now() LIMIT ${countedMax.toString()}) AS due) AS rows,
         greatest(0, coalesce(extract(epoch FROM now() - (SELECT due_at FROM oldest)), 0))::float8 AS "oldestS"`;

export const readBacklog = async (db: Queryable, queue: TaskQueue): Promise<Backlog> =>
  onlyRow(await db.query<Backlog>(statementOf(taskTables[queue])), 'what is waiting');
