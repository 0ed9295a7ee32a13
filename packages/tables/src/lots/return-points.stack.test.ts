import { factCodec } from '@loyalty/contracts';
import { createMessageWriter } from '@loyalty/engine';
import type { JobChunkResult } from '@loyalty/jobs/job';
import type { OutgoingMessage } from '@loyalty/kafka';
import { dayMs, type EnvironmentId, randomId, systemClock } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { invariantChecks, runInvariantCheck } from '../checks/invariant-checks.ts';
import { createSnapshots } from '../snapshot/snapshots.ts';
import { createTenant } from '../tenants/tenants.ts';
import {
  beginningMs,
  enrolWithPoints,
  type GivenPoints,
  type LotMember,
  seenOf,
  touch,
} from '../testing/lots-on-postgres.ts';
import { createExpirePointsJob } from './expire-points.ts';
import { listExpiryRuns, type TakenCursor } from './expired-lots.ts';
import { createReturnPointsJob, type ReturnCounts } from './return-points.ts';

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let sent: OutgoingMessage[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Undo ${randomId()}` })).environmentIds.live;
  sent = [];
});
afterAll(() => scratch.drop());

const enrol = (...given: readonly GivenPoints[]): Promise<LotMember> =>
  enrolWithPoints(db, environmentId, given);
const seen = (member: LotMember) => seenOf(db, environmentId, member);

const ports = () => {
  const snapshots = createSnapshots({ db });
  return {
    db,
    configuration: { loadAny: (id: EnvironmentId) => snapshots.get(id, 1) },
    writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    outbox: {
      add: (_: unknown, messages: readonly OutgoingMessage[]) => {
        sent.push(...messages);
        return Promise.resolve();
      },
    },
  };
};

/** A run for an instant, so many days after the beginning. */
const expire = async (days: number): Promise<number> => {
  const job = createExpirePointsJob({ ...ports(), clock: systemClock, onPassedOver: () => undefined });
  const atMs = beginningMs + days * dayMs;
  await db.transaction((tx) => job.chunk(tx, { environmentId, atMs, cursor: null, size: 1_000 }));
  sent = [];
  return atMs;
};

/** Undoes a run in chunks of that many lots, when so many days have truly passed. */
const undo = async (
  runAtMs: number,
  { days = 0, size = 1_000, isDryRun = false } = {},
): Promise<ReturnCounts[]> => {
  const chunks: ReturnCounts[] = [];
  const job = createReturnPointsJob(
    { ...ports(), nowMs: beginningMs + days * dayMs, isDryRun, onReturned: (counts) => chunks.push(counts) },
    runAtMs,
  );
  expect(await job.environments()).toContain(environmentId);
  let cursor: TakenCursor | null = null;
  do {
    const from: TakenCursor | null = cursor;
    const done: JobChunkResult<TakenCursor> = await db.transaction((tx) =>
      job.chunk(tx, { environmentId, atMs: runAtMs, cursor: from, size }),
    );
    done.committed?.();
    ({ cursor } = done);
  } while (cursor !== null);
  return chunks;
};

const sumOf = (chunks: readonly ReturnCounts[], name: keyof ReturnCounts): number =>
  chunks.reduce((sum, counts) => sum + counts[name], 0);

const violations = async (): Promise<string[]> => {
  const checks = invariantChecks.filter(({ invariant }) =>
    ['I1', 'I2', 'I6', 'I13', 'I15'].includes(invariant),
  );
  expect(checks.length).toBeGreaterThan(4);
  const found = [];
  for (const check of checks) found.push({ check, ...(await runInvariantCheck(db, check)) });
  return found.filter((one) => one.violations > 0).map(({ check }) => check.invariant);
};

test('▲ a run by a clock a day ahead is undone: each lot is as it was, once, and the books add up (D137)', async () => {
  const member = await enrol(
    { points: 10, onDay: 1 },
    { points: 20, onDay: 3 },
    { points: 5, slidingDays: 1 },
  );
  const before = await seen(member);
  const runAtMs = await expire(1);
  expect((await seen(member)).balance).toBe(20);
  const given = await undo(runAtMs);
  expect([sumOf(given, 'lots'), sumOf(given, 'points')]).toEqual([2, 15]);
  const after = await seen(member);
  expect([after.balance, after.lots]).toEqual([before.balance, before.lots]);
  expect(after.entries.map(({ type, points, seq }) => [type, points, seq])).toEqual([
    ['EXPIRE', -10, 4],
    ['EXPIRE', -5, 5],
    ['ADJUST', 10, 6],
    ['ADJUST', 5, 7],
  ]);
  expect(sumOf(await undo(runAtMs), 'points')).toBe(0);
  expect(await seen(member)).toEqual(after);
  expect(await violations()).toEqual([]);
});

test('▲ a lot that came back expires at its time, and an undo of that run gives nothing', async () => {
  const member = await enrol({ points: 10, onDay: 1 }, { points: 5, slidingDays: 1 });
  await undo(await expire(1));
  const rightMs = await expire(1.5);
  expect(await seen(member)).toMatchObject({ balance: 0, lots: [] });
  const given = await undo(rightMs, { days: 1.5 });
  expect([sumOf(given, 'points'), sumOf(given, 'duePoints')]).toEqual([0, 15]);
  expect(await seen(member)).toMatchObject({ balance: 0, lots: [] });
});

test('a sliding lot comes back where the member was active since, though its day has passed', async () => {
  const [active, away] = [
    await enrol({ points: 5, slidingDays: 2 }),
    await enrol({ points: 7, slidingDays: 2 }),
  ];
  const runAtMs = await expire(2);
  const atMs = beginningMs + dayMs;
  await touch(db, environmentId, { memberId: active.memberId, atMs, waits: () => Promise.resolve() });
  await undo(runAtMs, { days: 2.5 });
  expect([(await seen(active)).lots, (await seen(away)).lots]).toEqual([[[-2, 5]], []]);
});

test('an erased member gets nothing, a suspended one everything', async () => {
  const [erased, suspended] = [await enrol({ points: 10, onDay: 1 }), await enrol({ points: 20, onDay: 1 })];
  const runAtMs = await expire(1);
  const become = 'UPDATE members SET state = $3 WHERE environment_id = $1 AND id = $2';
  await db.query(become, [environmentId, erased.memberId, 'anonymized']);
  await db.query(become, [environmentId, suspended.memberId, 'suspended']);
  const given = await undo(runAtMs);
  expect([sumOf(given, 'points'), sumOf(given, 'erasedLots')]).toEqual([20, 1]);
  expect([(await seen(erased)).balance, (await seen(suspended)).balance]).toEqual([0, 20]);
  await db.query(become, [environmentId, erased.memberId, 'active']);
});

test('▲ every chunk goes on behind the one before, also within a member, and each entry is announced', async () => {
  const members = await Promise.all(
    Array.from({ length: 3 }, () =>
      enrol({ points: 1, onDay: 0.25 }, { points: 2, onDay: 1 }, { points: 4, slidingDays: 1 }),
    ),
  );
  const runAtMs = await expire(1);
  const chunks = await undo(runAtMs, { size: 2 });
  expect(chunks.map(({ lots }) => lots)).toEqual([2, 2, 2, 2, 1]);
  for (const member of members) expect(await seen(member)).toMatchObject({ balance: 7 });
  const facts = sent.map(({ value }) => factCodec.readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0)));
  expect(facts.map(({ type }) => type)).toEqual(Array.from({ length: 9 }, () => 'points.adjusted'));
  const balances = facts.map(({ data }) => JSON.parse(data.toString()) as { pointsBalance: number });
  expect(Math.max(...balances.map(({ pointsBalance }) => pointsBalance))).toBe(7);
});

test('a dry run counts the same, and writes nothing', async () => {
  const member = await enrol({ points: 10, onDay: 1 });
  const runAtMs = await expire(1);
  const before = await seen(member);
  expect(sumOf(await undo(runAtMs, { isDryRun: true }), 'points')).toBe(10);
  expect([await seen(member), sent]).toEqual([before, []]);
});

test('runs are listed with what they took and what was given back; old ones are forgotten', async () => {
  await enrol({ points: 10, onDay: 1 });
  await enrol({ points: 20, onDay: 2 });
  const [first, second] = [await expire(1), await expire(2)];
  await undo(first);
  const counts = { environments: 1, members: 1, lots: 1 };
  expect(await listExpiryRuns(db, { environmentId })).toEqual([
    { runAtMs: second, ...counts, points: 20, returnedLots: 0, returnedPoints: 0 },
    { runAtMs: first, ...counts, points: 10, returnedLots: 1, returnedPoints: 10 },
  ]);
  const now = { now: () => second + 90 * dayMs };
  const later = createExpirePointsJob({
    ...ports(),
    clock: { ...systemClock, ...now },
    onPassedOver: () => undefined,
  });
  const chunk = { environmentId, atMs: now.now(), cursor: null, size: 1_000 };
  await db.transaction((tx) => later.chunk(tx, chunk));
  expect((await listExpiryRuns(db, { environmentId })).map(({ runAtMs }) => runAtMs)).toEqual([
    now.now(),
    second,
  ]);
});
