import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { pendingErasuresMax, readPendingErasures } from './pending-erasures.ts';

// A database of its own: pending erasures of the whole database are counted.
let scratch: ScratchDatabase;
let db: Database;
let environments: readonly EnvironmentId[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  const tenants = [await createTenant(db, { name: 'First' }), await createTenant(db, { name: 'Second' })];
  environments = tenants.map(({ environmentIds }) => environmentIds.live);
});
afterEach(() => db.query('DELETE FROM erasures'));
afterAll(() => scratch.drop());

/** Records erasures of an environment whose second phase has been due for so many seconds. */
const note = async (
  environmentId: EnvironmentId | undefined,
  dueS: number,
  count = 1,
): Promise<MemberId[]> => {
  const members = Array.from({ length: count }, () => randomId() as MemberId);
  await db.query(
    `INSERT INTO erasures (environment_id, member_id, member_key, erased_at, scrub_after)
     SELECT $1, id, '', now(), now() - $3 * interval '1 second' FROM unnest($2::uuid[]) AS m (id)`,
    [environmentId, members, dueS],
  );
  return members;
};

test('nothing is pending when nobody was erased', async () => {
  expect(await readPendingErasures(db)).toEqual({ pending: 0, overdueS: 0 });
});

test('an erasure is pending at once, and overdue only once its second phase is due', async () => {
  await note(environments[0], -30);
  expect(await readPendingErasures(db)).toEqual({ pending: 1, overdueS: 0 });
});

test('the oldest erasure of all environments gives the delay, and complete ones are left out', async () => {
  await note(environments[0], 100);
  await note(environments[1], 2_000);
  const [through] = await note(environments[1], 9_000);
  await db.query('UPDATE erasures SET scrubbed_at = now() WHERE member_id = $1', [through]);
  const { pending, overdueS } = await readPendingErasures(db);
  expect(pending).toBe(2);
  expect(Math.floor(overdueS / 100)).toBe(20);
});

test('▲ the rows of complete erasures are not read, and no more than 10,000 are counted', async () => {
  await note(environments[0], 10, 20_000);
  expect((await readPendingErasures(db)).pending).toBe(pendingErasuresMax);
  await db.query('UPDATE erasures SET scrubbed_at = now()');
  await db.query('VACUUM ANALYZE erasures');
  await db.transaction(async (tx) => {
    const before = await rowsRead(tx);
    expect(await readPendingErasures(tx)).toEqual({ pending: 0, overdueS: 0 });
    expect(await rowsRead(tx)).toBe(before);
    await tx.query('SELECT count(member_key) FROM erasures');
    expect(await rowsRead(tx)).toBe(before + 20_000);
  });
});

/**
 * The number of rows of the table that the session has read and not reported yet, by the server's own count.
 */
const rowsRead = async (tx: Transaction): Promise<number> => {
  const rows = await tx.query<{ read: number }>(
    `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'erasures'`,
  );
  return onlyRow(rows, 'counts').read;
};
