import fc from 'fast-check';
import { type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import {
  type CountedPurchase,
  FigureBook,
  type FigureWrites,
  noFigures,
  purchaseStatisticsOf,
} from '@loyalty/rules/statistics';
import { createDatabase, type Database, onlyRow, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers, keyOfMember } from '../testing/enrol-member.ts';
import { lockAccounts } from './accounts.ts';
import { forgetDays, readMemberDayPages, readStatisticsInputs, writeMemberDays } from './member-days.ts';
import { updateAccounts } from './write-accounts.ts';

const today = utcDayOf(Date.now());

// A database of its own: days are deleted in all of it.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  // With the session settings of an engine's batches: plans that use the keys.
  db = createDatabase({
    url: scratch.url,
    applicationName: 'accounts-test',
    poolMax: 2,
    logger: silentLogger,
    looksUpByKey: true,
  });
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
afterEach(() => forgetMembers(db, environmentId));
afterAll(async () => {
  await db.close();
  await scratch.drop();
});

type Purchases = readonly (CountedPurchase & { readonly memberId: MemberId })[];

/** Stores purchases of any members as one batch. Returns how many days existed already. */
const store = (purchases: Purchases): Promise<number> =>
  db.transaction(async (tx) => {
    const memberIds = [...new Set(purchases.map(({ memberId }) => memberId))];
    const locked = await lockAccounts(
      tx,
      memberIds.map((memberId) => ({ environmentId, memberKey: keyOfMember(memberId) })),
    );
    const books = locked.map(({ figures, ...known }) => ({ ...known, book: new FigureBook(figures) }));
    for (const { account, book } of books) {
      const own = purchases.filter(({ memberId }) => memberId === account.memberId);
      own.forEach((purchase) => {
        book.add(purchase);
      });
    }
    await updateAccounts(
      tx,
      books.map(({ book, ...known }) => ({
        ...known,
        externalRef: '',
        atMs: Date.now(),
        figures: book.writes().figures,
      })),
    );
    return writeDaysOf(
      tx,
      books.map(({ account: { memberId }, book }) => [memberId, book.writes()]),
    );
  });

const writeDaysOf = (tx: Transaction, all: readonly [MemberId, FigureWrites][]): Promise<number> =>
  writeMemberDays(tx, {
    opened: all.flatMap(([memberId, { opened }]) =>
      opened.map((day) => ({ environmentId, memberId, ...day })),
    ),
    backdated: all.flatMap(([memberId, { backdated }]) =>
      backdated.map((purchase) => ({ environmentId, memberId, ...purchase })),
    ),
  });

const statisticsOf = async (memberId: MemberId) => {
  const inputs = await readStatisticsInputs(db, { environmentId, memberId }, today);
  if (inputs === null) throw new Error('the member has gone');
  return purchaseStatisticsOf(inputs.figures, inputs.openings, today);
};

/** Statistics by definition: the purchases of each window, summed up. */
const bruteForce = (purchases: readonly CountedPurchase[]) => {
  const of = (days: number) => purchases.filter(({ day }) => day > today - days);
  const spent = (days: number) => of(days).reduce((sum, { cents }) => sum + cents, 0);
  const count = (days: number) => of(days).reduce((sum, { txns }) => sum + txns, 0);
  const last = purchases.map(({ day }) => day);
  return {
    spendCents7d: spent(7),
    spendCents30d: spent(30),
    spendCents90d: spent(90),
    spendCents365d: spent(365),
    spendCentsLifetime: spent(Infinity),
    txnCount7d: count(7),
    txnCount30d: count(30),
    txnCount90d: count(90),
    txnCount365d: count(365),
    txnCountLifetime: count(Infinity),
    // Nothing divided by a negative number of purchases is −0.
    avgBasketCents30d: count(30) === 0 ? null : Math.trunc(spent(30) / count(30)) + 0,
    daysSinceLastTxn: last.length === 0 ? null : Math.max(0, today - Math.max(...last)),
  };
};

const purchases = fc.record({
  who: fc.nat(2),
  day: fc.oneof(
    fc.integer({ min: today - 9, max: today + 1 }),
    fc.integer({ min: today - 400, max: today }),
    fc.constantFrom(today - 7, today - 6, today - 30, today - 29, today - 90, today - 365, today - 364),
  ),
  cents: fc.integer({ min: -50_000, max: 100_000 }),
  txns: fc.constantFrom(1, 1, 1, 0, -1),
});

test('▲ statistics are the sums of their windows, in every order and batching of the purchases of several members', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(purchases, { minLength: 1, maxLength: 10 }), { maxLength: 5 }),
      async (batches) => {
        const enrol = () => enrolMember(db, environmentId);
        const [first, second, third] = [await enrol(), await enrol(), await enrol()];
        const members = [first, second, third];
        const named = batches.map((batch) =>
          batch.map(({ who, ...purchase }) => ({ ...purchase, memberId: members[who] ?? first })),
        );
        for (const batch of named) expect(await store(batch)).toBe(0);
        for (const memberId of members) {
          const own = named.flat().filter((one) => one.memberId === memberId);
          expect(await statisticsOf(memberId)).toEqual(bruteForce(own));
        }
      },
    ),
    { numRuns: 60 },
  ));

/** Deletes old days in the whole table, as a run of the job does. */
const forgetBefore = (before: number): Promise<number> =>
  db.transaction(async (tx) => forgetDays(tx, { from: 0, to: await readMemberDayPages(tx), before }));

const keptDays = 366;

/** Purchases around the oldest stored day, and some that every window reaches. */
const oldPurchases = fc.record({
  day: fc.oneof(
    fc.integer({ min: today - keptDays - 3, max: today - keptDays + 4 }),
    fc.integer({ min: today - 800, max: today }),
  ),
  cents: fc.integer({ min: -50_000, max: 100_000 }),
  txns: fc.constantFrom(1, 1, 0, -1),
});

test('▲ statistics stay the sums of their windows, whenever days that no window reaches are deleted', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(oldPurchases, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 }),
      async (batches) => {
        const memberId = await enrolMember(db, environmentId);
        for (const batch of batches) {
          await store(batch.map((purchase) => ({ ...purchase, memberId })));
          await forgetBefore(today - keptDays);
        }
        expect(await statisticsOf(memberId)).toEqual(bruteForce(batches.flat()));
      },
    ),
    { numRuns: 60 },
  ));

test('▲ a day is deleted the day after the longest window has left it, unless it is locked', async () => {
  const [held, free] = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
  for (const memberId of [held, free]) {
    await store([bought(memberId, today, 1)]);
    await store([bought(memberId, today - 366, 2), bought(memberId, today - 367, 3)]);
  }
  await db.transaction(async (tx) => {
    await tx.query('SELECT FROM member_days WHERE member_id = $1 FOR UPDATE', [held]);
    expect(await forgetBefore(today - keptDays)).toBe(1);
  });
  expect(await forgetBefore(today - keptDays)).toBe(1);
  const days = await db.query<{ ago: number }>(
    `SELECT $2::int - (day - DATE '1970-01-01') AS ago FROM member_days WHERE member_id = $1 ORDER BY 1`,
    [free, today],
  );
  expect(days.map(({ ago }) => ago)).toEqual([0, 366]);
  expect(await statisticsOf(free)).toMatchObject({ spendCents365d: 1, spendCentsLifetime: 6 });
});

const bought = (memberId: MemberId, day: number, cents: number) => ({ memberId, day, cents, txns: 1 });

test('▲ several purchases of one batch on days before the last all count on the later days', async () => {
  const memberId = await enrolMember(db, environmentId);
  await store([bought(memberId, today, 100)]);
  await store([
    bought(memberId, today - 40, 10),
    bought(memberId, today - 40, 20),
    bought(memberId, today - 50, 5),
  ]);
  expect(await statisticsOf(memberId)).toMatchObject({
    spendCents30d: 100,
    spendCents90d: 135,
    txnCount30d: 1,
    txnCount90d: 4,
  });
});

test('▲ sums past 2^53−1 are stored as 2^53−1, and no receipt is refused', async () => {
  const memberId = await enrolMember(db, environmentId);
  const most = Number.MAX_SAFE_INTEGER;
  await store([bought(memberId, today, most)]);
  await store([bought(memberId, today - 8, most), bought(memberId, today - 8, most)]);
  await store([bought(memberId, today + 1, most)]);
  expect(await statisticsOf(memberId)).toMatchObject({ spendCentsLifetime: most, txnCountLifetime: 4 });
});

test('▲ a day that exists already stays unchanged and is counted, and the rest of the batch is stored', async () => {
  const [odd, other] = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
  await db.query(`INSERT INTO member_days VALUES ($1, $2, DATE '1970-01-01' + $3::int, 7, 7)`, [
    environmentId,
    odd,
    today,
  ]);
  expect(await store([bought(odd, today, 100), bought(other, today, 50)])).toBe(1);
  expect(await statisticsOf(other)).toMatchObject({ spendCents7d: 50, txnCount7d: 1 });
  expect(await statisticsOf(odd)).toMatchObject({ spendCentsLifetime: 100 });
});

test('a write of an account without figures leaves them unchanged', async () => {
  const memberId = await enrolMember(db, environmentId);
  await store([bought(memberId, today - 1, 100)]);
  await db.transaction(async (tx) => {
    const known = onlyRow(
      await lockAccounts(tx, [{ environmentId, memberKey: keyOfMember(memberId) }]),
      'members',
    );
    const account = { ...known.account, pointsBalance: 9 };
    await updateAccounts(tx, [{ environmentId, account, atMs: Date.now() }]);
  });
  const [after] = await lockAccounts(db, [{ environmentId, memberKey: keyOfMember(memberId) }]);
  expect(after).toMatchObject({
    account: { pointsBalance: 9 },
    figures: { spendCents: 100, txnCount: 1, lastTxnDay: today - 1 },
  });
});

test('a member without purchases has no figures, and a missing member no statistics', async () => {
  const memberId = await enrolMember(db, environmentId);
  expect(await readStatisticsInputs(db, { environmentId, memberId }, today)).toMatchObject({
    figures: noFigures,
    openings: { 7: null, 30: null, 90: null, 365: null },
  });
  expect(await readStatisticsInputs(db, { environmentId, memberId: randomId() }, today)).toBeNull();
});
