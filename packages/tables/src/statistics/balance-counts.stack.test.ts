import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { setSettings } from '../tenants/settings.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { createCountBalancesJob, findBalanceCount, listBalanceCounts } from './balance-counts.ts';

// A database of its own: the stack's tier-service counts too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  const { environmentIds } = await createTenant(db, { name: `Counted ${randomId()}` });
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
});
afterAll(() => scratch.drop());

const dayMs = 86_400_000;
const mondayMs = Date.parse('2026-03-02T02:00:00.000Z');

type Cursor = Parameters<ReturnType<typeof createCountBalancesJob>['chunk']>[1]['cursor'];

/** Runs all slices of a run for an instant. Returns how many there were. */
const count = async (atMs: number, size = 1_000) => {
  const job = createCountBalancesJob(db);
  let cursor: Cursor = null;
  let slices = 0;
  do {
    const from: Cursor = cursor;
    ({ cursor } = await db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: from, size })));
    slices += 1;
  } while (cursor !== null);
  return slices;
};

const listed = (since = new Date(0)) => listBalanceCounts(db, environmentId, since);

const enrol = async (balances: readonly number[]) => {
  for (const pointsBalance of balances) await enrolMember(db, environmentId, { pointsBalance });
};

test('at rest the points outstanding are the sum of all balances, whatever the slices (D202)', async () => {
  await enrol([0, 5, 20, 100, 3, 0, 7]);
  await setSettings(db, environmentId, { pointValueCents: 10 });
  expect(await count(mondayMs, 2)).toBe(4);
  const expected = {
    members: 7,
    membersWithPoints: 5,
    points: 135,
    pointValueCents: 10,
    liabilityCents: 1_350,
  };
  expect(await listed()).toMatchObject([expected]);
  expect(await count(mondayMs + dayMs, 7)).toBe(2);
  expect(await count(mondayMs + 2 * dayMs)).toBe(1);
  expect(await listed()).toMatchObject([expected, expected, expected]);
});

test('a second run for the same day replaces the first; without a setting a point costs a cent', async () => {
  await enrol([5]);
  await count(mondayMs);
  await enrol([6]);
  await count(mondayMs);
  expect(await listed()).toMatchObject([{ members: 2, points: 11, pointValueCents: 1, liabilityCents: 11 }]);
});

test('▲ what an erased member had is no liability, because nobody can spend it', async () => {
  await enrol([5, 6]);
  await db.query(`UPDATE members SET state = 'anonymized' WHERE environment_id = $1 AND points_balance = 6`, [
    environmentId,
  ]);
  await count(mondayMs);
  expect(await listed()).toMatchObject([{ members: 1, membersWithPoints: 1, points: 5 }]);
});

test('▲ other environments do not count, nor see what was counted (I9)', async () => {
  await enrol([5]);
  await enrolMember(db, elsewhere, { pointsBalance: 1_000 });
  await count(mondayMs);
  expect(await listed()).toMatchObject([{ members: 1, points: 5 }]);
  expect(await listBalanceCounts(db, elsewhere, new Date(0))).toEqual([]);
});

test('only environments with members are counted', async () => {
  const due = async () => (await createCountBalancesJob(db).environments()).includes(environmentId);
  expect(await due()).toBe(false);
  await enrol([0]);
  expect(await due()).toBe(true);
});

test('totals end at 2^53−1', async () => {
  await enrol([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  await setSettings(db, environmentId, { pointValueCents: 100 });
  await count(mondayMs, 1);
  const most = Number.MAX_SAFE_INTEGER;
  expect(await listed()).toMatchObject([{ points: most, liabilityCents: most }]);
});

test('the newest 400 are kept, whatever the clock says; lists begin where they are asked to', async () => {
  await enrol([5]);
  await db.query(
    `INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points, point_value_cents)
     SELECT $1, date '2020-01-01' + n, date '2020-01-01' + n, 1, 1, 1, 1 FROM generate_series(1, 402) AS n`,
    [environmentId],
  );
  await count(mondayMs);
  const rows = await db.query<{ count: number; first: string }>(
    `SELECT count(*) AS count, min(day)::text AS first FROM balance_counts WHERE environment_id = $1`,
    [environmentId],
  );
  expect(onlyRow(rows, 'a count')).toEqual({ count: 400, first: '2020-01-05' });
  expect(await listed(new Date('2021-02-06'))).toHaveLength(2);
});

test('▲ a count says its points by tier and by the month in which they expire, whatever the slices (D340)', async () => {
  const tierId = randomId();
  const [silver, idle, none] = [
    await enrolMember(db, environmentId, { pointsBalance: 100, atMs: mondayMs - dayMs }),
    await enrolMember(db, environmentId, { pointsBalance: 60, atMs: mondayMs - 31 * dayMs }),
    await enrolMember(db, environmentId, { pointsBalance: 7, atMs: mondayMs - 29 * dayMs }),
  ];
  const erased = await enrolMember(db, environmentId, { pointsBalance: 9, atMs: mondayMs });
  await db.query(`UPDATE members SET tier_id = $1 WHERE id = $2`, [tierId, silver]);
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [erased]);
  const day = (text: string) => Date.parse(text) / dayMs;
  const lots: readonly (readonly [string, number, number, number, number])[] = [
    // The member, sliding days, the day, points, and the day before which it is not due.
    [silver, 0, day('2026-04-30'), 40, day('2026-04-30')],
    [silver, 0, day('2026-05-01'), 30, day('2026-05-01')],
    [silver, 365, 0, 20, day('2026-06-01')],
    [idle, 0, day('2026-04-02'), 60, day('2026-04-02')],
    [none, 0, day('2040-01-01'), 7, day('2040-01-01')],
  ];
  for (const [memberId, slidingDays, expiresOn, points, dueOn] of lots)
    await db.query(
      `INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
       VALUES ($1, $2, $3, $4, CASE WHEN $3 = 0 THEN to_timestamp($4::int::bigint * 86400 + 86399) END, $5, now(), $6)`,
      [environmentId, memberId, slidingDays, expiresOn, points, dueOn],
    );
  const expected = {
    members: 3,
    points: 167,
    activeMembers: 2,
    tiers: [
      { tierId, members: 1, points: 100 },
      { tierId: null, members: 2, points: 67 },
    ],
    expiryMonths: [
      { month: '2026-04', points: 100 },
      { month: '2026-05', points: 30 },
      { month: '2027-03', points: 20 },
      { month: null, points: 7 },
    ],
  };
  for (const size of [1, 2, 1_000]) {
    await db.query('DELETE FROM balance_counts WHERE environment_id = $1', [environmentId]);
    await count(mondayMs, size);
    expect(await findBalanceCount(db, environmentId, new Date())).toMatchObject(expected);
  }
  expect(await findBalanceCount(db, environmentId, new Date(0))).toBeNull();
  expect(await findBalanceCount(db, elsewhere, new Date())).toBeNull();
});

test('a count of an earlier release has no parts', async () => {
  await db.query(
    `INSERT INTO balance_counts (environment_id, day, counted_at, members, members_with_points, points, point_value_cents)
     VALUES ($1, '2026-03-01', '2026-03-01', 1, 1, 5, 2)`,
    [environmentId],
  );
  expect(await findBalanceCount(db, environmentId, new Date())).toEqual({
    countedAt: '2026-03-01T00:00:00.000Z',
    members: 1,
    membersWithPoints: 1,
    points: 5,
    pointValueCents: 2,
    liabilityCents: 10,
  });
});
