import type { Database, Transaction } from '@loyalty/storage';
import { openSharedDatabase } from '@loyalty/testkit/database';
import { createPostgresStore } from './postgres-store.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

const storeOf = (database: Database) => createPostgresStore({ database, clusterId: () => 'locks', owner: 1 });

const lock = (tx: Transaction) => tx.query(`SELECT pg_advisory_xact_lock(7305999, 1)`);

test('a transaction waits for a lock no longer than its limit, and the failure shows it', async () => {
  const store = storeOf(db);
  await db.transaction(async (tx) => {
    await lock(tx);
    const failure: unknown = await store.transact(lock, 20).catch((thrown: unknown) => thrown);
    expect([store.isLockTimeout(failure), store.classifyFailure(failure)]).toEqual([true, 'race']);
  });
  const shown = (tx: Transaction) => tx.query<{ lock_timeout: string }>('SHOW lock_timeout');
  expect(await store.transact(shown, 20)).toEqual([{ lock_timeout: '20ms' }]);
  // The next transaction of that connection has its usual limit again.
  const [usual] = await db.transaction(shown);
  expect(await store.transact(shown)).toEqual([usual]);
});
