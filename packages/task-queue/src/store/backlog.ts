import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import { onlyRow, type Queryable } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { type TaskQueue, taskTables } from '../task-tables.ts';

interface BacklogGaugesOptions {
  readonly db: Queryable;
  readonly queue: TaskQueue;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'gauge'>;
}

const everyMs = 30_000;

/**
 * Creates gauges of the backlog. While the database is unavailable there is no figure, rather than an old
 * one.
 */
export const createBacklogGauges = ({ db, queue, logger, metrics }: BacklogGaugesOptions): Part => {
  let seen: Backlog | null = null;
  metrics.gauge('loyalty_tasks_due', { queue }, () => seen?.rows ?? Number.NaN);
  metrics.gauge('loyalty_task_oldest_due_seconds', { queue }, () => seen?.oldestS ?? Number.NaN);
  for (const lane of ['interactive', 'bulk'] as const)
    metrics.gauge('loyalty_tasks_in_rows', { queue, lane }, () => seen?.[lane] ?? Number.NaN);
  return repeatingPart({
    name: `watch-${queue}`,
    everyMs,
    work: async () => {
      seen = await readBacklog(db, queue);
    },
    onFailed: (failure) => {
      seen = null;
      logger.warn({ queue, error: textOf(failure) }, 'the backlog could not be read; retrying');
    },
  });
};

interface Backlog {
  /** The due rows, at most a million. */
  readonly rows: number;
  /** The rows of each lane, due or not, at most a million of both. */
  readonly interactive: number;
  readonly bulk: number;
  readonly oldestS: number;
}

const countedMax = 1_000_000;

/** Destinations are found along the key, each with its first due row: a long backlog costs no more. */
const statementOf = (table: string): string => `
  WITH RECURSIVE l AS (
         (SELECT destination_id FROM ${table} ORDER BY destination_id LIMIT 1)
         UNION ALL
         SELECT (SELECT d.destination_id FROM ${table} d WHERE d.destination_id > l.destination_id ORDER BY d.destination_id LIMIT 1) FROM l WHERE l.destination_id IS NOT NULL),
       oldest AS (
         SELECT min(d.due_at) AS due_at
           FROM l CROSS JOIN (VALUES (0::smallint), (1::smallint), (2::smallint)) AS r (rank)
          CROSS JOIN LATERAL (SELECT due_at FROM ${table} q WHERE q.destination_id = l.destination_id AND q.rank = r.rank
                               ORDER BY due_at, number LIMIT 1) AS d),
       lanes AS (
         SELECT count(*) FILTER (WHERE NOT is_bulk) AS interactive, count(*) FILTER (WHERE is_bulk) AS bulk
           FROM (SELECT is_bulk FROM ${table} LIMIT ${countedMax.toString()}) AS waiting)
  SELECT interactive, bulk,
         (SELECT count(*) FROM (SELECT FROM ${table} WHERE due_at <= now() LIMIT ${countedMax.toString()}) AS due) AS rows,
         greatest(0, coalesce(extract(epoch FROM now() - (SELECT due_at FROM oldest)), 0))::float8 AS "oldestS"
    FROM lanes`;

export const readBacklog = async (db: Queryable, queue: TaskQueue): Promise<Backlog> =>
  onlyRow(await db.query<Backlog>(statementOf(taskTables[queue])), 'what is waiting');
