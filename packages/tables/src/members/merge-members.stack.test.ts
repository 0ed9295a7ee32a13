import { type EnvironmentId, type MemberId, randomId } from '@loyalty/kernel';
import { rulesVersion } from '@loyalty/rules';
import type { Database } from '@loyalty/storage';
import { forgetProcess, noteProcess } from '@loyalty/storage/processes';
import { createSchemaDatabase, type ScratchDatabase, untilLockWaits } from '@loyalty/testkit/database';
import { lockAccounts, ReferenceMoved } from '../accounts/accounts.ts';
import { importChecks } from '../checks/import-checks.ts';
import { runInvariantCheck } from '../checks/invariant-checks.ts';
import { mergeChecks } from '../checks/merge-checks.ts';
import { referenceChecks } from '../checks/reference-checks.ts';
import { addSegmentMembers, readSegmentStates } from '../memberships.ts';
import { createSegment } from '../segments/change-segment.ts';
import { createTenant } from '../tenants/tenants.ts';
import { enrolMember, keyOfMember } from '../testing/enrol-member.ts';
import { giveReference } from '../testing/give-reference.ts';
import { storeReceipts } from '../testing/store-receipts.ts';
import { storeReward } from '../testing/store-reward.ts';
import { createTier } from '../tiers/change-tier.ts';
import { findMember, findMemberByKey, lockMembers, type Scope } from './members.ts';
import { mergeMembers, type MergeResult } from './merge-members.ts';
import { listReferences, releaseReference } from './references.ts';

let scratch: ScratchDatabase;
let db: Database;
let scope: Scope;
let environmentId: EnvironmentId;
let winner: MemberId;
let loser: MemberId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
beforeEach(async () => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: `Test ${randomId()}` });
  environmentId = environmentIds.live;
  scope = { tenantId, environmentId };
  [winner, loser] = [await enrolMember(db, environmentId), await enrolMember(db, environmentId)];
});
afterEach(() => expectSound());
afterAll(() => scratch.drop());

const expectSound = async (): Promise<void> => {
  for (const check of [...referenceChecks, ...mergeChecks, ...importChecks])
    expect(await runInvariantCheck(db, check)).toMatchObject({ violations: 0 });
};

const merge = (winnerId: string = winner, loserId: string = loser): Promise<MergeResult> =>
  db.transaction((tx) =>
    mergeMembers(tx, { environmentId, winnerId, loserId, reason: 'One person', atMs: Date.now() }),
  );

const blockersOf = async (): Promise<readonly unknown[]> => {
  const result = await merge();
  return result.outcome === 'blocked' ? result.blockers : [result.outcome];
};

const give = (memberId: MemberId, points: number, expiresOn: number | null = null): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await tx.query<{ readonly seq: number }>(
      `UPDATE members SET points_balance = points_balance + $3, ledger_seq = ledger_seq + 1
        WHERE environment_id = $1 AND id = $2 RETURNING ledger_seq AS seq`,
      [environmentId, memberId, points],
    );
    await tx.query(
      `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, created_at, expires_at)
       SELECT $1, $2, $3, $4, 'ADJUST', $5, m.points_balance, 'By hand', now(), to_timestamp($6::bigint * 86400 + 60)
         FROM members m WHERE m.environment_id = $1 AND m.id = $2`,
      [environmentId, memberId, rows[0]?.seq, randomId(), points, expiresOn],
    );
    if (expiresOn !== null)
      await tx.query(
        `INSERT INTO point_lots AS l (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
         VALUES ($1, $2, 0, $3, to_timestamp($3::int * 86400.0 + 60), $4, now(), $3)
         ON CONFLICT (environment_id, member_id, sliding_days, expires_on) DO UPDATE SET points = l.points + EXCLUDED.points`,
        [environmentId, memberId, expiresOn, points],
      );
  });

const rowsOf = async (table: string, columns: string, memberId: MemberId): Promise<unknown[]> =>
  (
    await db.query<Readonly<Record<string, unknown>>>(
      `SELECT ${columns} FROM ${table} WHERE environment_id = $1 AND member_id = $2 ORDER BY 1, 2`,
      [environmentId, memberId],
    )
  ).map((row) => Object.values(row));

const [soon, later] = [40_000, 40_001];

test('points go to the winner with the days on which they expire, and both ledgers say so (D346)', async () => {
  await give(loser, 30, soon);
  await give(loser, 5, later);
  await give(loser, 7);
  await give(winner, 100, soon);
  expect(await merge()).toMatchObject({
    outcome: 'merged',
    pointsMoved: 42,
    pointsBalance: 142,
    ledgerSeq: 2,
  });
  expect(await rowsOf('point_lots', 'expires_on, points', winner)).toEqual([
    [soon, 130],
    [later, 5],
  ]);
  expect(await rowsOf('point_lots', 'expires_on, points', loser)).toEqual([]);
  const entries = 'seq, points, balance_after, from_lots';
  expect((await rowsOf('ledger_entries', entries, winner)).at(-1)).toEqual([
    2,
    42,
    142,
    [
      [0, soon, -30],
      [0, later, -5],
    ],
  ]);
  expect((await rowsOf('ledger_entries', entries, loser)).at(-1)).toEqual([
    4,
    -42,
    0,
    [
      [0, soon, 30],
      [0, later, 5],
    ],
  ]);
});

const counter = (memberId: MemberId, kind: string, [count, completed]: readonly [number, number]) =>
  db.query(
    `INSERT INTO member_counters (environment_id, member_id, campaign_id, kind, count, completed, last_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [environmentId, memberId, campaign, kind, count, completed],
  );
const campaign = randomId();

test('stamps, visits and uses add up, and a sign-up counts once (D346)', async () => {
  await counter(loser, 'STAMPS', [6, 2]);
  await counter(winner, 'STAMPS', [7, 1]);
  await counter(loser, 'SIGNUP', [1, 0]);
  await counter(winner, 'SIGNUP', [1, 0]);
  await counter(loser, 'VISITS', [3, 0]);
  for (const memberId of [winner, loser])
    await db.query(
      `INSERT INTO member_uses (environment_id, member_id, campaign_id, period, starts_on, times, points)
       VALUES ($1, $2, $3, 1, 20000, 2, 50), ($1, $2, $3, 0, 0, 2147483000, 1)`,
      [environmentId, memberId, campaign],
    );
  await merge();
  expect(await rowsOf('member_counters', 'kind, count, completed', winner)).toEqual([
    ['SIGNUP', 1, 0],
    ['STAMPS', 13, 3],
    ['VISITS', 3, 0],
  ]);
  expect(await rowsOf('member_uses', 'period, times, points', winner)).toEqual([
    [0, 2_147_483_647, 2],
    [1, 4, 100],
  ]);
});

test('all rewards are moved, used ones too, so that a tier gives none of them twice (D346)', async () => {
  const states = ['ISSUED', 'REDEEMED', 'EXPIRED', 'FAILED', 'PENDING_FULFILMENT'] as const;
  for (const state of states) await storeReward(db, { environmentId, memberId: loser }, { state });
  await db.query('UPDATE members SET tier_seq = 4 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    loser,
  ]);
  expect(await merge()).toMatchObject({ rewardsMoved: states.length });
  expect(await rowsOf('rewards', 'state, id', winner)).toHaveLength(states.length);
  expect(await db.query('SELECT tier_seq FROM members WHERE id = $1', [winner])).toEqual([{ tier_seq: 4 }]);
});

test('static segments are the winner’s at once, and the counts of segments stay true (I17, D346)', async () => {
  const segments: string[] = [];
  for (const name of ['both', 'one']) {
    const made = await createSegment(db, environmentId, { name, type: 'STATIC' });
    if (made.outcome !== 'created') throw new Error(made.outcome);
    segments.push(made.record.id);
  }
  const [both = '', one = ''] = segments;
  const conditions = [{ field: 'points_balance', op: 'gte', value: 0 }] as const;
  const rules = { operator: 'AND', conditions } as const;
  const dynamic = await createSegment(db, environmentId, { name: 'd', type: 'DYNAMIC', rules });
  if (dynamic.outcome !== 'created') throw new Error(dynamic.outcome);
  await db.transaction(async (tx) => {
    await addSegmentMembers(tx, { environmentId, segmentId: both }, [winner, loser]);
    await addSegmentMembers(tx, { environmentId, segmentId: one }, [loser]);
    await addSegmentMembers(tx, { environmentId, segmentId: dynamic.record.id }, [loser]);
  });
  await merge();
  const ids = [both, one, dynamic.record.id];
  const states = await readSegmentStates(db, environmentId, ids);
  expect(ids.map((id) => states.get(id)?.memberCount ?? 0)).toEqual([1, 1, 0]);
  expect(await rowsOf('segment_members', 'member_id, segment_id', loser)).toEqual([]);
});

test('what the loser bought counts in the totals, and in no window (I15, D346)', async () => {
  const today = Math.floor(Date.now() / 86_400_000);
  await storeReceipts(db, { environmentId, memberId: loser }, [{ day: today - 3, cents: 500 }]);
  await storeReceipts(db, { environmentId, memberId: winner }, [{ day: today - 1, cents: 200 }]);
  await merge();
  const totals = await db.query(
    'SELECT spend_cents, txn_count FROM members WHERE environment_id = $1 AND id = $2',
    [environmentId, winner],
  );
  expect(totals).toEqual([{ spend_cents: 700, txn_count: 2 }]);
  expect(await rowsOf('member_days', 'spend_before, txns_before', winner)).toEqual([
    [500, 1],
    [500, 1],
  ]);
  expect(await rowsOf('member_days', 'day, spend_before', loser)).toEqual([]);
});

test('the loser is found by id as merged, and their references find the winner (D346)', async () => {
  await giveReference(db, environmentId, { memberId: loser, reference: 'app' });
  await give(loser, 10);
  await merge();
  expect(await findMember(db, scope, loser)).toMatchObject({
    state: 'merged',
    mergedInto: winner,
    pointsBalance: 0,
    stateReason: 'One person',
  });
  expect(await findMemberByKey(db, scope, keyOfMember(loser))).toMatchObject({ id: winner, state: 'active' });
  expect(await db.transaction((tx) => lockMembers(tx, environmentId, [loser]))).toEqual([]);
  expect(await listReferences(db, environmentId, winner)).toMatchObject([
    { isPrimary: true, mergedMemberId: null },
    { reference: 'app', isPrimary: false, mergedMemberId: null },
    { reference: loser, isPrimary: false, mergedMemberId: loser },
  ]);
});

test('a blocked card of the loser stays blocked, and is not released (D346)', async () => {
  await giveReference(db, environmentId, {
    memberId: loser,
    reference: loser,
    memberKey: keyOfMember(loser),
    state: 'BLOCKED',
  });
  await merge();
  const [, card] = await listReferences(db, environmentId, winner);
  expect(card).toMatchObject({ reference: loser, state: 'BLOCKED' });
  const order = { environmentId, memberId: winner, reference: loser, memberKey: keyOfMember(loser), atMs: 0 };
  expect(await db.transaction((tx) => releaseReference(tx, order))).toEqual({ outcome: 'merged' });
});

test('again it changes nothing, the other way round and into a third it is refused (D346)', async () => {
  const third = await enrolMember(db, environmentId);
  await give(loser, 10);
  await merge();
  expect(await merge()).toMatchObject({ outcome: 'unchanged' });
  const blockers = [{ reason: 'MERGED', memberId: loser, mergedInto: winner }];
  expect(await merge(loser, winner)).toEqual({ outcome: 'blocked', blockers });
  expect(await merge(third, loser)).toEqual({ outcome: 'blocked', blockers });
  expect(await merge(third, randomId())).toMatchObject({ outcome: 'not-found' });
});

test('no row leads to one that leads: a winner who is merged takes all along (I28, D346)', async () => {
  const third = await enrolMember(db, environmentId);
  await give(loser, 10, soon);
  await merge();
  await give(winner, 5);
  expect(await merge(third, winner)).toMatchObject({ outcome: 'merged', pointsMoved: 15 });
  const led = await db.query(
    'SELECT id FROM members WHERE environment_id = $1 AND leads_to = $2 ORDER BY id',
    [environmentId, third],
  );
  expect(led).toEqual([winner, loser].sort().map((id) => ({ id })));
  expect(await rowsOf('point_lots', 'expires_on, points', third)).toEqual([[soon, 10]]);
});

test('a dry run would name everything that hinders at once (D346)', async () => {
  await createTier(db, environmentId, { name: 'Gold', minLifetimePoints: 0 });
  await db.query(`UPDATE members SET state = 'suspended' WHERE environment_id = $1 AND id = $2`, [
    environmentId,
    winner,
  ]);
  await db.query(
    `INSERT INTO open_redemptions (environment_id, member_id, ref, transaction_id, points, expires_at, ask_at)
     VALUES ($1, $2, 'r', $3, 1, now(), now())`,
    [environmentId, loser, randomId()],
  );
  expect(await blockersOf()).toEqual([
    { reason: 'NOT_ACTIVE', memberId: winner },
    { reason: 'OPEN_AUTHORIZATION', memberId: loser },
    { reason: 'RETRY', memberId: winner },
    { reason: 'RETRY', memberId: loser },
  ]);
  await db.query('DELETE FROM open_redemptions WHERE environment_id = $1', [environmentId]);
});

test('a merge has at most 20 references, 1,000 rewards and 5,000 other rows (D346)', async () => {
  for (let n = 0; n < 10; n += 1)
    for (const memberId of [winner, loser])
      await giveReference(db, environmentId, { memberId, reference: `${memberId} ${n.toString()}` });
  await db.query(
    `INSERT INTO rewards (environment_id, id, member_id, campaign_id, reward_type, value, state, created_at)
     SELECT $1, gen_random_uuid(), $2, $3, 'GIFT_CARD', '{"amount":1}', 'PENDING_FULFILMENT', now() FROM generate_series(1, 1001)`,
    [environmentId, loser, randomId()],
  );
  await db.query(
    `INSERT INTO member_uses (environment_id, member_id, campaign_id, period, starts_on, times, points)
     SELECT $1, $2, $3, 1, n, 1, 1 FROM generate_series(1, 5001) AS n`,
    [environmentId, loser, randomId()],
  );
  const exceeded = { reason: 'LIMIT_EXCEEDED', memberId: loser };
  expect(await blockersOf()).toEqual([
    { ...exceeded, limit: 20, of: 'memberReferences' },
    { ...exceeded, limit: 1_000, of: 'mergedRewards' },
    { ...exceeded, limit: 5_000, of: 'mergedRows' },
  ]);
});

test('beside an older engine nobody is merged (D346)', async () => {
  const id = randomId();
  const older = { service: 'earn-engine', version: 'older', schema: 'any', rulesVersion: rulesVersion - 1 };
  await noteProcess(db, { id, ...older });
  expect(await merge()).toEqual({
    outcome: 'not-yet-available',
    needs: rulesVersion,
    known: rulesVersion - 1,
  });
  await forgetProcess(db, id);
});

test('an engine that waited for the loser’s lock finds that they lead, and asks again (D346)', async () => {
  const identities = [{ environmentId, memberKey: keyOfMember(loser) }];
  const engine = await db.transaction(async (tx) => {
    await mergeMembers(tx, {
      environmentId,
      winnerId: winner,
      loserId: loser,
      reason: 'x',
      atMs: Date.now(),
    });
    const waiting = db
      .transaction((other) => lockAccounts(other, identities))
      .catch((failure: unknown) => failure);
    await untilLockWaits(db, '%WHERE (environment_id, member_key) IN');
    return { waiting };
  });
  expect(await engine.waiting).toBeInstanceOf(ReferenceMoved);
});
