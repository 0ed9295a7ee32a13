import type { Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { countEndingKeys, createEndingKeysWatch } from './ending-keys.ts';
import { type KeyCall, makeApiKey } from './make-api-key.ts';
import { createTenant } from './tenants.ts';

let scratch: ScratchDatabase;
let db: Database;
let call: KeyCall;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  const { environmentIds } = await createTenant(db, { name: 'Test' });
  call = { environmentId: environmentIds.live, caller: null, defaultLimit: 600 };
});
afterAll(() => scratch.drop());

const makeKey = async (expires: string, usedDaysAgo: number | null): Promise<string> => {
  const made = await makeApiKey(db, call, { name: 'till', role: 'till' });
  const id = made.outcome === 'created' ? made.record.id : '';
  await db.query(
    `UPDATE api_keys SET expires_at = now() + $2::interval,
            last_used_on = (now() AT TIME ZONE 'UTC')::date - $3::int WHERE id = $1`,
    [id, expires, usedDaysAgo],
  );
  return id;
};

test('▲ a key counts that is in use, ends within a week and was not rotated', async () => {
  expect(await countEndingKeys(db)).toBe(0);
  await makeKey('6 days 23 hours', 0);
  await makeKey('1 minute', 7);
  expect(await countEndingKeys(db)).toBe(2);
  await makeKey('7 days 1 minute', 0);
  await makeKey('-1 second', 0);
  await makeKey('1 day', 8);
  await makeKey('1 day', null);
  const [revoked, replaced] = [await makeKey('1 day', 0), await makeKey('1 day', 0)];
  expect(await countEndingKeys(db)).toBe(4);
  await db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [revoked]);
  await db.query('UPDATE api_keys SET replaced_by = $1 WHERE id = $2', [revoked, replaced]);
  expect(await countEndingKeys(db)).toBe(2);
});

test('keys that end soon are found by the index of keys with an end', async () => {
  await db.query(
    `INSERT INTO api_keys (id, environment_id, name, hash, hint)
     SELECT gen_random_uuid(), $1, 'till', sha256(n::text::bytea), 'sk_live_…0000' FROM generate_series(1, 5000) n`,
    [call.environmentId],
  );
  await db.query('ANALYZE api_keys');
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT count(*) FROM api_keys
      WHERE expires_at IS NOT NULL AND revoked_at IS NULL AND expires_at > now() AND expires_at <= now() + interval '7 days'`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('api_keys_ending');
});

const shownBy = async (answer: () => Promise<unknown[]>): Promise<string> => {
  const metrics = createMetrics({ service: 'test' });
  let isAsked = false;
  const asked = {
    query: () => {
      isAsked = true;
      return answer();
    },
  } as unknown as Database;
  const watch = createEndingKeysWatch({ db: asked, logger: silentLogger, metrics });
  await watch.start?.();
  await eventually('the database is asked', () => Promise.resolve(isAsked));
  await watch.stop?.();
  return (await metrics.render()).body;
};

test('▲ the number is a figure of the process; while the database is unavailable there is none, and no zero', async () => {
  expect(await shownBy(() => Promise.resolve([{ ending: 3 }]))).toContain('loyalty_api_keys_ending 3\n');
  const away = await shownBy(() => Promise.reject(new Error('away')));
  expect(away).not.toMatch(/^loyalty_api_keys_ending /m);
});
