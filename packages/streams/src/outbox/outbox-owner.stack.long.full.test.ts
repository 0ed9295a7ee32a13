import { tryAdvisoryLock } from '@loyalty/storage';
import { outboxLockClass } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createSilentProxy, type SilentProxy } from '@loyalty/testkit/servers';
import { type OutboxOwner, registerOutboxOwner } from './outbox-owner.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their addresses.
const databaseUrl = process.env['DATABASE_URL'] ?? '';

let proxy: SilentProxy;
let owner: OutboxOwner;
beforeEach(async () => {
  proxy = await createSilentProxy(databaseUrl);
  owner = registerOutboxOwner(proxy.url, silentLogger);
  await owner.start?.();
});
afterEach(async () => {
  await owner.stop?.();
  await proxy.close();
});

/** Checks the lock as a sweeper does. */
const isAlive = async (): Promise<boolean> => {
  const lock = await tryAdvisoryLock(databaseUrl, outboxLockClass, owner.owner);
  await lock?.release();
  return lock === null;
};

test('▲ an owner whose database stops responding is dead to others, and alive again once it responds', async () => {
  expect(await isAlive()).toBe(true);
  proxy.fallSilent();
  await eventually('it is dead', async () => !(await isAlive()));
  proxy.speak();
  await eventually('it is alive', isAlive);
});

test('▲ an owner that stops while it takes its lock again leaves no lock behind', async () => {
  proxy.fallSilent();
  await eventually('it is dead', async () => !(await isAlive()));
  const before = proxy.connections;
  await eventually('it connects anew', () => proxy.connections > before);
  const stopped = owner.stop?.();
  proxy.speak();
  await stopped;
  await eventually('no connection is left', () => proxy.connections === 0);
  expect(await isAlive()).toBe(false);
});
