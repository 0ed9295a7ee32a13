import { silentLogger } from '@loyalty/telemetry/logger';
import { startPgBouncer } from '@loyalty/testkit/database';
import { isInstalled, isRequired } from '@loyalty/testkit/runs';
import { tryAdvisoryLock } from '../locks/advisory-lock.ts';
import { createDatabase } from './database.ts';
import { sessionLimits } from './session-config.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const server = process.env['DATABASE_URL'] ?? '';
const options = { applicationName: 'storage-test', poolMax: 2, logger: silentLogger };
const wrong = { code: 'DATABASE_SETTINGS_IGNORED' };

test('▲ options in the address itself, which take the place of ours, are refused', async () => {
  const url = new URL(server);
  url.searchParams.set('options', '-c work_mem=8MB');
  const db = createDatabase({ ...options, url: url.href, limits: sessionLimits });
  await expect(db.query('SELECT 1')).rejects.toMatchObject(wrong);
  await db.close();
});

test('each connection of the server itself has what it asked for', async () => {
  const db = createDatabase({
    ...options,
    url: server,
    limits: { ...sessionLimits, statementMs: 700 },
    looksUpByKey: true,
  });
  expect(await Promise.all([db.query('SELECT 1 AS one'), db.query('SELECT 2 AS two')])).toEqual([
    [{ one: 1 }],
    [{ two: 2 }],
  ]);
  await db.close();
});

const withPgBouncer = isInstalled('pgbouncer') || isRequired('pgbouncer') ? describe : describe.skip;

withPgBouncer('with PgBouncer', () => {
  test('▲ a pooler that drops startup options is refused, with the names of what was dropped', async () => {
    const pooler = await startPgBouncer(server, ['ignore_startup_parameters = options']);
    const db = createDatabase({ ...options, url: pooler.url, limits: sessionLimits });
    const refused = (): Promise<unknown> => db.query('SELECT 1').catch((failure: unknown) => failure);
    const names = ['tcp_keepalives_idle', 'transaction_timeout', 'lock_timeout', 'DATABASE_URL'];
    for (const failure of [await refused(), await refused()]) {
      expect(failure).toMatchObject(wrong);
      for (const name of names) expect((failure as Error).message).toContain(name);
    }
    await expect(db.transaction((tx) => tx.query('SELECT 1'))).rejects.toMatchObject(wrong);
    await expect(tryAdvisoryLock(pooler.url, 7_305_903, 1)).rejects.toMatchObject(wrong);
    await db.close();
    await pooler.close();
  });

  test('▲ a pooler that refuses startup options is named as what is wrong', async () => {
    const pooler = await startPgBouncer(server, []);
    const db = createDatabase({ ...options, url: pooler.url });
    await expect(db.query('SELECT 1')).rejects.toMatchObject(wrong);
    await db.close();
    await pooler.close();
  });
});
