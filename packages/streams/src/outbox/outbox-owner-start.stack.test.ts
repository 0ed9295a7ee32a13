import { tryAdvisoryLock } from '@loyalty/storage';
import { outboxLockClass } from '@loyalty/storage/outbox';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually } from '@loyalty/testkit/runs';
import { createDoor } from '@loyalty/testkit/servers';
import { registerOutboxOwner } from './outbox-owner.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const databaseUrl = process.env['DATABASE_URL'] ?? '';

const isHeld = async (owner: number): Promise<boolean> => {
  const lock = await tryAdvisoryLock(databaseUrl, outboxLockClass, owner);
  await lock?.release();
  return lock === null;
};

test('an owner does not start without a database; a start that is repeated once there is one takes its lock', async () => {
  const door = await createDoor(databaseUrl);
  const owner = registerOutboxOwner(door.url, silentLogger);
  const { signal } = new AbortController();
  await expect(owner.start?.(signal)).rejects.toThrow('ECONNREFUSED');
  expect(await isHeld(owner.owner)).toBe(false);
  await door.open();
  await owner.start?.(signal);
  expect(await isHeld(owner.owner)).toBe(true);
  await owner.stop?.();
  await eventually('it is free', async () => !(await isHeld(owner.owner)));
  await door.close();
});
