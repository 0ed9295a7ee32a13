import { randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createTenant } from '../tenants/tenants.ts';
import { readStampCards } from './counters.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
beforeAll(() => {
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

test('the stamps of one member of one environment are read, and no other counts (I9, D52)', async () => {
  const { environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  const [memberId, campaignId] = [randomId(), randomId()];
  const count = (environmentId: number, kind: string, member = memberId) =>
    db.query(
      `INSERT INTO member_counters (environment_id, member_id, campaign_id, kind, count, completed, last_at)
       VALUES ($1, $2, $3, $4, 3, 1, '2026-03-01T08:00:00Z')`,
      [environmentId, member, campaignId, kind],
    );
  await count(environmentIds.live, 'STAMPS');
  await count(environmentIds.live, 'VISITS');
  await count(environmentIds.live, 'STAMPS', randomId());
  expect(await readStampCards(db, environmentIds.live, memberId)).toEqual([
    { campaignId, stampsCollected: 3, completedCount: 1, lastStampAt: '2026-03-01T08:00:00.000Z' },
  ]);
  expect(await readStampCards(db, environmentIds.test, memberId)).toEqual([]);
  // Counts of members who do not exist would fail `loyaltyctl check`.
  await db.query('DELETE FROM member_counters WHERE environment_id = $1', [environmentIds.live]);
});
