import {
  dayMs,
  type EnvironmentId,
  type MemberId,
  randomId,
  type TransactionId,
  utcDayOf,
} from '@loyalty/kernel';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { LotTake } from '@loyalty/rules/lots';
import type { Database } from '@loyalty/storage';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { insertPostings } from './accounts/write-accounts.ts';
import { insertOpenings } from './imports/openings.ts';
import { writeRefundedRedeems } from './returns.ts';
import { createTenant } from './tenants/tenants.ts';
import { enrolMember } from './testing/enrol-member.ts';
import { readSpentPoints } from './spent-points.ts';

/** The moment that is asked about, and the time of all entries. */
const [nowMs, atMs] = [Date.UTC(2100, 0, 10, 12), Date.UTC(2100, 0, 5)];

let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
  environmentId = (await createTenant(db, { name: 'Spent points' })).environmentIds.live;
});
afterAll(() => scratch.drop());

interface Spent {
  readonly seq: number;
  readonly points: number;
  readonly fromLots?: readonly LotTake[];
  readonly refunded?: number;
  readonly type?: LedgerPosting['type'];
}

const redeemOf = async (memberId: MemberId, { seq, points, fromLots, refunded, type = 'REDEEM' }: Spent) => {
  const transactionId = randomId() as TransactionId;
  const posting: LedgerPosting = {
    id: randomId(),
    seq,
    type,
    points: type === 'REDEEM' ? -points : points,
    balanceAfter: 0,
    description: 'Some',
    expiresAtMs: null,
    ...(fromLots !== undefined && { fromLots }),
  };
  await insertPostings(db, [{ environmentId, memberId, transactionId, posting, atMs }]);
  if (refunded === undefined) return;
  const whole = { points: refunded, discountCents: 0 };
  await writeRefundedRedeems(db, [{ environmentId, transactionId, memberId, refunded: whole }]);
};

/** A member with these entries, and with claims of returns that came behind these numbers. */
const memberWith = async (spent: readonly Spent[], claimSeqs: readonly number[] = []): Promise<MemberId> => {
  const memberId = await enrolMember(db, environmentId);
  for (const one of spent) await redeemOf(memberId, one);
  const claims = claimSeqs.map((seq) => ['OUT', seq, 1, null]);
  await db.query('UPDATE members SET claims = $3 WHERE environment_id = $1 AND id = $2', [
    environmentId,
    memberId,
    claims.length === 0 ? null : JSON.stringify(claims),
  ]);
  return memberId;
};

const readOf = async (memberId: MemberId) => {
  const [spent] = await readSpentPoints(db, [{ environmentId, memberId }], nowMs);
  return spent;
};

/** Dated lots that end at this time, or with their day where none is noted. */
const dated = (points: number, endsAtMs: number, isNoted = true): LotTake => ({
  slidingDays: 0,
  expiresOn: utcDayOf(endsAtMs),
  points,
  ...(isNoted && { expiresAtMs: endsAtMs }),
});

test('a member who redeemed nothing has nothing out; only adjustments upwards were given', async () => {
  const memberId = await memberWith([
    { seq: 1, points: 50, type: 'ADJUST' },
    { seq: 2, points: -20, type: 'ADJUST' },
    { seq: 3, points: 7, type: 'ADJUST' },
    { seq: 4, points: 1_000, type: 'EARN' },
  ]);
  expect(await readOf(memberId)).toEqual({
    environmentId,
    memberId,
    givenByHand: 57,
    earnedElsewhere: 0,
    out: [],
  });
});

test('lifetime points of openings were earned elsewhere; nobody else has any (D341)', async () => {
  const [memberId, other] = [
    await memberWith([{ seq: 1, points: 50, type: 'ADJUST' }]),
    await memberWith([]),
  ];
  const opening = {
    environmentId,
    memberId,
    ledgerSeq: 1,
    points: 50,
    spendCents: 0,
    txnCount: 0,
    lastOn: null,
  };
  const rest = { fingerprint: Buffer.alloc(16), atMs };
  await db.transaction((tx) =>
    insertOpenings(tx, [
      { ...opening, ...rest, source: 'a-chain', lifetimePoints: 900 },
      { ...opening, ...rest, source: 'a-till', lifetimePoints: 70 },
    ]),
  );
  expect(await readOf(memberId)).toMatchObject({ givenByHand: 50, earnedElsewhere: 970 });
  expect(await readOf(other)).toMatchObject({ givenByHand: 0, earnedElsewhere: 0 });
});

test('redeems between the returns that claim are one sum, without what came back of them (D300)', async () => {
  const spent = [
    { seq: 2, points: 10 },
    { seq: 3, points: 20, refunded: 5 },
    { seq: 5, points: 40, refunded: 40 },
    { seq: 6, points: 80 },
    { seq: 9, points: 160 },
  ];
  const sumsOf = async (...claimSeqs: number[]) =>
    (await readOf(await memberWith(spent, claimSeqs)))?.out.map(({ seq, points }) => [seq, points]);
  expect(await sumsOf()).toEqual([[9, 265]]);
  // A redeem with the number of a claim is before it; two claims of one return divide once.
  expect(await sumsOf(3, 3)).toEqual([
    [3, 25],
    [9, 240],
  ]);
  expect(await sumsOf(2, 4, 5, 8)).toEqual([
    [2, 10],
    [3, 15],
    [6, 80],
    [9, 160],
  ]);
  expect(await sumsOf(9)).toEqual([[9, 265]]);
});

test('of points that are out those that are past their own time are known, to the millisecond (D178)', async () => {
  const lotsOf = async (one: Omit<Spent, 'seq'>) =>
    (await readOf(await memberWith([{ seq: 1, ...one }])))?.out.flatMap(({ lots }) => lots);
  const past = dated(10, nowMs);
  const fromLots = [past, dated(5, nowMs + 1), dated(3, nowMs - dayMs, false), dated(2, nowMs, false)];
  const withItsDay = { slidingDays: 0, points: 3, expiresAtMs: utcDayOf(nowMs) * dayMs - 1, addedAtMs: 0 };
  const noted = { slidingDays: 0, points: 10, expiresAtMs: nowMs, addedAtMs: 0 };
  expect(await lotsOf({ points: 30, fromLots })).toEqual([noted, withItsDay]);
  // The points that were taken last came back first.
  expect(await lotsOf({ points: 30, fromLots, refunded: 14 })).toEqual([noted, { ...withItsDay, points: 1 }]);
  expect(await lotsOf({ points: 30, fromLots, refunded: 24 })).toEqual([{ ...noted, points: 6 }]);
});

test('points of a sliding lot may be past their time once they were added so long ago', async () => {
  const sliding = (slidingDays: number, addedAtMs?: number): LotTake => ({
    slidingDays,
    expiresOn: 0,
    points: slidingDays,
    ...(addedAtMs !== undefined && { addedAtMs }),
  });
  const fromLots = [sliding(5), sliding(6), sliding(7, nowMs - 7 * dayMs), sliding(8, nowMs - 7 * dayMs)];
  const memberId = await memberWith([{ seq: 1, points: 26, fromLots }]);
  // Where nothing is noted they count as added at the redeem.
  expect((await readOf(memberId))?.out).toMatchObject([
    {
      lots: [
        { slidingDays: 5, points: 5, expiresAtMs: null, addedAtMs: atMs },
        { slidingDays: 7, points: 7, expiresAtMs: null, addedAtMs: nowMs - 7 * dayMs },
      ],
    },
  ]);
});

test('each member is read by themselves, and once', async () => {
  const [one, other] = [
    await memberWith([{ seq: 1, points: 10 }]),
    await memberWith([{ seq: 1, points: 20 }]),
  ];
  const asked = [one, other, one].map((memberId) => ({ environmentId, memberId }));
  const sums = (await readSpentPoints(db, asked, nowMs)).map(({ memberId, out }) => [
    memberId,
    out[0]?.points,
  ]);
  expect(new Map(sums as [MemberId, number][])).toEqual(
    new Map([
      [one, 10],
      [other, 20],
    ]),
  );
  expect(sums).toHaveLength(2);
});
