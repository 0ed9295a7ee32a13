import { dayMs, type EnvironmentId, type MemberId, randomId, type TransactionId } from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { sizeOf } from '@loyalty/testkit/runs';
import { enrolMembers, insertPostings } from '../accounts/write-accounts.ts';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { pointDaysCheck } from '../checks/point-days-check.ts';
import { eraseMember } from '../erasure/erase-member.ts';
import { pointDaysMigrations } from '../migrations/0405-point-days.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, newMember } from '../testing/enrol-member.ts';
import { createAddUpPointDaysJob, readPointPeriods } from './point-days.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let tenantId: string;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const tenant = await createTenant(db, { name: `Points by day ${randomId()}` });
  tenantId = tenant.id;
  [environmentId, elsewhere] = [tenant.environmentIds.live, tenant.environmentIds.test];
});
afterAll(() => scratch.drop());

const februaryMs = Date.UTC(2026, 1, 1);
const marchMs = Date.UTC(2026, 2, 1);
const aprilMs = Date.UTC(2026, 3, 1);

type Moved = Pick<LedgerPosting, 'type' | 'points' | 'lifetimeChange'>;

/** Writes the entries of a member one after another, as of an instant, with one statement. */
const write = async (
  on: Database | Transaction,
  { memberId, firstSeq = 1, atMs = marchMs }: { memberId: MemberId; firstSeq?: number; atMs?: number },
  moved: readonly Moved[],
) => {
  await insertPostings(
    on,
    moved.map((some, place) => ({
      environmentId,
      memberId,
      transactionId: randomId() as TransactionId,
      posting: {
        id: randomId(),
        seq: firstSeq + place,
        balanceAfter: 0,
        description: 'Some',
        expiresAtMs: null,
        ...some,
      },
      atMs,
    })),
  );
};

const newTier = async (): Promise<string> => {
  const tierId = randomId();
  await db.query(
    `INSERT INTO tiers (environment_id, id, name, min_lifetime_points, benefits, sort_order)
     VALUES ($1, $2, 'Silver', 1, '[]', 1)`,
    [environmentId, tierId],
  );
  return tierId;
};

const months = (startsMs: readonly number[] = [marchMs], of = environmentId) =>
  readPointPeriods(db, { environmentId: of, step: 'month', startsMs, endMs: Date.UTC(2026, 11, 31) });

const findings = async () => {
  const { violations } = await runInvariantCheck(db, pointDaysCheck);
  // Of this database alone: other tests delete members whom they erased.
  const erased = await db.query(
    `SELECT environment_id
       FROM (SELECT environment_id, points_balance AS points FROM members WHERE state = 'anonymized'
             UNION ALL SELECT environment_id, -erased FROM point_days) moved
      GROUP BY environment_id HAVING sum(points) <> 0`,
  );
  return [violations, erased.length];
};

const everyKind: readonly Moved[] = [
  { type: 'EARN', points: 1_000 },
  { type: 'RETURN', points: -100, lifetimeChange: -120 },
  { type: 'RETURN', points: -20 },
  { type: 'RETURN', points: -5, lifetimeChange: 0 },
  { type: 'REDEEM', points: -300 },
  { type: 'REFUND', points: 60 },
  { type: 'EXPIRE', points: -7 },
  { type: 'EXPIRE', points: 2 },
  { type: 'ADJUST', points: 50 },
  { type: 'ADJUST', points: -11 },
];

const sumOfEveryKind = {
  pointsEarned: 1_000,
  pointsTakenBack: 100,
  pointsDeducted: 25,
  pointsRedeemed: 300,
  pointsRefunded: 60,
  pointsExpired: 5,
  pointsGiven: 50,
  pointsTaken: 11,
  pointsErased: 0,
};

test('▲ I26 each kind of entry is counted by day and tier, and the closing points are the sum of the ledger (D340)', async () => {
  const memberId = await enrolMember(db, environmentId);
  await write(db, { memberId }, everyKind);
  const tierId = await newTier();
  await db.query('UPDATE members SET tier_id = $1 WHERE id = $2', [tierId, memberId]);
  await write(db, { memberId, firstSeq: 11, atMs: aprilMs - 1 }, [{ type: 'EARN', points: 4 }]);
  const closingPoints = everyKind.reduce((sum, { points }) => sum + points, 4);
  const march = { ...sumOfEveryKind, pointsEarned: 1_004 };
  expect(await months([februaryMs, marchMs, aprilMs])).toEqual([
    expect.objectContaining({
      at: '2026-02-01T00:00:00.000Z',
      openingPoints: 0,
      closingPoints: 0,
      tiers: [],
    }),
    {
      at: '2026-03-01T00:00:00.000Z',
      openingPoints: 0,
      ...march,
      closingPoints,
      tiers: [
        { tierId: null, ...sumOfEveryKind },
        expect.objectContaining({ tierId, pointsEarned: 4, pointsRedeemed: 0 }),
      ],
    },
    expect.objectContaining({ openingPoints: closingPoints, closingPoints, pointsEarned: 0 }),
  ]);
  expect(await months([aprilMs])).toMatchObject([{ openingPoints: closingPoints }]);
  expect(await findings()).toEqual([0, 0]);
});

test('▲ a transaction that is rolled back counts nothing, and other environments see nothing (I9)', async () => {
  const memberId = await enrolMember(db, environmentId);
  const failing = db.transaction(async (tx) => {
    await write(tx, { memberId }, [{ type: 'EARN', points: 9 }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await write(db, { memberId }, [{ type: 'EARN', points: 3 }]);
  expect(await months()).toMatchObject([{ pointsEarned: 3, closingPoints: 3 }]);
  expect(await months([marchMs], elsewhere)).toMatchObject([
    { pointsEarned: 0, closingPoints: 0, tiers: [] },
  ]);
});

test('▲ what an erased member had is taken off, once', async () => {
  const memberId = await enrolMember(db, environmentId, { pointsBalance: 40 });
  await write(db, { memberId }, [{ type: 'EARN', points: 40 }]);
  const scope = { environmentId, tenantId };
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  await db.transaction((tx) => eraseMember(tx, scope, memberId));
  const [today] = await months([Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)]);
  expect(today).toMatchObject({ openingPoints: 40, pointsErased: 40, closingPoints: 0 });
  expect(await findings()).toEqual([0, 0]);
});

test('▲ two transactions that count the same day do not wait for each other', async () => {
  const [one, other] = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
  await db.transaction(async (first) => {
    await write(first, { memberId: one }, [{ type: 'EARN', points: 1 }]);
    await db.transaction((second) => write(second, { memberId: other }, [{ type: 'EARN', points: 2 }]));
    expect(await months()).toMatchObject([{ pointsEarned: 2 }]);
  });
  expect(await months()).toMatchObject([{ pointsEarned: 3 }]);
});

const addUp = async (atMs: number, size = 500) => {
  const job = createAddUpPointDaysJob(db);
  const { cursor } = await db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: null, size }));
  return cursor;
};

const countOfRows = async () =>
  onlyRow(
    await db.query<{ count: number }>('SELECT count(*) FROM point_days WHERE environment_id = $1', [
      environmentId,
    ]),
    'a count',
  ).count;

test('▲ rows of days that are over become one for each tier; figures stay, and the present day is left alone', async () => {
  const memberId = await enrolMember(db, environmentId);
  await write(db, { memberId }, everyKind);
  // What another process of Postgres counted.
  await db.query(
    `INSERT INTO point_days SELECT environment_id, day, tier_id, writer + n, earned FROM point_days, generate_series(1, 3) AS n
      WHERE environment_id = $1`,
    [environmentId],
  );
  await write(db, { memberId, firstSeq: 11, atMs: marchMs + dayMs }, [{ type: 'EARN', points: 4 }]);
  const before = await months();
  expect(await countOfRows()).toBe(5);
  expect(await addUp(marchMs + dayMs, 2)).toBe('what is left');
  expect(await addUp(marchMs + dayMs)).toBeNull();
  expect(await countOfRows()).toBe(2);
  expect(await months()).toEqual(before);
  expect(await addUp(marchMs + 2 * dayMs)).toBeNull();
  expect(await months()).toEqual(before);
  await write(db, { memberId, firstSeq: 12 }, [{ type: 'EARN', points: 1 }]);
  expect(await months()).toMatchObject([{ pointsEarned: before[0] && before[0].pointsEarned + 1 }]);
});

test('▲ what was there before the counts is added by the migration, once, while others write', async () => {
  const memberId = await enrolMember(db, environmentId, { pointsBalance: 669 });
  await write(db, { memberId }, everyKind);
  const erased = await enrolMember(db, environmentId, { pointsBalance: 8 });
  await write(db, { memberId: erased }, [{ type: 'EARN', points: 8 }]);
  await db.transaction((tx) => eraseMember(tx, { environmentId, tenantId }, erased));
  const before = await months();
  await db.query('DELETE FROM point_days WHERE environment_id = $1', [environmentId]);
  await write(db, { memberId, firstSeq: 11, atMs: aprilMs }, [{ type: 'EARN', points: 4 }]);
  const [, earlier] = pointDaysMigrations;
  for (let run = 0; run < 2; run += 1) await db.query([earlier?.sql ?? ''].flat().join(';'));
  expect(await months()).toEqual(before);
  expect(await months([aprilMs])).toMatchObject([{ pointsEarned: 4 }]);
  expect(await findings()).toEqual([0, 0]);
});

test.each([
  ['a day', 'earned = earned + 1', [1, 0]],
  ['an erasure', 'erased = erased + 1', [0, 1]],
])('▲ I26 a wrong count of %s is found', async (_, change, expected) => {
  const memberId = await enrolMember(db, environmentId);
  await write(db, { memberId }, everyKind);
  await db.query(`UPDATE point_days SET ${change} WHERE environment_id = $1`, [environmentId]);
  expect(await findings()).toEqual(expected);
  await db.query('DELETE FROM point_days WHERE environment_id = $1', [environmentId]);
  expect(await findings()).toEqual([1, 0]);
  await db.query([pointDaysMigrations[1]?.sql ?? ''].flat().join(';'));
});

test('no total exceeds 2^53−1, and no entry fails because of it', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const memberId = await enrolMember(db, environmentId);
  await write(
    db,
    { memberId },
    Array.from({ length: 1_100 }, () => ({ type: 'EARN', points: most })),
  );
  expect(await months()).toMatchObject([{ pointsEarned: most, closingPoints: most }]);
});

/** The balance and the last seq of a member of the simulated months. */
interface Simulated {
  readonly memberId: MemberId;
  balance: number;
  seq: number;
}

const kinds: readonly Moved['type'][] = ['EARN', 'EARN', 'REDEEM', 'REFUND', 'EXPIRE', 'RETURN', 'ADJUST'];

const movedBy = ({ balance }: Simulated, n: number): Moved => {
  const type = kinds[n % kinds.length] ?? 'EARN';
  const some = 1 + ((n * 7_919) % 500);
  const points =
    ['REDEEM', 'EXPIRE', 'RETURN'].includes(type) || n % 11 === 0 ? -Math.min(balance, some) : some;
  if (type !== 'RETURN')
    return { type: points < 0 && !['REDEEM', 'EXPIRE'].includes(type) ? 'ADJUST' : type, points };
  return n % 2 === 0 ? { type, points, lifetimeChange: points } : { type, points };
};

test('▲ I26 six simulated months close on the ledger: every kind of entry, nights and erasures between them', async () => {
  const members: Simulated[] = [];
  for (let left = sizeOf(400, 200_000); left > 0; left -= 2_000) {
    const some = Array.from({ length: Math.min(left, 2_000) }, () => newMember(environmentId));
    await db.transaction((tx) => enrolMembers(tx, some));
    members.push(...some.map(({ account: { memberId } }) => ({ memberId, balance: 0, seq: 0 })));
  }
  const scope = { environmentId, tenantId };
  const beganMs = Date.UTC(2026, 0, 1);
  const tierId = await newTier();
  await db.query('UPDATE members SET tier_id = $2 WHERE environment_id = $1 AND id < $3', [
    environmentId,
    tierId,
    '80000000-0000-0000-0000-000000000000',
  ]);
  for (let day = 0; day < 181; day += 1) {
    const of = members.filter((_, n) => n % 181 === day || (n * 31) % 181 === day || (n * 57) % 181 === day);
    for (let at = 0; at < of.length; at += 500) {
      const rows = of.slice(at, at + 500).flatMap((member, n) => {
        const moved = movedBy(member, n + at + day);
        if (moved.points === 0) return [];
        member.balance += moved.points;
        member.seq += 1;
        return [{ member, moved, seq: member.seq }];
      });
      await insertPostings(
        db,
        rows.map(({ member: { memberId, balance }, moved, seq }) => ({
          environmentId,
          memberId,
          transactionId: null,
          atMs: beganMs + day * dayMs + 1_000 * at,
          posting: {
            id: randomId(),
            seq,
            balanceAfter: balance,
            description: '',
            expiresAtMs: null,
            ...moved,
          },
        })),
      );
      await db.query(
        `UPDATE members m SET points_balance = k.balance, ledger_seq = k.seq
           FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS k (id, balance, seq) WHERE m.environment_id = $1 AND m.id = k.id`,
        [
          environmentId,
          rows.map(({ member }) => member.memberId),
          rows.map(({ member }) => member.balance),
          rows.map(({ member }) => member.seq),
        ],
      );
    }
    if (day % 7 === 3) await addUp(beganMs + day * dayMs);
    const [leaving] = day % 30 === 17 ? members.splice(day, 1) : [];
    if (leaving !== undefined) await db.transaction((tx) => eraseMember(tx, scope, leaving.memberId));
  }
  const ledger = await db.query<{ readonly month: Date; readonly points: number }>(
    `SELECT date_trunc('month', created_at, 'UTC') AS month, sum(points)::bigint AS points FROM ledger_entries
      WHERE environment_id = $1 GROUP BY 1 ORDER BY 1`,
    [environmentId],
  );
  const startsMs = Array.from({ length: 6 }, (_, n) => Date.UTC(2026, n, 1));
  let closing = 0;
  const closed = ledger.map(({ month, points }) => {
    closing += points;
    return [month.toISOString(), closing];
  });
  const asked = { environmentId, step: 'month', startsMs, endMs: Date.UTC(2026, 5, 30) } as const;
  const found = await readPointPeriods(db, asked);
  expect(found.map(({ at, closingPoints }) => [at, closingPoints])).toEqual(closed);
  expect(found.every(({ tiers }) => tiers.length === 2)).toBe(true);
  const [end] = await months([Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth(), 1)]);
  expect(end?.pointsErased).toBeGreaterThan(0);
  expect(end?.closingPoints).toBe(members.reduce((sum, { balance }) => sum + balance, 0));
  expect(await findings()).toEqual([0, 0]);
});
