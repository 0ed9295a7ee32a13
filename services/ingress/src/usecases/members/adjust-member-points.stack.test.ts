import { setImmediate as turn } from 'node:timers/promises';
import { type EnvironmentId, type MemberId, randomId, systemClock } from '@loyalty/kernel';
import type { Database, Transaction } from '@loyalty/storage';
import { listAuditEntries } from '@loyalty/tables/audit';
import { createTenant } from '@loyalty/tables/tenants';
import { enrolMember } from '@loyalty/tables/testing';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sharesOf } from '../../testing/shares-of.ts';
import { callerOf } from '../../testing/test-caller.ts';
import { createAdjustMemberPoints } from './adjust-member-points.ts';

// A database of its own: points that nobody earned would fail `loyaltyctl check`.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
  memberId = await enrolMember(db, environmentId);
});
afterAll(() => scratch.drop());

type Publish = (tx: Transaction) => Promise<void>;

const adjust = (
  given: { ref?: string; memberId?: string } = {},
  publish: Publish = () => Promise.resolve(),
) => {
  const loadDayLimits = () => Promise.resolve({ pointsMax: null, totalMax: null });
  return createAdjustMemberPoints({ db: sharesOf(db), clock: systemClock, loadDayLimits, publish })(
    callerOf('adjustPoints', environmentId),
    { memberId, points: 5, reason: 'A secret reason', ref: null, expiresAtMs: null, ...given },
  );
};

const noted = async () =>
  (await listAuditEntries(db, { environmentId, limit: 100 })).rows.map(({ action, object, changes }) => ({
    action,
    id: object.id,
    changes,
  }));

const ledgerEntries = async (): Promise<number> =>
  (await db.query('SELECT 1 FROM ledger_entries WHERE environment_id = $1', [environmentId])).length;

const given = [
  { pointer: '/points', from: null, to: 5 },
  { pointer: '/ref', from: null, to: 'r-1' },
];

test('an adjustment leaves points and reference, never its reason; its repeat leaves nothing (D209)', async () => {
  expect((await adjust({ ref: 'r-1' })).outcome).toBe('adjusted');
  expect((await adjust({ ref: 'r-1' })).outcome).toBe('repeated');
  expect(await noted()).toEqual([{ action: 'member.points_adjusted', id: memberId, changes: given }]);
  await adjust();
  await adjust();
  expect(await noted()).toHaveLength(3);
  expect(await ledgerEntries()).toBe(3);
});

test('▲ of a race for one reference each change has one entry, however often the others tried (D208)', async () => {
  const members = [
    memberId,
    await enrolMember(db, environmentId),
    await enrolMember(db, environmentId),
    memberId,
  ];
  const outcomes = await Promise.all(members.map((id) => adjust({ ref: 'race', memberId: id })));
  expect(outcomes.filter(({ outcome }) => outcome === 'adjusted')).toHaveLength(1);
  expect(await noted()).toHaveLength(1);
  expect(await ledgerEntries()).toBe(1);
});

test('▲ an adjustment that loses two races and is stored by its third try leaves one entry (D208)', async () => {
  let tries = 0;
  const losing: Publish = async (tx) => {
    tries += 1;
    // The entry is written by then.
    await turn();
    if (tries < 3) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'lost' USING ERRCODE = '40001'; END $$`);
  };
  expect((await adjust({ ref: 'r-1' }, losing)).outcome).toBe('adjusted');
  expect(tries).toBe(3);
  expect(await noted()).toEqual([{ action: 'member.points_adjusted', id: memberId, changes: given }]);
  expect(await ledgerEntries()).toBe(1);
});

test('▲ an adjustment and its entry are of one transaction (D208)', async () => {
  await adjust();
  const xmins = await db.query(
    `SELECT (SELECT xmin::text FROM ledger_entries WHERE environment_id = $1) =
            (SELECT xmin::text FROM audit_entries WHERE environment_id = $1) AS "isOne"`,
    [environmentId],
  );
  expect(xmins).toEqual([{ isOne: true }]);
});

test('▲ a process that dies before COMMIT leaves neither the adjustment nor its entry (D208)', async () => {
  const dying: Publish = async (tx) => {
    await tx.query('SELECT count(*) FROM ledger_entries');
    await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
  };
  await expect(adjust({ ref: 'dying' }, dying)).rejects.toThrow();
  expect([await noted(), await ledgerEntries()]).toEqual([[], 0]);
});
