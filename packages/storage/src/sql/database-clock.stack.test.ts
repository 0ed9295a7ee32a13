import { type Clock, systemClock } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createDatabaseClock, readDatabaseTime } from './database-clock.ts';
import { createDatabase, type Database } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
beforeAll(() => {
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

const fiveMinutes = 300_000;

/** The clock of a machine that is off by this many milliseconds. */
const offBy = (ms: number): Clock => ({ ...systemClock, now: () => Date.now() + ms });

test('before the first measurement, the time is that of the process', () => {
  const clock = createDatabaseClock({ db, clock: { ...systemClock, now: () => 7 } });
  expect([clock.now(), clock.lead()]).toEqual([7, null]);
});

test.each([-fiveMinutes, 0, fiveMinutes])(
  'a process whose clock is %i ms off returns the time of the database, and knows how far it is off',
  async (ms) => {
    const clock = createDatabaseClock({ db, clock: offBy(ms) });
    const beforeMs = await readDatabaseTime(db);
    await clock.measure();
    const [estimateMs, { least = NaN, most = NaN }] = [clock.now(), clock.lead() ?? {}];
    expect(estimateMs).toBeLessThanOrEqual(await readDatabaseTime(db));
    // One query lies between the two times; it bounds how far the estimate may be behind.
    expect(estimateMs).toBeGreaterThanOrEqual(beforeMs - 1_000);
    expect([least <= ms, ms <= most]).toEqual([true, true]);
  },
);

test('a statement that waits for a lock returns the time at which it runs', async () => {
  const startMs = await readDatabaseTime(db);
  const readMs = await db.transaction(async (tx) => {
    const [, nowMs] = await Promise.all([tx.query('SELECT pg_sleep(0.05)'), readDatabaseTime(tx)]);
    return nowMs;
  });
  expect(readMs - startMs).toBeGreaterThanOrEqual(49);
});
