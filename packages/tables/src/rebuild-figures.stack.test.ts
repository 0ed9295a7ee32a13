import { type EnvironmentId, type MemberId, randomId, utcDayOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from './checks/invariant-checks.ts';
import { figureChecks } from './checks/subject-checks.ts';
import { createTenant } from './tenants/tenants.ts';
import { enrolMember } from './testing/enrol-member.ts';
import { type GivenReceipt, storeReceipts } from './testing/store-receipts.ts';
import {
  compareFigures,
  readNextMembers,
  rebuildFigures,
  receiptsByMember,
  withoutReceiptsByMember,
} from './rebuild-figures.ts';

const today = utcDayOf(Date.now());

// A database of its own: the tests create and drop indexes, and store wrong figures.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  for (const statement of receiptsByMember) await db.query(statement);
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.live;
});
afterAll(() => scratch.drop());

/** Ids ascend, as members get them. */
const enrol = () => enrolMember(db, environmentId);
const buy = (memberId: MemberId, ...receipts: readonly GivenReceipt[]) =>
  storeReceipts(db, { environmentId, memberId }, receipts);
const compare = (...memberIds: readonly MemberId[]) =>
  db.transaction((tx) => compareFigures(tx, { environmentId, memberIds }));
const rebuild = (...memberIds: readonly MemberId[]) =>
  db.transaction((tx) => rebuildFigures(tx, { environmentId, memberIds }));
const violations = async (): Promise<number[]> => {
  const found: number[] = [];
  for (const check of figureChecks) found.push((await runInvariantCheck(db, check)).violations);
  return found;
};
const none = { wrong: [], uncountedReceipts: 0, uncountedMembers: 0 };

/** Enrols a member with receipts on three days of the last weeks. */
const buyer = async (): Promise<MemberId> => {
  const memberId = await enrol();
  await buy(memberId, { day: today - 20, cents: 100 }, { day: today - 20, cents: 200 });
  await buy(memberId, { day: today, cents: 5 }, { day: today - 8, cents: 40 });
  return memberId;
};

test.each([
  ['totals', 'UPDATE members SET spend_cents = 7, txn_count = 9 WHERE id = $1'],
  ['the last day', 'UPDATE members SET last_txn_day = NULL WHERE id = $1'],
  ['the totals before a day', 'UPDATE member_days SET spend_before = spend_before + 1 WHERE member_id = $1'],
  ['days that are missing', 'DELETE FROM member_days WHERE member_id = $1 AND spend_before = 0'],
  ['days without a receipt', 'UPDATE member_days SET day = day + 1 WHERE member_id = $1'],
])('%s are made what the receipts say, and nothing is changed the second time', async (_, breaking) => {
  const [broken, sound, idle] = [await buyer(), await buyer(), await enrol()];
  await db.query(breaking, [broken]);
  expect(await compare(broken, sound, idle)).toEqual({ ...none, wrong: [broken] });
  expect(await compare(broken)).toEqual({ ...none, wrong: [broken] });
  expect(await rebuild(broken, sound, idle)).toEqual({ ...none, wrong: [broken] });
  expect(await violations()).toEqual([0, 0]);
  const rows = () => db.query('SELECT xmin, * FROM member_days WHERE environment_id = $1', [environmentId]);
  const before = await rows();
  expect(await rebuild(broken, sound, idle)).toEqual(none);
  expect(await rows()).toEqual(before);
});

test('a member with a receipt from before there were figures stays unchanged, and is counted', async () => {
  const [older, sound] = [await buyer(), await buyer()];
  await db.query(
    `UPDATE transactions SET amount_cents = NULL, occurred_at = NULL WHERE member_id = $1 AND amount_cents < 50`,
    [older],
  );
  await db.query('UPDATE members SET spend_cents = 1 WHERE id = $1', [older]);
  expect(await rebuild(older, sound)).toEqual({ wrong: [], uncountedReceipts: 2, uncountedMembers: 1 });
  expect(await db.query('SELECT spend_cents AS spent FROM members WHERE id = $1', [older])).toEqual([
    { spent: 1 },
  ]);
});

test('days that no window reaches may be deleted: they neither count as missing nor are created again', async () => {
  const memberId = await enrol();
  await buy(
    memberId,
    { day: today - 400, cents: 1 },
    { day: today - 367, cents: 2 },
    { day: today, cents: 4 },
  );
  await db.query(`DELETE FROM member_days WHERE member_id = $1 AND spend_before = 0`, [memberId]);
  expect(await rebuild(memberId)).toEqual(none);
  expect(await db.query('SELECT FROM member_days WHERE member_id = $1', [memberId])).toHaveLength(2);
});

test('sums that were cut off at 2^53−1 are cut off there again', async () => {
  const memberId = await enrol();
  const most = Number.MAX_SAFE_INTEGER;
  await buy(
    memberId,
    { day: today - 9, cents: most },
    { day: today - 5, cents: most },
    { day: today, cents: 1 },
  );
  expect(await compare(memberId)).toEqual(none);
  await db.query('UPDATE member_days SET spend_before = 0 WHERE member_id = $1', [memberId]);
  await rebuild(memberId);
  expect(await violations()).toEqual([0, 0]);
});

test('▲ receipts that are stored while figures are rebuilt are all counted', async () => {
  const members = [await buyer(), await buyer(), await buyer(), await buyer()];
  await db.query('UPDATE members SET spend_cents = 3, last_txn_day = NULL WHERE environment_id = $1', [
    environmentId,
  ]);
  await db.query('DELETE FROM member_days WHERE environment_id = $1 AND spend_before > 0', [environmentId]);
  const writers = members.map(async (memberId, place) => {
    for (let n = 0; n < 40; n += 1)
      await buy(memberId, { day: today - ((n * 7 + place) % 50), cents: n + 1 });
  });
  const repairing = (async () => {
    for (let n = 0; n < 40; n += 1) await rebuild(...members);
  })();
  await Promise.all([...writers, repairing]);
  expect(await compare(...members)).toEqual(none);
  expect(await violations()).toEqual([0, 0]);
  const [counted] = await db.query(
    'SELECT sum(txn_count)::bigint AS txns FROM members WHERE environment_id = $1',
    [environmentId],
  );
  expect(counted).toEqual({ txns: 4 * (4 + 40) });
});

test('members are read in order of their ids, up to the last', async () => {
  const ids = [await enrol(), await enrol(), await enrol()].toSorted();
  const first = await readNextMembers(db, environmentId, { afterId: null, size: 2 });
  const rest = await readNextMembers(db, environmentId, { afterId: first.at(-1) ?? null, size: 2 });
  expect([first, rest]).toEqual([ids.slice(0, 2), ids.slice(2)]);
});

test('the indexes of receipts and returns by member can be created repeatedly, and are dropped afterwards', async () => {
  const indexes = () =>
    db.query(`SELECT FROM pg_index WHERE indisvalid AND indexrelid::regclass::text LIKE '%_by_member'
                 AND indrelid::regclass::text LIKE 'transactions_%'`);
  for (const statement of receiptsByMember) await db.query(statement);
  expect(await indexes()).toHaveLength(32);
  for (const statement of [...withoutReceiptsByMember, ...withoutReceiptsByMember]) await db.query(statement);
  expect(await indexes()).toHaveLength(0);
});
