import { type EnvironmentId, type MemberId, randomId, uuidMax } from '@loyalty/kernel';
import type { SegmentComparison, SegmentRule } from '@loyalty/rules/segments';
import type { Database } from '@loyalty/storage';
import { createScratchDatabase } from '@loyalty/testkit/database';
import { accountsMigrations } from '../migrations.ts';
import { storeMember } from '../testing/judged-members.ts';
import {
  type BuiltStatement,
  type RuledSegment,
  type SegmentChunk,
  segmentPageWrites,
  setChunkPlanner,
  writeSegmentChunk,
} from './evaluate-rules.ts';

const today = 20_000;

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let db: Database;
beforeAll(async () => {
  scratch = await createScratchDatabase(accountsMigrations);
  db = scratch.db;
});
afterAll(() => scratch.drop());

let environmentId = 0 as EnvironmentId;
let segmentId: string;
beforeEach(() => {
  environmentId = (environmentId + 1) as EnvironmentId;
  segmentId = randomId();
});

/** The nth id. */
const idOf = (n: number) => `00000000-0000-7000-8000-${n.toString().padStart(12, '0')}` as MemberId;

const ruleOf = (comparison: SegmentComparison): SegmentRule => ({
  operator: 'AND',
  conditions: [comparison],
});

const pageOf = (segments: readonly RuledSegment[], endId: string = uuidMax): SegmentChunk => ({
  environmentId,
  afterId: null,
  endId,
  segments,
  tiers: [],
  today,
});

const write = (segments: readonly RuledSegment[]) =>
  db.transaction((tx) => writeSegmentChunk(tx, pageOf(segments)));

const membersOf = async (id = segmentId): Promise<number[]> => {
  const rows = await db.query<{ memberId: string }>(
    'SELECT member_id AS "memberId" FROM segment_members WHERE environment_id = $1 AND segment_id = $2 ORDER BY 1',
    [environmentId, id],
  );
  return rows.map(({ memberId }) => Number(memberId.slice(-12)));
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Join Type'?: string;
  readonly 'One-Time Filter'?: string;
  readonly 'Heap Fetches'?: number;
  readonly 'Actual Loops': number;
  readonly Plans?: readonly PlanNode[];
}

/** Runs a statement. Returns every node of its plan. */
const planOf = async ({ text, values }: BuiltStatement): Promise<PlanNode[]> => {
  const nodes: PlanNode[] = [];
  await db.transaction(async (tx) => {
    await setChunkPlanner(tx);
    const [row] = await tx.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    const walk = (node: PlanNode): void => {
      nodes.push(node);
      node.Plans?.forEach(walk);
    };
    row?.['QUERY PLAN'].forEach(({ Plan }) => {
      walk(Plan);
    });
  });
  return nodes;
};

/** A hundred members, so many of them with purchases five days ago, the others half a year ago; vacuumed. */
const enrolShoppers = async (active: number) => {
  for (let n = 1; n <= 100; n += 1) {
    const day = n <= active ? today - 5 : today - 200;
    const purchases = [
      { day: day - 1, cents: 10, txns: 1 },
      { day, cents: 10, txns: 1 },
    ];
    await storeMember(db, environmentId, { memberId: idOf(n), purchases });
  }
  await db.query('VACUUM ANALYZE member_days');
  await db.query('VACUUM ANALYZE members');
};

const ofMemberDays = (nodes: readonly PlanNode[]) =>
  nodes.filter((node) => node['Relation Name'] === 'member_days');

test('▲ all windows up to 90 days, of all segments, come from one scan of days, whatever the estimates say', async () => {
  await enrolShoppers(20);
  const fields = ['spend_cents_7d', 'spend_cents_30d', 'txn_count_90d', 'avg_basket_cents_30d'] as const;
  const segments = fields.map((field) => ({
    segmentId: randomId(),
    rule: ruleOf({ field, op: 'gte', value: 2 }),
  }));
  const endsAfter = [uuidMax, idOf(50), idOf(1)];
  for (const endId of endsAfter) {
    const nodes = await planOf(segmentPageWrites(pageOf(segments, endId)));
    expect(ofMemberDays(nodes)).toMatchObject([
      { 'Node Type': 'Index Only Scan', 'Heap Fetches': 0, 'Actual Loops': 1 },
    ]);
    const joins = nodes.filter((node) => node['Join Type'] === 'Full').map((node) => node['Node Type']);
    expect(joins).toHaveLength(1);
    expect(['Hash Join', 'Merge Join']).toEqual(expect.arrayContaining(joins));
  }
  for (const { segmentId: id } of segments) expect(await membersOf(id)).toHaveLength(20);
});

test('▲ a window of a year is looked up, and only for active members; days are read from their key alone', async () => {
  await enrolShoppers(100);
  await db.query(
    `UPDATE members SET last_txn_day = last_txn_day - 400 WHERE environment_id = $1 AND id > $2`,
    [environmentId, idOf(20)],
  );
  await db.query('VACUUM ANALYZE members');
  const rule = ruleOf({ field: 'spend_cents_365d', op: 'gte', value: 20 });
  const nodes = await planOf(segmentPageWrites(pageOf([{ segmentId, rule }])));
  expect(nodes.filter((node) => node['One-Time Filter'] !== undefined)).toHaveLength(1);
  expect(ofMemberDays(nodes)).toMatchObject([
    { 'Node Type': 'Index Only Scan', 'Heap Fetches': 0, 'Actual Loops': 20 },
  ]);
  expect(await membersOf()).toHaveLength(20);
});

test('▲ days without a member match no rule', async () => {
  await storeMember(db, environmentId, {
    memberId: idOf(1),
    purchases: [{ day: today, cents: 10, txns: 1 }],
  });
  await db.query('DELETE FROM members WHERE environment_id = $1', [environmentId]);
  const rules = [
    ruleOf({ field: 'spend_cents_30d', op: 'neq', value: 5 }),
    ruleOf({ field: 'txn_count_7d', op: 'lt', value: 5 }),
  ];
  const segments = rules.map((rule) => ({ segmentId: randomId(), rule }));
  expect(await write(segments)).toEqual([]);
});

test('▲ a window is exact with totals at both ends of what is stored, and with purchases of tomorrow', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  const boughtOn = (...given: readonly (readonly [number, number])[]) =>
    given.map(([day, cents]) => ({ day, cents, txns: 1 }));
  await storeMember(db, environmentId, {
    memberId: idOf(1),
    purchases: boughtOn([today - 100, most], [today - 89, -7]),
  });
  await storeMember(db, environmentId, {
    memberId: idOf(2),
    purchases: boughtOn([today - 100, -most], [today + 1, 7]),
  });
  await storeMember(db, environmentId, {
    memberId: idOf(3),
    purchases: boughtOn([today - 90, 1], [today + 2_000, 7]),
  });
  const spent = (value: number): RuledSegment => ({
    segmentId: randomId(),
    rule: ruleOf({ field: 'spend_cents_90d', op: 'eq', value }),
  });
  const [returned, bought] = [spent(-7), spent(7)];
  await write([returned, bought]);
  expect([await membersOf(returned.segmentId), await membersOf(bought.segmentId)]).toEqual([[1], [2, 3]]);
});
