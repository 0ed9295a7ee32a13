import { factCodec } from '@loyalty/contracts';
import { createMessageWriter } from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { dayMs, type EnvironmentId, randomId, type TransactionId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { pendingCheck } from '../checks/subject-checks.ts';
import { readLedgerPage } from '../ledger/ledger.ts';
import { createSnapshots } from '../snapshot/snapshots.ts';
import { createTenant } from '../tenants/tenants.ts';
import { beginningMs, enrolWithPoints, type LotMember, seenOf } from '../testing/lots-on-postgres.ts';
import { createMaturePointsJob } from './mature-points.ts';
import {
  insertPending,
  listPending,
  readEnvironmentsToMature,
  readPendingOverdue,
  writePending,
} from './pending-points.ts';

// A database of its own: the stack's tier-service lets points mature too.
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let sent: OutgoingMessage[];
let passedOver: number[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Maturing ${randomId()}` })).environmentIds.live;
  sent = [];
  passedOver = [];
});
afterEach(() => db.query('DELETE FROM pending_points'));
afterAll(() => scratch.drop());

const job = () =>
  createMaturePointsJob({
    db,
    configuration: { loadAny: (id) => createSnapshots({ db }).get(id, 1) },
    writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    outbox: {
      add: (_, messages) => {
        sent.push(...messages);
        return Promise.resolve();
      },
    },
    clock: { now: () => beginningMs },
    onPassedOver: ({ points }) => passedOver.push(points),
  });

type Cursor = Parameters<ReturnType<typeof job>['chunk']>[1]['cursor'];

/** Runs one chunk of a run for an instant, so many milliseconds after the beginning. */
const chunk = (afterMs: number, size = 100, cursor: Cursor = null) =>
  db.transaction((tx) => job().chunk(tx, { environmentId, atMs: beginningMs + afterMs, cursor, size }));

interface Waiting {
  readonly points: number;
  readonly afterMs?: number;
  readonly n?: number;
  readonly days?: number;
  readonly transactionId?: string;
}

const wait = (member: LotMember, { points, afterMs = 0, n = 0, days, transactionId = randomId() }: Waiting) =>
  db.transaction((tx) =>
    insertPending(tx, [
      {
        environmentId,
        memberId: member.memberId,
        transactionId: transactionId as TransactionId,
        n,
        points,
        dueAtMs: beginningMs + afterMs,
        pointsExpiry: days === undefined ? null : { type: 'ROLLING', days },
        description: 'Some',
      },
    ]),
  );

const enrol = () => enrolWithPoints(db, environmentId, [{ points: 5 }]);
const seen = (member: LotMember) => seenOf(db, environmentId, member);
const left = async ({ memberId }: LotMember) =>
  (await listPending(db, environmentId, { memberId, after: null, limit: 100 })).map(({ points }) => points);

test('▲ points mature once, at their instant and not a millisecond before, with an expiry that begins then (D183)', async () => {
  const member = await enrol();
  const transactionId = randomId();
  await wait(member, { points: 10, afterMs: 1_000, days: 3, transactionId });
  await wait(member, { points: 20, afterMs: 2_000 });
  await chunk(999);
  expect([await seen(member), await left(member)]).toMatchObject([{ balance: 5, entries: [] }, [10, 20]]);
  await chunk(1_000);
  const once = await seen(member);
  const lots = [[3, 10]];
  expect(once).toEqual({ balance: 15, entries: [{ type: 'EARN', points: 10, seq: 2 }], lots });
  await chunk(1_000);
  expect([await seen(member), await left(member)]).toEqual([once, [20]]);
  const rows = await db.query<{ id: string; lifetime: number }>(
    `SELECT e.transaction_id AS id, m.lifetime_points AS lifetime FROM ledger_entries e JOIN members m ON m.id = e.member_id
      WHERE e.member_id = $1 AND e.type = 'EARN'`,
    [member.memberId],
  );
  expect(rows).toEqual([{ id: transactionId, lifetime: 10 }]);
  const facts = sent.map(({ value }) => factCodec.readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0)));
  expect(
    facts.map(({ type, ledgerSeq, data }) => [type, ledgerSeq, JSON.parse(data.toString()) as unknown]),
  ).toEqual([
    ['points.matured', 2, { memberId: member.memberId, transactionId, points: 10, pointsBalance: 15 }],
  ]);
});

test('▲ points of returns are deducted as they mature: the lot gains what is left, and the ledger names the receipt (D193)', async () => {
  const member = await enrol();
  const { memberId } = member;
  const transactionId = randomId();
  await db.query('UPDATE members SET points_to_deduct = 25 WHERE id = $1', [memberId]);
  await db.query(
    `INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
     VALUES ($1, 'evaluate', $2, $3, $4, '', '', to_timestamp(0))`,
    [environmentId, `of ${memberId}`, transactionId, memberId],
  );
  await wait(member, { points: 20, days: 3, transactionId });
  await wait(member, { points: 15, n: 1, days: 3, afterMs: 1, transactionId });
  await chunk(1);
  expect(await seen(member)).toEqual({
    balance: 15,
    entries: [
      { type: 'EARN', points: 20, seq: 2 },
      { type: 'RETURN', points: -20, seq: 3 },
      { type: 'EARN', points: 15, seq: 4 },
      { type: 'RETURN', points: -5, seq: 5 },
    ],
    lots: [[3, 10]],
  });
  const [stored] = await db.query(
    `SELECT points_to_deduct AS "toDeduct", lifetime_points AS lifetime FROM members WHERE id = $1`,
    [memberId],
  );
  expect(stored).toEqual({ toDeduct: 0, lifetime: 35 });
  const facts = sent.map(({ value }) => factCodec.readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0)));
  expect(facts.map(({ ledgerSeq, data }) => [ledgerSeq, JSON.parse(data.toString()) as unknown])).toEqual([
    [2, { memberId, transactionId, points: 20, pointsDeducted: 20, pointsBalance: 5 }],
    [4, { memberId, transactionId, points: 15, pointsDeducted: 5, pointsBalance: 15 }],
  ]);
  const scope = { environmentId, tenantId: '' };
  const { entries } = await readLedgerPage(db, scope, { memberId, belowSeq: null, limit: 4 });
  expect(entries.map(({ transactionRef }) => transactionRef)).toEqual(Array(4).fill(`of ${memberId}`));
  await db.query('DELETE FROM transactions WHERE id = $1', [transactionId]);
});

test('▲ two leaders at once let each row mature once', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, enrol));
  for (const member of members) await wait(member, { points: 10 });
  await Promise.all([chunk(dayMs), chunk(dayMs)]);
  for (const member of members)
    expect(await seen(member)).toMatchObject({ balance: 15, entries: [{ seq: 2 }] });
  expect(sent).toHaveLength(20);
});

test('▲ a chunk that is rolled back leaves nothing, and the next gives the same ids', async () => {
  const member = await enrol();
  await wait(member, { points: 10 });
  const failing = db.transaction(async (tx) => {
    await job().chunk(tx, { environmentId, atMs: beginningMs, cursor: null, size: 10 });
    throw new Error('killed');
  });
  await expect(failing).rejects.toThrow('killed');
  expect([await seen(member), await left(member)]).toMatchObject([{ balance: 5, entries: [] }, [10]]);
  await chunk(0);
  const [first, second] = sent.map(
    ({ value }) => factCodec.readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0)).id,
  );
  expect([first, sent.length]).toEqual([second, 2]);
});

test('a card with many receipts is spread over chunks, in the order of time', async () => {
  const [card, other] = [await enrol(), await enrol()];
  for (const afterMs of [1, 2, 3, 4, 5]) await wait(card, { points: afterMs, afterMs });
  await wait(other, { points: 7, afterMs: 2 });
  const first = await chunk(dayMs, 3);
  expect([await left(card), first.taken]).toEqual([[3, 4, 5], 3]);
  await chunk(dayMs, 10, first.cursor);
  expect([await left(card), await left(other)]).toEqual([[], []]);
  expect(await seen(card)).toMatchObject({ balance: 20 });
});

test('what would pass the largest balance waits and is counted; of an erased member nothing matures', async () => {
  const [full, erased] = [await enrol(), await enrol()];
  await wait(full, { points: Number.MAX_SAFE_INTEGER });
  await wait(erased, { points: 10 });
  await db.query(`UPDATE members SET state = 'anonymized' WHERE id = $1`, [erased.memberId]);
  expect(await runInvariantCheck(db, pendingCheck)).toMatchObject({ violations: 2 });
  await chunk(0);
  expect([passedOver, await left(full), await left(erased)]).toEqual([
    [Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER],
    [],
  ]);
  expect(await seen(erased)).toMatchObject({ balance: 5, entries: [] });
});

test('an environment is looked into once its oldest row is due, and how late it is shows', async () => {
  const member = await enrol();
  await wait(member, { points: 10 });
  expect([await readEnvironmentsToMature(db), await readPendingOverdue(db)]).toEqual([[], 0]);
  await db.query(`UPDATE pending_points SET due_at = now() - interval '100 seconds'`);
  expect(await readEnvironmentsToMature(db)).toEqual([environmentId]);
  expect(await readPendingOverdue(db)).toBeGreaterThanOrEqual(100);
});

test('rows are listed by time, page by page, and a return writes what is left of them', async () => {
  const member = await enrol();
  const { memberId } = member;
  const transactionId = randomId();
  for (const n of [0, 1, 2]) await wait(member, { points: 10 + n, n, transactionId });
  const first = await listPending(db, environmentId, { memberId, after: null, limit: 2 });
  const rest = await listPending(db, environmentId, { memberId, after: first[1] ?? null, limit: 2 });
  expect([...first, ...rest].map(({ n, points }) => [n, points])).toEqual([
    [0, 10],
    [1, 11],
    [2, 12],
  ]);
  const name = {
    environmentId,
    memberId: memberId,
    transactionId: transactionId as TransactionId,
  };
  await db.transaction((tx) =>
    writePending(tx, [
      { ...name, n: 0, points: 0 },
      { ...name, n: 2, points: 4 },
    ]),
  );
  expect(await left(member)).toEqual([11, 4]);
});

test('▲ an older ingress cannot store a campaign whose points wait under the version of its own rules (D181)', async () => {
  const insert = (version: number, rule: object) =>
    db.query<{ id: string }>(
      `INSERT INTO campaigns (environment_id, id, name, state, earning_rule, alert_threshold, rules_version)
       VALUES ($1, gen_random_uuid(), 'a', 'DRAFT', $2, 0.8, $3) RETURNING id`,
      [environmentId, JSON.stringify(rule), version],
    );
  const rule = { type: 'FIXED_POINTS', points: 1 };
  await expect(insert(2, { ...rule, pendingDays: 1 })).rejects.toThrow('campaigns_pending_needs_newer_rules');
  onlyRow(await insert(3, { ...rule, pendingDays: 1 }), 'a campaign');
  onlyRow(await insert(1, rule), 'a campaign');
});
