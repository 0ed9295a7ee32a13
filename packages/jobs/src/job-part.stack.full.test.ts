import { type EnvironmentId, type Part, randomId, systemClock } from '@loyalty/kernel';
import { AdvisoryLocks, createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { eventually } from '@loyalty/testkit/runs';
import { jobLockClass, readJobCheckpoints } from './checkpoints.ts';
import { createJobPart } from './job-part.ts';
import { createPostgresJobStore, jobLockKeyOf } from './job-store.ts';
import type { Job } from './job.ts';

// eslint-disable-next-line n/no-process-env -- the test runner passes the database's address in the environment.
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const limits = { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 };
const environments = [1, 2] as EnvironmentId[];
const membersEach = 400;

let db: Database;
let name: string;
const opened: Database[] = [];
const started: Part[] = [];

const open = (applicationName: string): Database => {
  const database = createDatabase({
    url: databaseUrl,
    applicationName,
    poolMax: 2,
    logger: silentLogger,
    limits,
  });
  opened.push(database);
  return database;
};

beforeEach(async () => {
  db = open('job-test');
  name = `test-${randomId()}`;
  // Ordered by bytes: a deploy beside this test has nothing to change, or to say.
  await db.query(
    'CREATE TABLE job_test (name text COLLATE "C", env int, id int, taken int, PRIMARY KEY (name, env, id))',
  );
  await db.query(
    `INSERT INTO job_test SELECT $1, env, id, 0 FROM unnest($2::int[]) env, generate_series(1, $3::int) id`,
    [name, environments, membersEach],
  );
});
afterEach(async () => {
  for (const part of started.splice(0)) await part.stop?.();
  await db.query('DROP TABLE job_test');
  await db.query('DELETE FROM jobs WHERE name = $1', [name]);
  for (const database of opened.splice(0)) await database.close();
});

/** Takes two milliseconds a member. */
const createJob = (): Job<Transaction, number> => ({
  name,
  schedule: { dailyAtHourUtc: 0 },
  sizes: { min: 5, max: 50 },
  environments: () => Promise.resolve(environments),
  chunk: async (tx, { environmentId, cursor, size }) => {
    const taken = await tx.query<{ id: number }>(
      `WITH next AS (SELECT id FROM job_test WHERE name = $1 AND env = $2 AND id > $3 ORDER BY id LIMIT $4)
       UPDATE job_test t SET taken = taken + 1 FROM next
        WHERE t.name = $1 AND t.env = $2 AND t.id = next.id RETURNING t.id`,
      [name, environmentId, cursor ?? 0, size],
    );
    await tx.query('SELECT pg_sleep($1)', [0.002 * taken.length]);
    const last = Math.max(...taken.map(({ id }) => id));
    return { cursor: taken.length < size ? null : last, taken: taken.length };
  },
});

const start = async (applicationName: string): Promise<Part> => {
  const part = createJobPart({
    job: createJob(),
    store: createPostgresJobStore({
      database: open(applicationName),
      locks: new AdvisoryLocks(databaseUrl),
      readClosed: () => Promise.resolve(new Map()),
    }),
    unpublished: () => 0,
    comparison: { differenceOf: () => Promise.resolve(null) },
    clock: systemClock,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
  });
  started.push(part);
  await part.start?.();
  return part;
};

const takenSoFar = async (): Promise<number> => {
  const [row] = await db.query<{ taken: number }>(
    'SELECT sum(taken)::int AS taken FROM job_test WHERE name = $1',
    [name],
  );
  return row?.taken ?? 0;
};

const untilTaken = (count: number): Promise<void> =>
  eventually(`${count.toString()} are taken`, async () => (await takenSoFar()) >= count);

const untilFinished = (): Promise<void> =>
  eventually('the run is finished everywhere', async () => {
    const { checkpoints } = await readJobCheckpoints(db, name, environments);
    return environments.every((environmentId) => checkpoints.get(environmentId)?.isFinished === true);
  });

/** Returns the rows that were not taken exactly once. */
const wronglyTaken = (): Promise<unknown[]> =>
  db.query('SELECT env, id, taken FROM job_test WHERE name = $1 AND taken <> 1', [name]);

/** Returns the lock sessions of this job's leaders; services of the stack lead other jobs. */
const leaders = (select: string): Promise<unknown[]> =>
  db.query(
    `SELECT ${select} FROM pg_locks
      WHERE locktype = 'advisory' AND classid = $1::int::oid AND objid = $2::int::oid`,
    [jobLockClass, jobLockKeyOf(name)],
  );

const endLeadership = (): Promise<unknown> => leaders('pg_terminate_backend(pid)');

test('two processes whose leader loses its lock and its transactions take every member once', async () => {
  await start('job-test-a');
  await start('job-test-b');
  await untilTaken(100);
  await endLeadership();
  await untilTaken(300);
  await db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ~ 'job-test-'`,
  );
  await untilFinished();
  expect(await wronglyTaken()).toEqual([]);
  const { checkpoints } = await readJobCheckpoints(db, name, environments);
  expect([...checkpoints.values()].map(({ done }) => done)).toEqual([membersEach, membersEach]);
});

test('a run that is stopped half-way continues from its checkpoint, and leaves no lock', async () => {
  const first = await start('job-test-a');
  await untilTaken(200);
  await first.stop?.();
  const before = await takenSoFar();
  expect(before).toBeLessThan(environments.length * membersEach);
  await start('job-test-b');
  await untilFinished();
  expect(await wronglyTaken()).toEqual([]);
  await eventually('nobody leads any more', async () => (await leaders('1')).length === 0);
});
