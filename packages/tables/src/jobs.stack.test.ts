import { ChunkRunner, createPostgresJobStore } from '@loyalty/jobs';
import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import { type EnvironmentId, type MemberId, memberKeyOf, randomId, systemClock } from '@loyalty/kernel';
import { AdvisoryLocks, createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createForgetDaysJob } from './accounts/member-days.ts';
import { enrolMembers } from './accounts/write-accounts.ts';
import { eraseMember } from './erasure/erase-member.ts';
import { createScrubErasedJob } from './erasure/scrub-erased.ts';
import {
  createCompleteProfilesJob,
  createFillGramsJob,
  createFoldProfilesJob,
} from './members/fill-profiles.ts';
import { createPurgeRequestLogsJob } from './request-logs/request-logs.ts';
import { readClosedEnvironments } from './cells.ts';
import { createTenant, findEnvironment } from './tenants/tenants.ts';
import { newMember } from './testing/enrol-member.ts';

// A database of its own: the stack's tier-service runs these jobs too.
let scratch: ScratchDatabase;
let locks: AdvisoryLocks;
let db: Database;
let environmentId: EnvironmentId;
let tenantId: string;
let secret: Uint8Array;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  locks = new AdvisoryLocks(scratch.url);
});
beforeEach(async () => {
  db = createDatabase({
    url: scratch.url,
    applicationName: 'job-test',
    poolMax: 2,
    logger: silentLogger,
    limits: { transactionMs: 5_000, idleInTransactionMs: 3_000, lockMs: 1_000 },
  });
  const tenant = await createTenant(db, { name: `Test ${randomId()}` });
  tenantId = tenant.id;
  environmentId = tenant.environmentIds.live;
  secret = (await findEnvironment(db, tenantId, 'live'))?.secret ?? Buffer.alloc(0);
});
afterEach(() => db.close());
afterAll(() => scratch.drop());

const enrol = async (count: number): Promise<MemberId[]> => {
  const members = Array.from({ length: count }, () => {
    const memberId = randomId() as MemberId;
    return newMember(environmentId, { memberId, memberKey: memberKeyOf(secret, memberId) });
  });
  await db.transaction((tx) => enrolMembers(tx, members));
  return members.map(({ account }) => account.memberId);
};

/** Runs a job in the environment until its run is finished; the stack's services may run the job as well. */
const run = async <Cursor>(job: Job<Transaction, Cursor>, where = environmentId): Promise<void> => {
  const runner = new ChunkRunner({
    job: { ...job, name: `test-${randomId()}` },
    store: createPostgresJobStore({ database: db, locks, readClosed: readClosedEnvironments }),
    clock: systemClock,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
  });
  for (let outcome = 'more'; outcome === 'more';) {
    outcome = await runner.run({ environmentId: where, atMs: Date.now() });
    expect(outcome).not.toBe('failed');
  }
};

const countOf = async (table: string, condition: string): Promise<number> => {
  const [row] = await db.query<{ count: number }>(
    `SELECT count(*) AS count FROM ${table} WHERE environment_id = $1 AND ${condition}`,
    [environmentId],
  );
  return row?.count ?? -1;
};

test('missing grams are filled, a chunk at a time', async () => {
  await enrol(1_100);
  const job = createFillGramsJob(db);
  await run(job);
  expect(await countOf('member_profiles', 'grams IS NULL')).toBe(0);
  expect(await job.environments()).not.toContain(environmentId);
});

test('texts that a build before wrote are completed, a chunk at a time, and no others are written (D128)', async () => {
  const ids = await enrol(1_300);
  const change = (to: string, some: readonly MemberId[]) =>
    db.query(`UPDATE member_profiles SET ${to} WHERE environment_id = $1 AND member_id = ANY ($2)`, [
      environmentId,
      some,
    ]);
  await change(`grams = '{}'`, ids);
  await change(`phone = '+27 82 555 0142'`, ids.slice(0, 700));
  await change(`search_text = search_text || 'ö'`, ids.slice(600, 1_100));
  const job = createFoldProfilesJob(db);
  await run(job);
  expect(await countOf('member_profiles', `search_text LIKE '%+27825550142%'`)).toBe(700);
  expect(await countOf('member_profiles', String.raw`search_text LIKE U&'%\FFFFo'`)).toBe(500);
  expect(await countOf('member_profiles', `grams = '{}'`)).toBe(200);
  expect(await job.environments()).not.toContain(environmentId);
});

test('members without a profile get one, and an erased one an empty one', async () => {
  const [erased = '', ...others] = await enrol(250);
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, erased));
  await db.query('DELETE FROM member_profiles WHERE environment_id = $1', [environmentId]);
  await run(createCompleteProfilesJob(db));
  expect(await countOf('member_profiles', `search_text <> ''`)).toBe(others.length);
  expect(await countOf('member_profiles', `search_text = '' AND grams = '{}'`)).toBe(1);
});

test('the second phase of an erasure runs once its pause is over', async () => {
  const [erased = ''] = await enrol(1);
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, erased));
  const job = createScrubErasedJob(db);
  expect(await job.environments()).not.toContain(environmentId);
  await db.query(`UPDATE erasures SET scrub_after = now() - interval '1 minute' WHERE environment_id = $1`, [
    environmentId,
  ]);
  await run(job);
  expect(await countOf('erasures', 'scrubbed_at IS NOT NULL')).toBe(1);
  expect(await job.environments()).not.toContain(environmentId);
});

test('▲ only days of purchase that no window reaches are deleted, chunk by chunk through the whole table', async () => {
  await db.query(
    `INSERT INTO member_days
     SELECT $1, gen_random_uuid(), (now() AT TIME ZONE 'UTC')::date - ago, 0, 0
       FROM generate_series(1, 2000) CROSS JOIN (VALUES (365), (366), (367), (400)) AS d (ago)`,
    [environmentId],
  );
  const { sizes, ...job } = createForgetDaysJob();
  await run({ ...job, sizes: { ...sizes, min: 3, max: 3 } }, wholeDatabase);
  const left = await db.query(
    `SELECT (now() AT TIME ZONE 'UTC')::date - day AS ago, count(*) AS count
       FROM member_days WHERE environment_id = $1 GROUP BY 1 ORDER BY 1`,
    [environmentId],
  );
  expect(left).toEqual([
    { ago: 365, count: 2_000 },
    { ago: 366, count: 2_000 },
  ]);
});

test('▲ request logs older than 7 days, or beyond the newest 10,000, are deleted, environment by environment (D82)', async () => {
  const { id } = await createTenant(db, { name: `Test ${randomId()}` });
  const other = (await findEnvironment(db, id, 'test'))?.environmentId;
  // The ones are one hour old, the others eight days.
  const insert = (where: unknown, count: number, ago: string) =>
    db.query(
      `INSERT INTO request_logs (environment_id, created_at, id, request_id, method, path, status, duration_ms, member_keys, ids)
       SELECT $1, now() - $3::interval - n * interval '1 ms', gen_random_uuid(), 'r', 'GET', '/', 200, 1, '{}', '{}'
         FROM generate_series(1, $2::int) n`,
      [where, count, ago],
    );
  await insert(environmentId, 12_500, '1 hour');
  await insert(environmentId, 700, '8 days');
  await insert(other, 3, '1 hour');
  await insert(other, 2, '8 days');
  // A tenant that moved to another cell keeps nothing longer here.
  await db.query(`UPDATE environments SET closed = 'MOVED' WHERE id = $1`, [other]);
  await run(createPurgeRequestLogsJob(), wholeDatabase);
  const left = await db.query<{ id: number; count: number }>(
    `SELECT environment_id AS id, count(*) AS count, min(created_at) > now() - interval '7 days' AS young
       FROM request_logs WHERE environment_id = ANY ($1::int[]) GROUP BY 1 ORDER BY 2`,
    [[environmentId, other]],
  );
  expect(left).toEqual([
    { id: other, count: 3, young: true },
    { id: environmentId, count: 10_000, young: true },
  ]);
});
