import { randomInt } from 'node:crypto';
import { silentLogger } from '@loyalty/telemetry/logger';
import { tryAdvisoryLock } from './locks/advisory-lock.ts';
import { deleteOutbox, insertOutbox, noOwner, outboxLockClass, readOutboxOwners } from './outbox.ts';
import { createDatabase, type Database } from './sql/database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
beforeAll(() => {
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
});
afterAll(() => db.close());

/** The owners found among these. Only one transaction sees their rows, so no sweeper takes them. */
const ownersBeside = async (self: number, ...owners: number[]): Promise<number[]> => {
  let found: number[] = [];
  await db.transaction(async (tx) => {
    const ids: number[] = [];
    for (const owner of owners) ids.push(await insertOutbox(tx, owner, Buffer.of(1)));
    found = await readOutboxOwners(tx, self);
    await deleteOutbox(tx, ids);
  });
  return found.filter((owner) => owners.includes(owner)).sort((a, b) => a - b);
};

test('only owners without a lock are swept; the owner `nobody` never holds one', async () => {
  const [self, living, dead] = [1, 2, 3].map(() => randomInt(1, 2 ** 31)) as [number, number, number];
  const lock = await tryAdvisoryLock(url, outboxLockClass, living);
  const elsewhere = await tryAdvisoryLock(url, outboxLockClass + 1, dead);
  try {
    expect(await ownersBeside(self, self, living, dead, dead, noOwner)).toEqual([noOwner, dead]);
  } finally {
    await lock?.release();
    await elsewhere?.release();
  }
  expect(await ownersBeside(self, living)).toEqual([living]);
});
