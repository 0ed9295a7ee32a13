import type { Queryable, Statement } from '@loyalty/storage';

/**
 * The first key of the lock that the leading process of a job holds; the second one is derived from the job's
 * name.
 */
export const jobLockClass = 7_305_004;

/** A job in one environment; the environment is 0 if the job runs for the whole database. */
export interface JobKey {
  readonly name: string;
  readonly environmentId: number;
}

export interface JobCheckpoint {
  /** The instant that the run is for, in milliseconds since the epoch. */
  readonly atMs: number;
  /** Where the next chunk begins, as the job wrote it (JSON); null if nothing is left. */
  readonly cursor: unknown;
  readonly done: number;
  readonly chunks: number;
  readonly isFinished: boolean;
}

export interface JobStatus {
  /** The time by the database's clock, which all processes share, in milliseconds since the epoch. */
  readonly nowMs: number;
  readonly checkpoints: ReadonlyMap<number, JobCheckpoint>;
}

const columns = `(extract(epoch FROM at) * 1000)::bigint AS "atMs", cursor, done, chunks,
                 finished_at IS NOT NULL AS "isFinished"`;

const statusStatement: Statement = {
  name: 'jobs-look',
  text: `SELECT clock."nowMs", environment_id AS "environmentId", ${columns}
           FROM (SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs") AS clock
           LEFT JOIN jobs ON name = $1 AND environment_id = ANY ($2::int[])`,
};

export const readJobCheckpoints = async (
  db: Queryable,
  name: string,
  environmentIds: readonly number[],
): Promise<JobStatus> => {
  const rows = await db.query<
    | ({ readonly nowMs: number } & JobCheckpoint & { readonly environmentId: number })
    | { readonly nowMs: number; readonly environmentId: null }
  >(statusStatement, [name, environmentIds]);
  const checkpoints = new Map<number, JobCheckpoint>();
  for (const row of rows) {
    if (row.environmentId === null) continue;
    const { atMs, cursor, done, chunks, isFinished } = row;
    checkpoints.set(row.environmentId, { atMs, cursor, done, chunks, isFinished });
  }
  return { nowMs: rows[0]?.nowMs ?? 0, checkpoints };
};

const finishedStatement: Statement = {
  name: 'jobs-finished',
  text: `SELECT (extract(epoch FROM max(finished_at)) * 1000)::bigint AS "finishedAtMs" FROM jobs WHERE name = $1`,
};

/**
 * Reads when a run of a job last finished in any environment, in milliseconds since the epoch; null if never.
 */
export const readJobFinishedAt = async (db: Queryable, name: string): Promise<number | null> => {
  const [row] = await db.query<{ finishedAtMs: number | null }>(finishedStatement, [name]);
  return row?.finishedAtMs ?? null;
};

const readStatement: Statement = {
  name: 'jobs-read',
  text: `SELECT ${columns} FROM jobs WHERE name = $1 AND environment_id = $2`,
};

/** Reads one checkpoint without a lock; null if the job was never run there. */
export const readJobCheckpoint = async (tx: Queryable, key: JobKey): Promise<JobCheckpoint | null> => {
  const [row] = await tx.query<JobCheckpoint>(readStatement, [key.name, key.environmentId]);
  return row ?? null;
};

/** The time since the transaction began, by the database's clock, without the wait for a connection. */
const workedMs = `ceil(extract(epoch FROM clock_timestamp() - now()) * 1000)::int AS "workedMs"`;

const beginStatement: Statement = {
  name: 'jobs-begin',
  text: `INSERT INTO jobs (name, environment_id, at, cursor, done, chunks, finished_at)
         VALUES ($1, $2, to_timestamp($3 / 1000.0), $4, $5, $6, CASE WHEN $7 THEN clock_timestamp() END)
         ON CONFLICT DO NOTHING
         RETURNING ${workedMs}`,
};

const moveStatement: Statement = {
  name: 'jobs-move',
  text: `UPDATE jobs
            SET at = to_timestamp($3 / 1000.0), cursor = $4, done = $5, chunks = $6::bigint,
                started_at = CASE WHEN $6::bigint = 1 THEN clock_timestamp() ELSE started_at END,
                finished_at = CASE WHEN $7 THEN clock_timestamp() END
          WHERE name = $1 AND environment_id = $2 AND at = to_timestamp($8 / 1000.0)::timestamptz(3) AND chunks = $9
         RETURNING ${workedMs}`,
};

/**
 * Moves a checkpoint. Returns null if another process has moved it: roll the chunk back. Otherwise returns
 * how long the run has worked, in milliseconds by the database's clock.
 */
export const moveJobCheckpoint = async (
  tx: Queryable,
  { name, environmentId }: JobKey,
  { from, to }: { readonly from: JobCheckpoint | null; readonly to: JobCheckpoint },
): Promise<number | null> => {
  const cursor = to.cursor === null ? null : JSON.stringify(to.cursor);
  const values = [name, environmentId, to.atMs, cursor, to.done, to.chunks, to.isFinished];
  const [moved] =
    from === null
      ? await tx.query<Moved>(beginStatement, values)
      : await tx.query<Moved>(moveStatement, [...values, from.atMs, from.chunks]);
  return moved?.workedMs ?? null;
};

interface Moved {
  readonly workedMs: number;
}

export interface ListedJob {
  readonly name: string;
  readonly environments: number;
  /** The newest instant that a run was for. */
  readonly newestRunAt: Date;
  readonly unfinished: number;
  readonly lastFinishedAt: Date | null;
}

const listStatement: Statement = {
  name: 'jobs-list',
  text: `SELECT name, count(*)::int AS environments, max(at) AS "newestRunAt",
                count(*) FILTER (WHERE finished_at IS NULL)::int AS unfinished, max(finished_at) AS "lastFinishedAt"
           FROM jobs GROUP BY name ORDER BY name`,
};

/** Lists the jobs that have run, in the order of their names. */
export const listJobs = (db: Queryable): Promise<ListedJob[]> => db.query<ListedJob>(listStatement);
