import { silentLogger } from '@loyalty/telemetry/logger';
import { readUtcDay } from './database-clock.ts';
import { createDatabase, type Database } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
beforeAll(() => {
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

test('the present day is counted as days since the epoch, whatever the time zone of the session', async () => {
  const days: number[] = [];
  await db.transaction(async (tx) => {
    for (const zone of ['Pacific/Kiritimati', 'UTC', 'Pacific/Niue']) {
      await tx.query(`SET LOCAL TIME ZONE '${zone}'`);
      days.push(await readUtcDay(tx));
    }
  });
  const today = Math.floor(Date.now() / 86_400_000);
  // Midnight may fall between the three reads and this one.
  for (const day of days) expect([today - 1, today]).toContain(day);
});
