import { createScratchDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { storageMigrations } from './migrations/storage-migrations.ts';
import {
  readOutboxFigures,
  emptyOutboxRejected,
  insertOutboxRejected,
  listOutboxRejected,
  purgeOutboxRejected,
} from './outbox.ts';
import type { Database } from './sql/database.ts';

// A database of its own: the stack's services purge and count as well.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(storageMigrations);
  db = scratch.db;
});
afterEach(() => db.query('DELETE FROM outbox_rejected'));
afterAll(() => scratch.drop());

const memberKey = Buffer.alloc(16, 7);

const reject = (text: string, over: { environmentId?: number; memberKey?: Buffer | null } = {}) =>
  insertOutboxRejected(db, {
    topic: 'loyalty.facts',
    message: Buffer.from(text),
    head: Buffer.from([1]),
    reason: 'too large',
    environmentId: 1,
    memberKey,
    ...over,
  });

test('refused messages are listed newest first, without their bytes, and counted', async () => {
  await reject('a');
  await reject('bb', { memberKey: null });
  expect(await listOutboxRejected(db, 5)).toMatchObject([
    { topic: 'loyalty.facts', environmentId: 1, bytes: 2, reason: 'too large', at: expect.any(Date) as Date },
    { bytes: 1 },
  ]);
  expect(await listOutboxRejected(db, 1)).toHaveLength(1);
  expect((await readOutboxFigures(db)).rejected).toBe(2);
});

test('a rejected message is deleted after 28 days, not before', async () => {
  await reject('kept');
  for (let n = 0; n < 250; n += 1) await reject(n.toString());
  await db.query(
    `UPDATE outbox_rejected SET created_at = now() - interval '28 days' - interval '1 s' WHERE message <> 'kept'`,
  );
  await db.query(`UPDATE outbox_rejected SET created_at = now() - interval '27 days' WHERE message = 'kept'`);
  await purgeOutboxRejected(db);
  expect((await readOutboxFigures(db)).rejected).toBe(1);
});

test('messages of one member are emptied some at a time, and no other messages', async () => {
  for (let n = 0; n < 3; n += 1) await reject('named');
  await reject('other', { memberKey: Buffer.alloc(16, 8) });
  await reject('elsewhere', { environmentId: 2 });
  const empty = () => emptyOutboxRejected(db, { environmentId: 1, memberKey, size: 2 });
  expect([await empty(), await empty(), await empty()]).toEqual([2, 1, 0]);
  expect((await listOutboxRejected(db, 5)).map(({ bytes }) => bytes)).toEqual([9, 5, 0, 0, 0]);
});
