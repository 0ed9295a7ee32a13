import { randomInt } from 'node:crypto';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createSilentProxy, type SilentProxy } from '@loyalty/testkit/servers';
import { createDatabase } from '../sql/database.ts';
import { withScratchDatabase } from '../testing/scratch-database.ts';
import { setConnectTimeout, defaultConnectMs } from '../sql/session-config.ts';
import { type AdvisoryLock, tryAdvisoryLock } from './advisory-lock.ts';

// How soon a server that does not respond is given up is the subject.
setConnectTimeout(defaultConnectMs);

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';
const lockClass = 7_305_901;
const asTime = { code: 'DATABASE_UNAVAILABLE', retry: true };

let proxy: SilentProxy;
let key: number;
beforeEach(async () => {
  proxy = await createSilentProxy(url);
  key = randomInt(2 ** 31);
});
afterEach(() => proxy.close());

const take = async (through: string): Promise<AdvisoryLock> => {
  const lock = await tryAdvisoryLock(through, lockClass, key);
  if (lock === null) throw new Error('somebody else holds the lock');
  return lock;
};

test('one session holds a lock at a time, and a released lock is free', async () => {
  const lock = await take(url);
  expect(lock.isHeld()).toBe(true);
  expect(await tryAdvisoryLock(url, lockClass, key)).toBeNull();
  await lock.release();
  expect(lock.isHeld()).toBe(false);
  await (await take(url)).release();
});

test('▲ a lock whose server stops responding is known to be lost, and can still be released', async () => {
  const lock = await take(proxy.url);
  expect(lock.isHeld()).toBe(true);
  proxy.fallSilent();
  await eventually('it is lost', () => !lock.isHeld());
  await lock.release();
});

test('▲ a lock whose holder stops responding becomes free for others', async () => {
  const lock = await take(proxy.url);
  proxy.fallSilent();
  let next: AdvisoryLock | null = null;
  await eventually('it is free', async () => (next = await tryAdvisoryLock(url, lockClass, key)) !== null);
  expect(lock.isHeld()).toBe(false);
  await (next as AdvisoryLock | null)?.release();
  await lock.release();
});

test('▲ a lock that is released while the server does not respond is not held, and blocks no one', async () => {
  const lock = await take(proxy.url);
  proxy.fallSilent();
  await lock.release();
  expect(lock.isHeld()).toBe(false);
});

test('▲ taking a lock fails with a retriable failure when the server does not respond or is unreachable', async () => {
  proxy.fallSilent();
  await expect(tryAdvisoryLock(proxy.url, lockClass, key)).rejects.toMatchObject(asTime);
  const gone = proxy.url;
  await proxy.close();
  await expect(tryAdvisoryLock(gone, lockClass, key)).rejects.toMatchObject(asTime);
  proxy = await createSilentProxy(url);
});

test('▲ a lock is refused on a server that takes no writes: the primary does not know the locks of a standby', () =>
  withScratchDatabase(async (scratch) => {
    const name = new URL(scratch).pathname.slice(1);
    const db = createDatabase({
      url: scratch,
      applicationName: 'lock-test',
      poolMax: 1,
      logger: silentLogger,
    });
    await db.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await db.close();
    await expect(tryAdvisoryLock(scratch, lockClass, key)).rejects.toMatchObject({
      code: 'DATABASE_READ_ONLY',
      retry: true,
    });
  }));
