import { dayMs, type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import { createDatabase, type Database, type Transaction } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { insertPostings } from '../accounts/write-accounts.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, forgetMembers, keyOfMember } from '../testing/enrol-member.ts';
import {
  addLots,
  firstLotsMax,
  type MemberLotGain,
  readDueLots,
  readFirstLots,
  readLots,
  writeLots,
} from './lots.ts';

const today = utcDayOf(1_800_000_000_000);
const addedAtMs = today * dayMs + 500;

let db: Database;
let environmentId: EnvironmentId;
let memberId: MemberId;

beforeAll(async () => {
  // eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'accounts-test', poolMax: 2, logger: silentLogger });
  environmentId = (await createTenant(db, { name: `Lots ${randomId()}` })).environmentIds.live;
});
beforeEach(async () => {
  memberId = await enrolMember(db, environmentId, { pointsBalance: 1_000 });
});
afterEach(() => forgetMembers(db, environmentId));
afterAll(() => db.close());

/** Points that expire at noon, in so many days from today. */
const dated = (days: number, points: number, hour = 12): MemberLotGain => {
  const expiresAtMs = (today + days) * dayMs + hour * 3_600_000;
  return { environmentId, memberId, slidingDays: 0, expiresOn: today + days, points, expiresAtMs, addedAtMs };
};

const sliding = (slidingDays: number, points: number): MemberLotGain => ({
  environmentId,
  memberId,
  slidingDays,
  expiresOn: 0,
  points,
  expiresAtMs: null,
  addedAtMs,
});

const add = (...additions: MemberLotGain[]) => db.transaction((tx) => addLots(tx, additions));
const lots = () => readLots(db, environmentId, [memberId]);
const firstLots = () => readFirstLots(db, [{ environmentId, memberKey: keyOfMember(memberId) }]);

test('added lots are read unchanged', async () => {
  await add(dated(3, 10), sliding(30, 5));
  const read = await lots();
  expect(read).toEqual([dated(3, 10), sliding(30, 5)]);
  expect(await firstLots()).toEqual(read);
});

test('▲ two gains of one lot in one batch are summed up: the later expiry counts, and no row is changed twice', async () => {
  await add(dated(3, 10, 9), dated(3, 20, 17), sliding(30, 1), sliding(30, 2));
  await add({ ...dated(3, 5, 11), addedAtMs: addedAtMs + 60_000 });
  expect(await lots()).toEqual([{ ...dated(3, 35, 17), addedAtMs: addedAtMs + 60_000 }, sliding(30, 3)]);
});

test('a dated lot stores the day on which it is due, a sliding one the first day on which it can be due', async () => {
  await add(dated(3, 10), sliding(30, 5));
  const rows = await db.query('SELECT due_on AS due FROM point_lots WHERE member_id = $1 ORDER BY 1', [
    memberId,
  ]);
  expect(rows).toEqual([{ due: today + 3 }, { due: today + 30 }]);
});

test('of a member with many lots the first dated ones and all sliding ones are read', async () => {
  const days = Array.from({ length: firstLotsMax + 4 }, (_, day) => dated(day, 1));
  await add(...days.toReversed(), sliding(30, 5), sliding(60, 5));
  const first = await firstLots();
  expect(first.filter(({ slidingDays }) => slidingDays === 0).map(({ expiresOn }) => expiresOn)).toEqual(
    days.slice(0, firstLotsMax).map(({ expiresOn }) => expiresOn),
  );
  expect(first.filter(({ slidingDays }) => slidingDays > 0)).toHaveLength(2);
  expect(await lots()).toHaveLength(firstLotsMax + 6);
});

test('those that may be past their time are read for a quote: of that day and before, and sliding ones', async () => {
  const days = Array.from({ length: firstLotsMax + 4 }, (_, day) => dated(day - firstLotsMax - 3, 1));
  await add(...days, dated(1, 1), sliding(30, 5), sliding(60, 5));
  const atMs = today * dayMs + 1;
  expect(await readDueLots(db, { environmentId, memberId }, atMs)).toEqual(days);
  expect(await readDueLots(db, { environmentId, memberId }, atMs + 31 * dayMs)).toEqual([
    ...days,
    dated(1, 1),
    sliding(30, 5),
  ]);
});

test('a lot that was spent whole is deleted, another keeps the rest of its points', async () => {
  await add(dated(1, 10), dated(2, 20), sliding(30, 5));
  const left = (lot: MemberLotGain, points: number) => ({ ...lot, points });
  await db.transaction((tx) => writeLots(tx, [left(dated(1, 10), 0), left(sliding(30, 5), 4)]));
  expect(await lots()).toEqual([dated(2, 20), sliding(30, 4)]);
});

test('a lot has a date or days, never both, and is never empty', async () => {
  const twice = { ...dated(3, 10), slidingDays: 30 };
  await expect(add(twice)).rejects.toThrow('lots_are_dated_or_slide');
  await expect(add(dated(3, 0))).rejects.toThrow('point_lots_points_check');
});

test('entries say which sliding lot their points are in, and from which lots they were taken', async () => {
  const entry = (seq: number, given: Partial<LedgerPosting>): LedgerPosting => ({
    id: randomId(),
    seq,
    type: 'EARN',
    points: 5,
    balanceAfter: 5,
    description: 'x',
    expiresAtMs: null,
    ...given,
  });
  const fromLots = [
    { slidingDays: 30, expiresOn: 0, points: 2 },
    { slidingDays: 0, expiresOn: today, points: 1 },
  ];
  const stored = await inTransactionThatIsRolledBack(async (tx) => {
    const write = { environmentId, memberId, transactionId: null, atMs: addedAtMs };
    await insertPostings(tx, [
      { ...write, posting: entry(1, { slidingDays: 30 }) },
      { ...write, posting: entry(2, { type: 'REDEEM', points: -3, balanceAfter: 2, fromLots }) },
    ]);
    await insertPostings(tx, [{ ...write, posting: entry(3, {}) }]);
    return tx.query(
      'SELECT sliding_days AS days, from_lots AS "from" FROM ledger_entries WHERE member_id = $1 ORDER BY seq',
      [memberId],
    );
  });
  expect(stored).toEqual([
    { days: 30, from: null },
    {
      days: null,
      from: [
        [30, 0, 2],
        [0, today, 1],
      ],
    },
    { days: null, from: null },
  ]);
});

/** Ledger entries cannot be deleted, and these do not add up to a balance. */
const inTransactionThatIsRolledBack = async (
  work: (tx: Transaction) => Promise<unknown>,
): Promise<unknown> => {
  const results: unknown[] = [];
  const undone = db.transaction(async (tx) => {
    results.push(await work(tx));
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  return results[0];
};
