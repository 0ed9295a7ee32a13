import { randomUUID } from 'node:crypto';
import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import {
  countRunning,
  findInstallation,
  findLastCluster,
  readInstallation,
  recordInstallation,
} from './installation.ts';
import { AdvisoryLocks } from './locks/advisory-lock.ts';
import { storageMigrations } from './migrations/storage-migrations.ts';
import { outboxLockClass } from './outbox.ts';
import { insertPositions } from './positions.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await createScratchDatabase(storageMigrations);
});
afterAll(() => scratch.drop());

test('a database without the schema says nothing of its installation', async () => {
  const empty = await createScratchDatabase();
  expect(await findInstallation(empty.db)).toBeNull();
  await empty.drop();
});

test('▲ what a deploy recorded is replaced only by a deploy that has read it (D131)', async () => {
  const { db } = scratch;
  const first = await readInstallation(db);
  expect(first).toMatchObject({ clusterId: null, registryId: null });
  expect(first.secret).toHaveLength(32);
  const [one, two] = [randomUUID(), randomUUID()];
  await recordInstallation(db, first, { clusterId: 'one', registryId: one });
  await expect(recordInstallation(db, first, { clusterId: 'two', registryId: two })).rejects.toMatchObject({
    code: 'INSTALLATION_CHANGED',
  });
  const second = await readInstallation(db);
  expect(second).toEqual({ ...first, clusterId: 'one', registryId: one });
  await recordInstallation(db, second, { clusterId: 'two', registryId: one });
  expect(await findInstallation(db)).toEqual({ ...first, clusterId: 'two', registryId: one });
});

test('an installation of before belongs to the cluster that a group has stored a position of last', async () => {
  const { db } = scratch;
  expect(await findLastCluster(db)).toBeNull();
  const place = { topic: 'a', partition: 0, nextOffset: 0 };
  for (const clusterId of ['older', 'newer'])
    await insertPositions(db, { clusterId, consumerGroup: 'group' }, [place]);
  expect(await findLastCluster(db)).toBe('newer');
});

test('services are counted by the locks of their outboxes, on this database alone', async () => {
  expect(await countRunning(scratch.db)).toBe(0);
  const locks = new AdvisoryLocks(scratch.url);
  const held = [await locks.tryLock(outboxLockClass, 1), await locks.tryLock(outboxLockClass + 1, 1)];
  expect(await countRunning(scratch.db)).toBe(1);
  for (const lock of held) await lock?.release();
  expect(await countRunning(scratch.db)).toBe(0);
});
