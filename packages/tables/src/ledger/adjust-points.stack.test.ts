import { dayMs, Fault, type MemberId, randomId, systemClock, utcDayOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { addLots, lotsMax } from '../lots/lots.ts';
import type { Scope } from '../members/members.ts';
import { jobAuthor } from '../authors/author.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { type AdjustOrder, createAdjustPoints } from './adjust-points.ts';

// A database of its own: points that nobody earned would fail `loyaltyctl check`.
let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let memberId: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  scope = { tenantId, environmentId: environmentIds.live };
  memberId = await enrolMember(db, scope.environmentId);
});
afterAll(() => scratch.drop());

const order = (given: Partial<AdjustOrder> = {}): AdjustOrder => ({
  memberId,
  points: 5,
  reason: 'Test',
  ref: null,
  expiresAtMs: null,
  ...given,
});

const adjust = (given: Partial<AdjustOrder> = {}, on: Database = db) =>
  createAdjustPoints({
    db: on,
    clock: systemClock,
    author: jobAuthor('a test'),
    publish: () => Promise.resolve(),
  })(scope, order(given));

const entriesOf = async (): Promise<number> =>
  (await db.query('SELECT 1 FROM ledger_entries WHERE member_id = $1', [memberId])).length;

const away = () => new Fault('DATABASE_UNAVAILABLE', 'the connection is gone', { retry: true });

/**
 * A database whose first transaction loses the result of its COMMIT, after it is committed or rolled back.
 */
const losingAnswer = (isCommitted: boolean, isAwayAfter = false): Database => {
  let transactions = 0;
  return {
    ...db,
    query: (statement, values) => db.query(statement, values),
    transaction: async (work) => {
      transactions += 1;
      if (transactions > 1) return isAwayAfter ? Promise.reject(away()) : db.transaction(work);
      await db
        .transaction(async (tx) => {
          await work(tx);
          if (!isCommitted) throw away();
        })
        .catch(() => undefined);
      throw away();
    },
  };
};

test('▲ an adjustment without a ref is reported as done when it is stored, although the result of its COMMIT was lost', async () => {
  expect(await adjust({}, losingAnswer(true))).toMatchObject({ outcome: 'adjusted' });
  expect(await entriesOf()).toBe(1);
});

test('an adjustment that was rolled back is a failure that may be retried', async () => {
  await expect(adjust({}, losingAnswer(false))).rejects.toMatchObject({
    retry: true,
    publicMessage: undefined,
  });
  expect(await entriesOf()).toBe(0);
});

test('while the database cannot be asked, the error tells the caller where to check before a retry', async () => {
  await expect(adjust({}, losingAnswer(true, true))).rejects.toMatchObject({
    retry: true,
    publicMessage: expect.stringContaining('ledger') as string,
  });
});

test('with a ref a lost result is a failure: a retry with the same ref finds the stored response', async () => {
  await expect(adjust({ ref: 'a' }, losingAnswer(true))).rejects.toMatchObject({ retry: true });
  expect(await adjust({ ref: 'a' })).toMatchObject({ outcome: 'repeated', isMismatched: false });
  expect(await entriesOf()).toBe(1);
});

test('a ref of another member shows nothing of them, whatever is asked, and also after they were erased (D123)', async () => {
  expect(await adjust({ ref: 'a' })).toMatchObject({ outcome: 'adjusted' });
  const other = await enrolMember(db, scope.environmentId);
  const erased = await enrolMember(db, scope.environmentId);
  const erase = (id: MemberId) =>
    db.query(`UPDATE members SET state = 'anonymized', external_ref = 'anon' WHERE id = $1`, [id]);
  await erase(erased);
  const orders: Partial<AdjustOrder>[] = [{}, { points: 6 }, { points: -1 }, { reason: 'Other' }];
  for (const given of orders)
    for (const stranger of [other, erased])
      expect(await adjust({ ...given, ref: 'a', memberId: stranger })).toEqual({ outcome: 'of-another' });
  await erase(memberId);
  expect(await adjust({ ref: 'a', memberId: other })).toEqual({ outcome: 'of-another' });
  expect(await adjust({ ref: 'a', points: 6 })).toMatchObject({ outcome: 'repeated', isMismatched: true });
  expect(await adjust({ ref: 'a' })).toMatchObject({ outcome: 'repeated', isMismatched: false });
});

test('▲ points of a member expire on 5,000 days at most, and further points may expire on the same days (D116)', async () => {
  const firstDay = utcDayOf(Date.now()) + 2;
  await db.transaction((tx) =>
    addLots(
      tx,
      Array.from({ length: lotsMax }, (_, n) => ({
        environmentId: scope.environmentId,
        memberId,
        addedAtMs: Date.now(),
        slidingDays: 0,
        points: 1,
        expiresOn: firstDay + n,
        expiresAtMs: (firstDay + n) * dayMs,
      })),
    ),
  );
  const onDay = (n: number) => adjust({ expiresAtMs: (firstDay + n) * dayMs + 1 });
  expect(await onDay(lotsMax)).toEqual({ outcome: 'too-many-lots', limit: 5_000 });
  expect(await onDay(lotsMax - 1)).toMatchObject({ outcome: 'adjusted' });
  expect(await adjust()).toMatchObject({ outcome: 'adjusted' });
});
