import { ChunkRunner, createPostgresJobStore } from '@loyalty/jobs';
import type { Job } from '@loyalty/jobs/job';
import { type EnvironmentId, type MemberId, memberKeyOf, randomId, systemClock } from '@loyalty/kernel';
import { AdvisoryLocks, createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sizeOf } from '@loyalty/testkit/runs';
import { readClosedEnvironments } from '../cells.ts';
import { createTenant, findEnvironment } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { eraseMember } from './erase-member.ts';
import { createScrubErasedJob } from './scrub-erased.ts';

// A separate database, because the stack's jobs would do the test's work.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let tenantId: string;
let secret: Uint8Array;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
});
beforeEach(async () => {
  db = createDatabase({
    url: scratch.url,
    applicationName: 'job-test',
    poolMax: 2,
    logger: silentLogger,
    // Above a service's: up to 60 MB of payloads are written first, and a slow disk would fail a chunk.
    limits: { transactionMs: 30_000, idleInTransactionMs: 10_000, lockMs: 10_000 },
  });
  const tenant = await createTenant(db, { name: `Test ${randomId()}` });
  tenantId = tenant.id;
  environmentId = tenant.environmentIds.live;
  secret = (await findEnvironment(db, tenantId, 'live'))?.secret ?? Buffer.alloc(0);
});
afterEach(() => db.close());
afterAll(() => scratch.drop());

const enrol = (externalRef: string): Promise<MemberId> =>
  enrolMember(db, environmentId, { externalRef, memberKey: memberKeyOf(secret, externalRef) });

/** Erases members one after the other, and makes their second phase due in this order. */
const erase = async (...members: readonly MemberId[]): Promise<void> => {
  for (const [at, memberId] of members.entries()) {
    await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, memberId));
    await db.query(
      `UPDATE erasures SET scrub_after = now() - interval '1 minute' + $2 * interval '1 s' WHERE member_id = $1`,
      [memberId, at],
    );
  }
};

/** Stores events of another member that name a referrer, with so many different numbers in each payload. */
const refer = async (referrer: string, { events, values }: { events: number; values: number }) => {
  const referred = await enrol(`referred-${randomId()}`);
  const numbers = Array.from({ length: values }, (_, n) => n).join();
  await scratch.db.query(
    `INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, points_awarded, referrer_key)
     SELECT $1, now(), gen_random_uuid(), 'lifecycle.referral', e::text, $2,
            convert_to('{"v":[' || replace($4::text, ',', ',' || e) || ']}', 'UTF8'), 0, $5
       FROM generate_series(1000, 999 + $3::int) e`,
    [environmentId, referred, events, numbers, memberKeyOf(secret, referrer)],
  );
};

const runnerOf = <Cursor>(job: Job<Transaction, Cursor>) =>
  new ChunkRunner({
    job,
    store: createPostgresJobStore({
      database: db,
      locks: new AdvisoryLocks(scratch.url),
      readClosed: readClosedEnvironments,
    }),
    clock: systemClock,
    logger: silentLogger,
    metrics: createMetrics({ service: 'test' }),
  });

/** Counts the events that still name a referrer. */
const referring = async (): Promise<number> =>
  (
    await db.query('SELECT 1 FROM events WHERE environment_id = $1 AND referrer_key IS NOT NULL', [
      environmentId,
    ])
  ).length;

const isScrubbed = async (memberId: MemberId): Promise<boolean> =>
  (await db.query('SELECT 1 FROM erasures WHERE member_id = $1 AND scrubbed_at IS NOT NULL', [memberId]))
    .length > 0;

test('▲ many events with 10,000 values that name a referrer are scrubbed one a chunk, and do not delay a later erasure', async () => {
  const events = sizeOf(60, 500);
  const [heavy, later] = [await enrol('4711'), await enrol('later')];
  await refer('4711', { events, values: 10_000 });
  await erase(heavy, later);
  const runner = runnerOf(createScrubErasedJob(db));
  for (let chunk = 0; chunk < 20; chunk += 1)
    expect(await runner.run({ environmentId, atMs: Date.now() })).toBe('more');
  // Half of the chunks belong to the later erasure, and one event of 10,000 values is a whole chunk.
  expect(await referring()).toBeGreaterThanOrEqual(events - 20);
  expect([await isScrubbed(later), await isScrubbed(heavy)]).toEqual([true, false]);
});

test('many small events of others are scrubbed a chunk at a time, and then the erasure is finished', async () => {
  const erased = await enrol('4711');
  await refer('4711', { events: 700, values: 3 });
  await erase(erased);
  const runner = runnerOf(createScrubErasedJob(db));
  let chunks = 1;
  while ((await runner.run({ environmentId, atMs: Date.now() })) === 'more') chunks += 1;
  expect(chunks).toBeGreaterThan(2);
  expect(await isScrubbed(erased)).toBe(true);
});

test('▲ an erasure whose chunk fails does not delay the next one', async () => {
  const [broken, later] = [await enrol('broken'), await enrol('later')];
  await erase(broken, later);
  const job = createScrubErasedJob(db);
  const runner = runnerOf({
    ...job,
    chunk: async (tx, chunk: Parameters<typeof job.chunk>[1]) => {
      const done = await job.chunk(tx, chunk);
      const [touched] = await tx.query(
        'SELECT 1 FROM erasures WHERE member_id = $1 AND scrubbed_at IS NOT NULL',
        [broken],
      );
      if (touched !== undefined) throw new Error('it fails for its own sake');
      return done;
    },
  });
  expect(await runner.run({ environmentId, atMs: Date.now() })).toBe('failed');
  expect(await runner.run({ environmentId, atMs: Date.now() })).toBe('more');
  expect([await isScrubbed(broken), await isScrubbed(later)]).toEqual([false, true]);
});
