import type { FactType } from '@loyalty/contracts';
import {
  type EnvironmentId,
  type MemberId,
  randomId,
  type TierId,
  type TransactionId,
} from '@loyalty/kernel';
import {
  closeEpoch,
  countOpenRows,
  listDifferences,
  listEpochs,
  listGhosts,
  type PublishedFact,
  readPublishedIds,
} from '@loyalty/storage/history';
import { insertRewards } from '@loyalty/tables/granted-rewards';
import { takeBackRewards } from '@loyalty/tables/returned-rewards';
import { createTenant } from '@loyalty/tables/tenants';
import { newMember } from '@loyalty/tables/testing';
import { enrolMembers, insertPostings, insertTransactions } from '@loyalty/tables/transactions';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { settleHistory } from '../differences/settle-history.ts';
import { MissingFactsRecorder } from './compare-facts.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
let epoch: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  environmentId = (await createTenant(scratch.db, { name: 'Test' })).environmentIds.live;
  // As after a new start of the server.
  await scratch.db.query(`UPDATE database_epochs SET incarnation = 'an earlier life'`);
  await scratch.db.query('SELECT raise_database_epoch()');
  epoch = (await listEpochs(scratch.db))[0]?.epoch ?? '';
});
afterEach(() => scratch.drop());

const atMs = Date.parse('2026-11-22T12:00:00.000Z');
const memberId = randomId() as MemberId;

const factOf = (
  type: FactType,
  data: PublishedFact['data'],
  given: Partial<PublishedFact> = {},
): PublishedFact => ({
  id: randomId(),
  environmentId,
  tenantId: null,
  type,
  occurredAtMs: atMs,
  ledgerSeq: null,
  data,
  ...given,
});

const earned = (ref: string, points = 10) => ({
  transactionId: randomId(),
  transactionRef: ref,
  memberId,
  pointsAwarded: points,
  pointsBalance: points,
  campaigns: [],
});
const redeemed = (ref: string) => ({
  redeemTransactionId: randomId(),
  transactionRef: ref,
  memberId,
  pointsRedeemed: 20,
});

const enrol = (state: 'active' | 'suspended' = 'active'): Promise<unknown> =>
  scratch.db.transaction(async (tx) => {
    const memberKey = Buffer.alloc(16);
    await enrolMembers(tx, [newMember(environmentId, { memberId, memberKey, externalRef: 'm', atMs })]);
    await tx.query('UPDATE members SET state = $1', [state]);
  });

const store = (
  operation: 'evaluate' | 'redeem' | 'adjust' | 'return',
  ref: string,
  response: object,
): Promise<unknown> =>
  scratch.db.transaction((tx) =>
    insertTransactions(tx, [
      {
        environmentId,
        operation,
        ref,
        id: randomId() as TransactionId,
        memberId,
        atMs,
        fingerprint: Buffer.alloc(16),
        response: Buffer.from(JSON.stringify(response)),
      },
    ]),
  );

interface Entry {
  readonly seq: number;
  readonly type: 'ADJUST' | 'EARN';
  readonly points: number;
  readonly createdAtMs: number;
}

const entryOf = ({ seq, type, points, createdAtMs }: Entry) => ({
  environmentId,
  memberId,
  transactionId: null,
  atMs: createdAtMs,
  posting: {
    seq,
    id: randomId(),
    type,
    points,
    balanceAfter: Math.max(0, points),
    description: '',
    expiresAtMs: null,
  },
});

const sift = async (facts: readonly PublishedFact[], ghostsMax?: number) => {
  const sieve = new MissingFactsRecorder({
    db: scratch.db,
    epoch,
    ...(ghostsMax === undefined ? {} : { ghostsMax }),
  });
  await sieve.take(facts);
  return sieve.end(true);
};

const ghosts = async () =>
  (await listGhosts(scratch.db, epoch)).map(({ id, outcome }) => [id, outcome] as const);

test('▲ a database that lost nothing has the effect of every published fact: no row is left', async () => {
  await enrol('suspended');
  const [earning, burning] = [earned('a'), redeemed('b')];
  await store('evaluate', 'a', { ...earning, state: 'PROCESSED' });
  await store('redeem', 'b', burning);
  const facts = [
    factOf('member.enrolled', { memberId, enrolledAt: '' }),
    factOf('transaction.processed', earning),
    factOf('transaction.redeemed', burning),
    // Only the newest shows the present state.
    factOf('member.state_changed', { memberId, from: 'active', to: 'suspended' }),
    factOf('member.state_changed', { memberId, from: 'suspended', to: 'active' }),
    factOf('member.state_changed', { memberId, from: 'active', to: 'suspended' }),
  ];
  expect(await sift(facts)).toEqual({ facts: 6, ghosts: 0 });
  expect(await ghosts()).toEqual([]);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 0, differences: 0 });
  expect((await listEpochs(scratch.db))[0]).toMatchObject({ facts: 6, isComplete: true, isPresent: true });
});

test('▲ a published fact without effect is recorded, and settled once its effect is stored', async () => {
  const [earning, burning] = [earned('a'), redeemed('b')];
  const lost = [factOf('transaction.processed', earning), factOf('transaction.redeemed', burning)];
  const [processed, redeem] = lost as [PublishedFact, PublishedFact];
  const adjusted = factOf('points.adjusted', { memberId, points: 15, pointsBalance: 15 }, { ledgerSeq: 1 });
  await sift([...lost, adjusted]);
  const open = (...facts: readonly PublishedFact[]) => facts.map(({ id }) => [id, null]).toSorted();
  expect(await ghosts()).toEqual(open(...lost, adjusted));
  await enrol();
  await store('evaluate', 'a', { ...earning, state: 'PROCESSED' });
  await settleHistory(scratch.db);
  expect(await ghosts()).toEqual(open(redeem, adjusted));
  expect(await ghosts()).not.toContainEqual([processed.id, null]);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 2, differences: 0 });
});

test('▲ a result that differs from the published one is a difference: open if points differ, settled if only balances do', async () => {
  const [points, balance] = [earned('points'), earned('balance')];
  await store('evaluate', 'points', { ...points, pointsAwarded: 4, pointsBalance: 4 });
  const facts = [factOf('transaction.processed', points), factOf('transaction.processed', balance)];
  await sift(facts);
  await store('evaluate', 'balance', { ...balance, pointsBalance: 99 });
  await settleHistory(scratch.db);
  expect((await ghosts()).map(([, outcome]) => outcome)).toEqual(['DIFFERS', 'DIFFERS']);
  expect(await listDifferences(scratch.db, epoch)).toMatchObject([
    { ref: 'balance', isBalanceOnly: true, outcome: 'SETTLED', pointsPublished: 10, pointsStored: 10 },
    { ref: 'points', isBalanceOnly: false, outcome: null, pointsPublished: 10, pointsStored: 4, memberId },
  ]);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 0, differences: 1 });
  expect(await closeEpoch(scratch.db, epoch)).toBe(1);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 0, differences: 0 });
});

test('▲ forgiven points are proved by their return; a return that forgives others is one difference, of its whole result (D309)', async () => {
  const part = (returnRef: string, pointsForgiven = 20) => ({
    returnTransactionId: '00000000-0000-4000-8000-000000000007',
    returnRef,
    transactionRef: 'receipt-1',
    memberId,
    pointsForgiven,
  });
  const whole = (returnRef: string, pointsForgiven = 20) => ({
    ...part(returnRef, pointsForgiven),
    pointsFromBalance: 50 - pointsForgiven,
    pointsClaimable: 5,
  });
  const factsOf = (ref: string) => [
    factOf('member.points_forgiven', part(ref)),
    factOf('transaction.returned', whole(ref)),
  ];
  await store('return', 'kept', whole('kept'));
  await store('return', 'other', whole('other', 30));
  const [kept, other, lost] = [factsOf('kept'), factsOf('other'), factsOf('lost')];
  await sift([...kept, ...other, ...lost]);
  expect(await ghosts()).toEqual(
    [
      [other[0]?.id, 'TOLD_AGAIN'],
      [other[1]?.id, 'DIFFERS'],
      [lost[0]?.id, null],
      [lost[1]?.id, null],
    ].toSorted(),
  );
  expect(await listDifferences(scratch.db, epoch)).toMatchObject([
    { operation: 'return', ref: 'other', pointsPublished: -35, pointsStored: -25, isBalanceOnly: false },
  ]);
  await store('return', 'lost', whole('lost'));
  await settleHistory(scratch.db);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 0, differences: 1 });
});

test('▲ an adjustment with a reference is found by the reference; booked again, it is settled', async () => {
  const published = (ref: string) =>
    factOf('points.adjusted', { memberId, points: 15, pointsBalance: 15, ref }, { ledgerSeq: 1 });
  const facts = [published('kept'), published('lost')];
  const booked = (ref: string, pointsBalance: number) =>
    store('adjust', ref, { entry: { memberId, points: 15, transactionRef: ref }, pointsBalance });
  await booked('kept', 15);
  await sift(facts);
  expect(await ghosts()).toEqual([[facts[1]?.id, null]]);
  await booked('lost', 40);
  await settleHistory(scratch.db);
  expect(await countOpenRows(scratch.db)).toEqual({ ghosts: 0, differences: 0 });
  expect(await listDifferences(scratch.db, epoch)).toMatchObject([
    { operation: 'adjust', ref: 'lost', pointsPublished: 15, pointsStored: 15, isBalanceOnly: true },
  ]);
});

test('an adjustment is found at its place in the ledger, or later if it was made again', async () => {
  await enrol();
  await scratch.db.transaction((tx) =>
    insertPostings(tx, [
      entryOf({ seq: 1, type: 'ADJUST', points: 15, createdAtMs: atMs - 5 }),
      entryOf({ seq: 7, type: 'ADJUST', points: 15, createdAtMs: atMs + 60_000 }),
    ]),
  );
  const published = (ledgerSeq: number, points = 15) =>
    factOf('points.adjusted', { memberId, points, pointsBalance: 15 }, { ledgerSeq });
  const facts = [published(1), published(2), published(3, 16)];
  await sift(facts);
  expect(await ghosts()).toEqual(
    [
      [facts[1]?.id, 'TOLD_AGAIN'],
      [facts[2]?.id, null],
    ].toSorted(),
  );
});

describe('a change of tier', () => {
  const [bronze, silver] = [randomId(), randomId()];
  const setThresholds = (number: number, sinceMs: number, thresholds: Readonly<Record<string, number>>) =>
    scratch.db.query(
      `INSERT INTO tier_versions (environment_id, number, changed_at, tier_ids, min_lifetime_points)
       VALUES ($1, $2, to_timestamp($3 / 1000.0), $4, $5)`,
      [environmentId, number, sinceMs, Object.keys(thresholds), Object.values(thresholds)],
    );
  /** Adds entries in the order of the ledger: points, and milliseconds after `atMs`. */
  const earn = async (...entries: readonly (readonly [points: number, afterMs: number])[]) => {
    const postings = entries.map(([points, afterMs], n) =>
      entryOf({ seq: n + 1, type: 'EARN', points, createdAtMs: atMs + afterMs }),
    );
    await scratch.db.transaction((tx) => insertPostings(tx, postings));
    const lifetimePoints = entries.reduce((sum, [points]) => sum + points, 0);
    await scratch.db.query('UPDATE members SET lifetime_points = $1, ledger_seq = $2, tier_seq = 2', [
      lifetimePoints,
      entries.length,
    ]);
  };
  const changed = (data: PublishedFact['data'], afterMs = 0): PublishedFact =>
    factOf(
      'member.tier_changed',
      { memberId, tierSeq: 1, previousTierId: null, newTierId: silver, ...data },
      { occurredAtMs: atMs + afterMs },
    );

  it('▲ is published under another id if another receipt crosses the threshold', async () => {
    await enrol();
    await setThresholds(1, atMs - 1, { [silver]: 50 });
    // 40 before 70 now; before the loss it was the other way round, so 70 crossed 50 then.
    await earn([40, 5], [70, 0]);
    const [now, then] = [changed({ lifetimePoints: 110 }), changed({ lifetimePoints: 70 })];
    const next = changed({ lifetimePoints: 110, tierSeq: 3 });
    await sift([now, then, next]);
    expect(await ghosts()).toEqual(
      [
        [then.id, 'TOLD_AGAIN'],
        [next.id, null],
      ].toSorted(),
    );
  });

  it('▲ is one of another receipt where both lead to the same points, but an earlier one crosses now', async () => {
    await enrol();
    await setThresholds(1, atMs - 1, { [silver]: 50 });
    // Under a limit: before the loss the first gave 20, and the second 90.
    await earn([60, 0], [50, 5]);
    const [now, then] = [changed({ lifetimePoints: 60 }), changed({ lifetimePoints: 110 }, 5)];
    await sift([now, then]);
    expect(await ghosts()).toEqual([[then.id, 'TOLD_AGAIN']]);
  });

  it('▲ is one of another pair of tiers where thresholds between were crossed before', async () => {
    await enrol();
    await setThresholds(1, atMs - 1, { [bronze]: 50, [silver]: 100 });
    await earn([60, 0], [50, 5]);
    const then = changed({ lifetimePoints: 110 }, 5);
    const now = changed({ lifetimePoints: 110, tierSeq: 2, previousTierId: bronze }, 5);
    await sift([then, now]);
    expect(await ghosts()).toEqual([[then.id, 'TOLD_AGAIN']]);
  });

  it('▲ is another one where it took other rewards back, and a reward that ended at another time ended again', async () => {
    await enrol();
    await setThresholds(1, atMs - 1, { [silver]: 50 });
    await earn([60, 0], [-20, 5]);
    const mug = randomId();
    await scratch.db.transaction(async (tx) => {
      const grant = {
        rewardType: 'FREE_ITEM',
        value: {},
        validDays: null,
        tierId: silver as TierId,
      } as const;
      await insertRewards(tx, [{ environmentId, memberId, reward: { id: mug, ...grant }, atMs }]);
      const end = { to: 'FAILED', tierSeq: 2, atMs: atMs + 5, author: null } as const;
      await takeBackRewards(tx, [{ environmentId, id: mug, ...end }]);
    });
    const fall = { previousTierId: silver, newTierId: null, lifetimePoints: 40, tierSeq: 2 };
    const fell = (data: PublishedFact['data']) => changed({ ...fall, ...data }, 5);
    const ended = (type: FactType, afterMs: number) => {
      const data = { rewardId: mug, memberId, reason: 'RETURNED', failureReason: 'RETURNED' };
      return factOf(type, data, { occurredAtMs: atMs + afterMs });
    };
    const others = [
      fell({}),
      fell({ rewardsTakenBack: [randomId()], rewardsKept: [] }),
      fell({ rewardsTakenBack: [mug], rewardsKept: [randomId()] }),
      ended('reward.failed', 6),
      ended('reward.expired', 5),
    ];
    await sift([fell({ rewardsTakenBack: [mug], rewardsKept: [] }), ended('reward.failed', 5), ...others]);
    expect(await ghosts()).toEqual(others.map(({ id }) => [id, 'TOLD_AGAIN']).toSorted());
  });

  it('is still there where an enrolment or a change of tiers made it', async () => {
    await enrol();
    await setThresholds(1, atMs - 1, { [bronze]: 0, [silver]: 50 });
    await setThresholds(2, atMs + 77, { [bronze]: 0, [silver]: 500 });
    await earn([60, 5], [10, 80]);
    const fall = { previousTierId: silver, newTierId: bronze, lifetimePoints: 60, tierSeq: 2 };
    const lost = changed(fall, 78);
    await sift([changed({ newTierId: bronze, lifetimePoints: 0 }), changed(fall, 77), lost]);
    expect(await ghosts()).toEqual([[lost.id, 'TOLD_AGAIN']]);
  });
});

test('▲ facts can be looked up by id once they are compared, or ten seconds after the opening', async () => {
  const { db } = scratch;
  const burning = factOf('transaction.redeemed', redeemed('b'));
  await db.query('UPDATE database_epochs SET opened_at = now()');
  expect(await readPublishedIds(db, [burning.id])).toEqual({ isKnown: false, ids: new Set() });
  await db.query(`UPDATE database_epochs SET opened_at = now() - interval '11 seconds'`);
  expect(await readPublishedIds(db, [burning.id])).toEqual({ isKnown: true, ids: new Set() });
  await db.query('UPDATE database_epochs SET opened_at = now()');
  await sift([burning]);
  expect(await readPublishedIds(db, [burning.id, randomId()])).toEqual({
    isKnown: true,
    ids: new Set([burning.id]),
  });
});

test('▲ one environment may fill a quarter of the ghosts, and the list is marked incomplete', async () => {
  const facts = Array.from({ length: 5 }, (_, n) => factOf('transaction.redeemed', redeemed(n.toString())));
  const stranger = 2_000_000_000 as EnvironmentId;
  const other = factOf('transaction.redeemed', redeemed('other'), { environmentId: stranger });
  expect(await sift([...facts, other], 12)).toEqual({ facts: 6, ghosts: 4 });
  expect((await ghosts()).map(([id]) => id)).toContain(other.id);
  expect((await listEpochs(scratch.db))[0]).toMatchObject({ isComplete: false, openGhosts: 4 });
});

test('a fact that is compared twice is recorded once, and stays settled', async () => {
  const fact = factOf('transaction.redeemed', redeemed('b'));
  await sift([fact]);
  await closeEpoch(scratch.db, epoch);
  await sift([fact]);
  expect(await ghosts()).toEqual([[fact.id, 'CLOSED']]);
});
