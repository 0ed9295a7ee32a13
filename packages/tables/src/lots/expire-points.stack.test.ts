import { factCodec } from '@loyalty/contracts';
import { createMessageWriter } from '@loyalty/engine';
import { createPostgresJobStore } from '@loyalty/jobs';
import { runJobNow } from '@loyalty/jobs/run-job-now';
import type { OutgoingMessage } from '@loyalty/kafka';
import { dayMs, type EnvironmentId, type MemberId, randomId, systemClock } from '@loyalty/kernel';
import { AdvisoryLocks, type Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { quickClock } from '@loyalty/testkit/runs';
import { createSnapshots } from '../snapshot/snapshots.ts';
import { readClosedEnvironments } from '../cells.ts';
import { createTenant } from '../tenants/tenants.ts';
import {
  beginningDay,
  beginningMs,
  enrolWithPoints,
  type GivenPoints,
  type LotMember,
  seenOf,
  touch,
} from '../testing/lots-on-postgres.ts';
import { createExpirePointsJob } from './expire-points.ts';

// A database of its own: the stack's tier-service expires points too, at a certain hour.
let scratch: ScratchDatabase;
let locks: AdvisoryLocks;
let db: Database;
let environmentId: EnvironmentId;
let sent: OutgoingMessage[];
let passedOver: MemberId[];
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  db = scratch.db;
  locks = new AdvisoryLocks(scratch.url);
});
beforeEach(async () => {
  environmentId = (await createTenant(db, { name: `Expiry ${randomId()}` })).environmentIds.live;
  sent = [];
  passedOver = [];
});
afterAll(() => scratch.drop());

const snapshots = () => createSnapshots({ db });
const job = () =>
  createExpirePointsJob({
    db,
    configuration: { loadAny: (id) => snapshots().get(id, 1) },
    writer: createMessageWriter({ replyId: () => 1, factId: () => 2 }),
    outbox: {
      add: (_, messages) => {
        sent.push(...messages);
        return Promise.resolve();
      },
    },
    clock: systemClock,
    onPassedOver: ({ memberId }) => passedOver.push(memberId),
  });

const enrol = (...given: readonly GivenPoints[]): Promise<LotMember> =>
  enrolWithPoints(db, environmentId, given);
const seen = (member: LotMember) => seenOf(db, environmentId, member);

/** Runs one chunk of a run for an instant, so many milliseconds after the beginning. */
const chunk = (afterMs: number, size = 100, cursor: { dueOn: number; memberId: MemberId } | null = null) =>
  db.transaction((tx) => job().chunk(tx, { environmentId, atMs: beginningMs + afterMs, cursor, size }));

const factsOf = () =>
  sent.map(({ value, key }) => {
    const fact = factCodec.readerFor(factCodec.schemaText)(value ?? Buffer.alloc(0));
    return { ...fact, key: key?.toString(), data: JSON.parse(fact.data.toString()) as unknown };
  });

test('▲ points expire once, at their instant and not a millisecond before, and the other points stay', async () => {
  const member = await enrol({ points: 10, onDay: 1 }, { points: 20, onDay: 3 }, { points: 5 });
  await chunk(dayMs - 1);
  expect(await seen(member)).toMatchObject({ balance: 35, entries: [] });
  await chunk(dayMs);
  const once = await seen(member);
  expect(once).toEqual({ balance: 25, entries: [{ type: 'EXPIRE', points: -10, seq: 4 }], lots: [[3, 20]] });
  await chunk(dayMs);
  expect(await seen(member)).toEqual(once);
});

test('a run publishes a member once, with the sum, the last entry and their key', async () => {
  const member = await enrol(
    { points: 10, onDay: 1 },
    { points: 20, onDay: 3 },
    { points: 5, slidingDays: 2 },
  );
  await enrol({ points: 7, onDay: 300 });
  await chunk(3 * dayMs);
  expect(factsOf()).toMatchObject([
    {
      type: 'points.expired',
      key: member.memberKey.toString('base64url'),
      ledgerSeq: 6,
      data: { memberId: member.memberId, pointsExpired: 35 },
    },
  ]);
  expect((await seen(member)).entries.map(({ points }) => points)).toEqual([-10, -5, -20]);
});

test('▲ a receipt between the read and the lock renews sliding lots: nothing expires, and a later run checks again', async () => {
  const member = await enrol({ points: 10, slidingDays: 5 });
  const { memberId } = member;
  const atMs = beginningMs + 4 * dayMs;
  let running: Promise<unknown> = Promise.resolve();
  await touch(db, environmentId, {
    memberId,
    atMs,
    waits: async () => {
      running = chunk(6 * dayMs);
      await untilLockWaits(db, 'SELECT %FROM members');
    },
  });
  await running;
  expect(await seen(member)).toEqual({ balance: 10, entries: [], lots: [[-5, 10]] });
  const due = await db.query('SELECT due_on AS day FROM point_lots WHERE member_id = $1', [memberId]);
  expect(due).toEqual([{ day: beginningDay + 9 }]);
});

test('▲ two leaders at once expire each lot once', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => enrol({ points: 10, onDay: 1 })));
  await Promise.all([chunk(dayMs), chunk(dayMs)]);
  for (const member of members) expect((await seen(member)).entries).toHaveLength(1);
  expect(sent).toHaveLength(20);
});

test('▲ a run ends although lots are due later on its day, and takes members in order', async () => {
  const late = await enrol({ points: 10, onDay: 1.75 });
  const early = await enrol({ points: 10, onDay: 1.25 });
  const taken: number[] = [];
  const expire = job();
  await runJobNow({
    job: { ...expire, sizes: { min: 1, max: 1 } },
    store: createPostgresJobStore({ database: db, locks, readClosed: readClosedEnvironments }),
    clock: quickClock(),
    atMs: beginningMs + 1.5 * dayMs,
    environments: [environmentId],
    onChunk: (count) => taken.push(count),
    onWait: () => undefined,
  });
  expect(taken).toEqual([1, 2, 2]);
  expect([(await seen(late)).balance, (await seen(early)).balance]).toEqual([10, 0]);
});

test('in steps or at once, the same points expire', async () => {
  const given = [
    { points: 1, onDay: 1 },
    { points: 2, onDay: 2 },
    { points: 4, slidingDays: 2 },
    { points: 8, onDay: 9 },
  ];
  const [stepwise, once] = [await enrol(...given), await enrol(...given)];
  await db.query('UPDATE point_lots SET due_on = due_on + 1000 WHERE member_id = $1', [once.memberId]);
  await chunk(dayMs);
  await db.query('UPDATE point_lots SET due_on = due_on - 1000 WHERE member_id = $1', [once.memberId]);
  await chunk(3 * dayMs);
  const [a, b] = [await seen(stepwise), await seen(once)];
  expect([a.balance, a.lots]).toEqual([b.balance, b.lots]);
  expect(b.balance).toBe(8);
});

test('a suspended member’s points expire, an erased member’s balance stays', async () => {
  const [suspended, erased] = [await enrol({ points: 10, onDay: 1 }), await enrol({ points: 10, onDay: 1 })];
  const become = 'UPDATE members SET state = $3 WHERE environment_id = $1 AND id = $2';
  await db.query(become, [environmentId, suspended.memberId, 'suspended']);
  await db.query(become, [environmentId, erased.memberId, 'anonymized']);
  await chunk(dayMs);
  expect((await seen(suspended)).balance).toBe(0);
  expect(await seen(erased)).toMatchObject({ balance: 10, entries: [] });
  // An erased member has no lots, and another reference.
  await db.query(become, [environmentId, erased.memberId, 'active']);
});

test('only environments in which points expire are scanned', async () => {
  await enrol({ points: 10 });
  expect(await job().environments()).not.toContain(environmentId);
  await enrol({ points: 10, onDay: 1 });
  expect(await job().environments()).toContain(environmentId);
});

test('a run by hand waits for a minute while a process leads the job', async () => {
  const store = createPostgresJobStore({ database: db, locks, readClosed: readClosedEnvironments });
  const named = { ...job(), name: `test-${randomId()}` };
  const clock = quickClock();
  const onWait = jest.fn();
  const run = { job: named, store, clock, atMs: beginningMs, environments: [environmentId], onWait };
  const leader = await store.lead(named.name);
  expect(await runJobNow({ ...run, onChunk: () => undefined })).toBeNull();
  expect(onWait).toHaveBeenCalledTimes(1);
  const later = runJobNow({ ...run, onChunk: () => undefined });
  await leader?.release();
  expect(await later).toBe(0);
});

test('▲ a member whose lots contradict the balance is skipped, and the points of others expire', async () => {
  const [broken, sound] = [await enrol({ points: 10, onDay: 1 }), await enrol({ points: 20, onDay: 1 })];
  // No engine does this: points were taken, but the lot was left.
  await db.query('UPDATE members SET points_balance = 5 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    broken.memberId,
  ]);
  await chunk(2 * dayMs);
  expect(passedOver).toEqual([broken.memberId]);
  expect(await seen(sound)).toMatchObject({ balance: 0, lots: [] });
  expect(await seen(broken)).toMatchObject({ balance: 5, lots: [[1, 10]] });
  await db.query('UPDATE members SET points_balance = 10 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    broken.memberId,
  ]);
});
