import { setImmediate as turn } from 'node:timers/promises';
import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { listAuditEntries } from '@loyalty/tables/audit';
import { createTenant } from '@loyalty/tables/tenants';
import { createTier, listTiers, updateTier } from '@loyalty/tables/tiers/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sharesOf } from '../testing/shares-of.ts';
import { callerOf } from '../testing/test-caller.ts';
import { createManaged } from './management-writes.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let tierId: string;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  const made = await createTier(db, environmentId, { name: 'Silver', minLifetimePoints: 5 });
  if (made.outcome !== 'created') throw new Error('the tier was refused');
  tierId = made.record.id;
});
afterAll(() => scratch.drop());

type Publish = (tx: Transaction) => Promise<void>;

/** A change whose fact is published like this, behind the entry. */
const rename = (name: string, publish: Publish) => {
  const managed = createManaged({
    db: sharesOf(db),
    publishWrites: async (tx) => {
      await turn();
      await publish(tx);
      return { acknowledged: Promise.resolve(true) };
    },
  });
  const managedDb = managed(callerOf('updateTier', environmentId), { kind: 'tier' });
  return updateTier(managedDb, environmentId, { tierId, patch: { name } });
};

const entries = async () => (await listAuditEntries(db, { environmentId, limit: 100 })).rows;

const nameNow = async () => (await listTiers(db, environmentId))[0]?.name;

test('▲ a change that loses two races and is stored by its third try leaves one entry (D208)', async () => {
  let tries = 0;
  const losing: Publish = async (tx) => {
    tries += 1;
    if (tries < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
  };
  expect((await rename('Gold', losing)).outcome).toBe('changed');
  expect([tries, await nameNow()]).toEqual([3, 'Gold']);
  expect((await entries()).map(({ changes }) => changes)).toEqual([
    [{ pointer: '/name', from: 'Silver', to: 'Gold' }],
  ]);
});

test('▲ a process that dies before COMMIT leaves neither the change nor its entry (D208)', async () => {
  const dying: Publish = async (tx) => {
    await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
  };
  await expect(rename('Gold', dying)).rejects.toThrow();
  expect([await nameNow(), await entries()]).toEqual(['Silver', []]);
});

test('▲ a change and its entry are of one transaction (D208)', async () => {
  expect((await rename('Gold', () => Promise.resolve())).outcome).toBe('changed');
  const xmins = await db.query(
    `SELECT (SELECT xmin::text FROM tiers WHERE environment_id = $1) = (SELECT xmin::text FROM audit_entries WHERE environment_id = $1) AS "isOne"`,
    [environmentId],
  );
  expect(xmins).toEqual([{ isOne: true }]);
});
