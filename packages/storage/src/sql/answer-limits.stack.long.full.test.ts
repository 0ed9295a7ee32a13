import { silentLogger } from '@loyalty/telemetry/logger';
import { createSilentProxy, type SilentProxy } from '@loyalty/testkit/servers';
import { createDatabase, type Database } from './database.ts';
import { setConnectTimeout, defaultConnectMs } from './session-config.ts';

// How soon a server that does not respond is given up is the subject.
setConnectTimeout(defaultConnectMs);

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const serverUrl = process.env['DATABASE_URL'] ?? '';
/** The limits of a pool that reads: statements end long before transactions do. */
const limits = { statementMs: 200, transactionMs: 600_000, idleInTransactionMs: 600_000, lockMs: 600_000 };
const isAway = { code: 'DATABASE_UNAVAILABLE', retry: true };

let proxy: SilentProxy;
let db: Database;
beforeEach(async () => {
  proxy = await createSilentProxy(serverUrl);
  db = createDatabase({
    url: proxy.url,
    applicationName: 'storage-test',
    poolMax: 1,
    logger: silentLogger,
    limits,
  });
});
afterEach(async () => {
  await proxy.close();
  await db.close();
});

test('▲ a query to a server that stops responding fails with a retriable failure', async () => {
  await db.query('SELECT 1');
  proxy.fallSilent();
  await expect(db.query('SELECT 1')).rejects.toMatchObject(isAway);
  proxy.speak();
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('▲ a transaction and a commit without a response fail with a retriable failure', async () => {
  const silenced = db.transaction(async (tx) => {
    await tx.query('SELECT 1');
    proxy.fallSilent();
    return Promise.all([tx.query('SELECT 1'), tx.query('SELECT 2')]);
  });
  await expect(silenced).rejects.toMatchObject(isAway);
  proxy.speak();
  const uncommitted = db.transaction(async (tx) => {
    await tx.query('SELECT 1');
    proxy.fallSilent();
  });
  await expect(uncommitted).rejects.toMatchObject(isAway);
});

test('▲ connecting to a server that does not respond fails with a retriable failure', async () => {
  proxy.fallSilent();
  await expect(db.query('SELECT 1')).rejects.toMatchObject(isAway);
});

test('a statement that takes too long is cancelled, and its connection stays usable', async () => {
  await expect(db.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  expect(await db.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
