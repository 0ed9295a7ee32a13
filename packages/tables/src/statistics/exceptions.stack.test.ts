import { dayMs, type EnvironmentId, type MemberId, randomId, type TransactionId } from '@loyalty/kernel';
import { createDatabase, type Database, type Queryable } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { authorBytesOf } from '../authors/author.ts';
import { createAdjustPoints } from '../ledger/adjust-points.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember } from '../testing/enrol-member.ts';
import { insertTransactions, type RequestOperation } from '../transactions/transactions.ts';
import { type ExceptionQuery, type Exceptions, readExceptions } from './exceptions.ts';

// A database of its own: returns without entries would fail `loyaltyctl check`.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let elsewhere: EnvironmentId;
let tenantId: string;
let anna: MemberId;
let bert: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  // With the session settings of a list.
  db = createDatabase({
    url: scratch.url,
    applicationName: 'scratch',
    poolMax: 2,
    logger: silentLogger,
    prefersIndexes: true,
  });
});
beforeEach(async () => {
  const { id, environmentIds } = await createTenant(db, { name: `Reported ${randomId()}` });
  tenantId = id;
  [environmentId, elsewhere] = [environmentIds.live, environmentIds.test];
  [anna, bert] = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
});
afterAll(async () => {
  await db.close();
  await scratch.drop();
});

const mondayMs = Date.parse('2026-03-02T00:00:00.000Z');

interface GivenAct {
  readonly memberId?: MemberId;
  readonly atMs?: number;
  readonly who?: string | null;
  readonly storeRef?: string | null;
  readonly to?: EnvironmentId;
}

const store = (operation: RequestOperation, answer: object, given: GivenAct = {}) => {
  const { memberId = anna, atMs = mondayMs, who = null, storeRef = null, to = environmentId } = given;
  return insertTransactions(db, [
    {
      environmentId: to,
      operation,
      ref: randomId(),
      id: randomId() as TransactionId,
      memberId,
      fingerprint: Buffer.alloc(16),
      response: Buffer.from(JSON.stringify(answer)),
      atMs,
      author: who === null ? null : authorBytesOf({ kind: 'PERSON', id: who }),
      storeRef,
    },
  ]);
};

const returned = (points: { forgiven?: number; owed?: number; reversed?: number }, given?: GivenAct) =>
  store(
    'return',
    {
      pointsReversed: points.reversed ?? (points.forgiven ?? 0) + (points.owed ?? 0),
      pointsForgiven: points.forgiven ?? 0,
      // Responses of returns that owe nothing are without it.
      ...(points.owed !== undefined && { pointsToDeduct: points.owed }),
      redeemed: null,
    },
    given,
  );

const voided = (pointsRefunded: number, reason: 'VOIDED' | 'EXPIRED', given?: GivenAct) =>
  store('void', { pointsRefunded, reason }, given);

const adjust = (
  memberId: MemberId,
  points: number,
  given: { ref: string | null; who: string; atMs?: number },
) =>
  createAdjustPoints({
    db,
    clock: { now: () => given.atMs ?? mondayMs },
    author: authorBytesOf({ kind: 'PERSON', id: given.who }),
    publish: () => Promise.resolve(),
  })({ environmentId, tenantId }, { memberId, points, reason: 'Test', ref: given.ref, expiresAtMs: null });

const read = (
  asked: Partial<ExceptionQuery> = {},
  { on = db, bounds }: { on?: Queryable; bounds?: { sliceMax: number; slicesMax: number } } = {},
): Promise<Exceptions> =>
  readExceptions(
    on,
    {
      environmentId,
      by: 'member',
      orderBy: 'pointsForgiven',
      fromMs: mondayMs,
      endMs: mondayMs + 7 * dayMs,
      ...asked,
    },
    bounds,
  );

const nothing = {
  acts: 0,
  pointsForgiven: 0,
  pointsToDeduct: 0,
  pointsReversed: 0,
  pointsVoided: 0,
  pointsLapsed: 0,
  pointsGiven: 0,
  pointsTaken: 0,
};

test('▲ points of returns, voids, lapses and adjustments are added up by member and day, those with most first (D309)', async () => {
  await returned({ forgiven: 10, owed: 0, reversed: 25 }, { memberId: anna });
  await returned({ owed: 7 }, { memberId: anna, atMs: mondayMs + dayMs });
  await returned({ forgiven: 11 }, { memberId: bert, atMs: mondayMs + dayMs - 1 });
  await voided(100, 'VOIDED', { memberId: bert });
  await voided(40, 'EXPIRED', { memberId: bert });
  await adjust(bert, 50, { ref: 'given', who: 'olga' });
  await adjust(bert, -20, { ref: 'taken', who: 'olga' });
  await adjust(bert, 5, { ref: null, who: 'olga' });
  // A receipt and a redeem are no exceptions.
  await store('evaluate', { pointsAwarded: 1_000 });
  await store('redeem', { pointsRedeemed: 10 });

  const [ofAnna, ofBert] = [
    { acts: 2, pointsForgiven: 10, pointsToDeduct: 7, pointsReversed: 32 },
    {
      acts: 6,
      pointsForgiven: 11,
      pointsReversed: 11,
      pointsVoided: 100,
      pointsLapsed: 40,
      pointsGiven: 55,
      pointsTaken: 20,
    },
  ];
  const monday = '2026-03-02T00:00:00.000Z';
  expect(await read()).toEqual({
    countedFromMs: mondayMs,
    items: [
      {
        memberId: bert,
        externalRef: bert,
        ...nothing,
        ...ofBert,
        days: [{ at: monday, ...nothing, ...ofBert }],
      },
      {
        memberId: anna,
        externalRef: anna,
        ...nothing,
        ...ofAnna,
        days: [
          { at: monday, ...nothing, acts: 1, pointsForgiven: 10, pointsReversed: 25 },
          { at: '2026-03-03T00:00:00.000Z', ...nothing, acts: 1, pointsToDeduct: 7, pointsReversed: 7 },
        ],
      },
    ],
  });
  const { items } = await read({ orderBy: 'pointsToDeduct' });
  expect(items).toMatchObject([{ memberId: anna }, { memberId: bert }]);
});

test('▲ by credential and by store each has theirs; who is not known, and no store, stand apart', async () => {
  await returned({ forgiven: 10 }, { who: 'olga', storeRef: 'north', memberId: bert });
  await returned({ forgiven: 5 }, { who: 'olga', storeRef: 'south' });
  await voided(3, 'VOIDED', { who: 'piet', storeRef: 'south' });
  await returned({ forgiven: 1 });
  await adjust(anna, 50, { ref: 'given', who: 'piet' });
  await adjust(anna, 70, { ref: null, who: 'piet' });
  expect((await read({ by: 'credential' })).items).toMatchObject([
    { author: { kind: 'PERSON', id: 'olga', name: null }, acts: 2, pointsForgiven: 15 },
    { author: null, acts: 2, pointsForgiven: 1, pointsGiven: 70 },
    { author: { kind: 'PERSON', id: 'piet' }, acts: 2, pointsVoided: 3, pointsGiven: 50 },
  ]);
  expect((await read({ by: 'store' })).items).toMatchObject([
    { storeRef: 'north', pointsForgiven: 10 },
    { storeRef: 'south', pointsForgiven: 5, pointsVoided: 3 },
    { storeRef: null, pointsForgiven: 1, pointsGiven: 120 },
  ]);
});

test('the days asked for alone count, and no other environment (I9)', async () => {
  await returned({ forgiven: 1 }, { atMs: mondayMs - 1 });
  await returned({ forgiven: 2 }, { atMs: mondayMs });
  await returned({ forgiven: 4 }, { atMs: mondayMs + dayMs - 1 });
  await returned({ forgiven: 8 }, { atMs: mondayMs + dayMs });
  await returned({ forgiven: 16 }, { to: elsewhere });
  await adjust(anna, 1, { ref: null, who: 'olga', atMs: mondayMs - 1 });
  await adjust(anna, 2, { ref: null, who: 'olga', atMs: mondayMs + dayMs - 1 });
  await adjust(anna, 4, { ref: null, who: 'olga', atMs: mondayMs + dayMs });
  const { items } = await read({ endMs: mondayMs + dayMs });
  expect(items).toMatchObject([{ acts: 3, pointsForgiven: 6, pointsGiven: 2 }]);
});

test('whatever the slices, each act counts once, also those of one instant', async () => {
  for (let n = 0; n < 12; n += 1)
    await returned({ forgiven: 1 }, { atMs: mondayMs + Math.floor(n / 4) * dayMs, memberId: anna });
  for (let n = 0; n < 3; n += 1) await adjust(bert, 1, { ref: null, who: 'olga' });
  const whole = await read();
  expect(whole.items).toMatchObject([{ pointsForgiven: 12 }, { pointsGiven: 3 }]);
  for (const sliceMax of [1, 2, 3, 5, 15, 16])
    expect(await read({}, { bounds: { sliceMax, slicesMax: 100 } })).toEqual(whole);
});

test('▲ where there is too much to read, the newest acts count, and it is said from when on', async () => {
  for (let n = 0; n < 6; n += 1) await returned({ forgiven: 1 }, { atMs: mondayMs + n * dayMs });
  const { countedFromMs, items } = await read({}, { bounds: { sliceMax: 2, slicesMax: 2 } });
  expect(items).toMatchObject([{ acts: 4, pointsForgiven: 4 }]);
  expect(countedFromMs).toBe(mondayMs + 2 * dayMs + 1);
});

test('of many members the 100 with most are listed, of many days the 31 with most', async () => {
  for (let n = 0; n < 101; n += 1) await returned({ forgiven: n + 1 }, { storeRef: `store-${n.toString()}` });
  for (let n = 0; n < 33; n += 1)
    await returned({ forgiven: n === 5 ? 1 : 1_000 }, { storeRef: 'big', atMs: mondayMs + n * dayMs });
  const { items } = await read({ by: 'store', endMs: mondayMs + 40 * dayMs });
  expect(items).toHaveLength(100);
  expect(items[0]).toMatchObject({ storeRef: 'big', acts: 33, pointsForgiven: 32_001 });
  const days = items[0]?.days.map(({ at }) => (Date.parse(at) - mondayMs) / dayMs) ?? [];
  // Of those that are equal the newest.
  expect(days).toEqual(Array.from({ length: 33 }, (_, n) => n).filter((n) => n !== 5 && n !== 0));
  expect(items.at(-1)).toMatchObject({ storeRef: 'store-2', pointsForgiven: 3 });
});

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

test('▲ receipts are not read: each partition gives what its own index has, and no more than a slice', async () => {
  await db.query(
    `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
     SELECT $1, CASE WHEN n % 50 = 0 THEN 'return' ELSE 'evaluate' END, n::text, gen_random_uuid(), $2, ''::bytea,
            '{"pointsForgiven":1,"pointsReversed":1}', to_timestamp($3::bigint / 1000.0) + n * interval '1 second'
       FROM generate_series(1, 20000) AS n`,
    [environmentId, anna, mondayMs],
  );
  await db.query('ANALYZE transactions');
  const nodes: PlanNode[] = [];
  const explaining: Queryable = {
    query: async (statement, values) => {
      const text = typeof statement === 'string' ? statement : statement.text;
      if (text.includes('acts AS')) {
        const [row] = await db.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        nodes.push(...(row?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => nodesOf(Plan)));
      }
      return db.query(statement, values);
    },
  };
  const { items } = await read({}, { on: explaining, bounds: { sliceMax: 100, slicesMax: 2 } });
  expect(items).toMatchObject([{ acts: 200, pointsForgiven: 200 }]);
  const looked = nodes.filter((node) => node['Relation Name']?.startsWith('transactions_') === true);
  expect(looked).toHaveLength(2 * 16);
  for (const node of looked) expect(node['Index Name']).toMatch(/^transactions_\d\d_exceptions$/);
  // A merge of sorted partitions asks each for one row more than it takes.
  expect(looked.reduce((sum, node) => sum + node['Actual Rows'], 0)).toBeLessThanOrEqual(2 * (100 + 16));
});
