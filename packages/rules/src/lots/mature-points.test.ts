import { dayMs, type TransactionId } from '@loyalty/kernel';
import { account, nowMs } from '../testing/builders.ts';
import { maturePoints, type StoredPending } from './mature-points.ts';

const secret = new Uint8Array(32);

const row = (given: Partial<StoredPending> = {}): StoredPending => ({
  transactionId: 'b0000000-0000-4000-8000-000000000001' as TransactionId,
  n: 0,
  points: 10,
  dueAtMs: nowMs - dayMs,
  pointsExpiry: null,
  description: 'One percent',
  ...given,
});

const known = account({ pointsBalance: 100, lifetimePoints: 500, ledgerSeq: 7, lastActivityAtMs: 5 });
const mature = (pending: readonly StoredPending[], atMs = nowMs, of = known) =>
  maturePoints({ account: of, pending, atMs, secret, zone: null });

it('they are earned one after the other, and maturing is no activity (D183)', () => {
  const { account: after, matured } = mature([row(), row({ n: 1, points: 20 })]);
  expect(matured.flatMap(({ postings }) => postings)).toMatchObject([
    { seq: 8, type: 'EARN', points: 10, balanceAfter: 110, description: 'One percent', expiresAtMs: null },
    { seq: 9, type: 'EARN', points: 20, balanceAfter: 130 },
  ]);
  expect(after).toEqual({ ...known, pointsBalance: 130, lifetimePoints: 530, ledgerSeq: 9 });
});

it('▲ their expiry is that of the rule, counted from now and not from the receipt', () => {
  const expiries = mature([
    row({ pointsExpiry: { type: 'ROLLING', days: 3 } }),
    row({ pointsExpiry: { type: 'SLIDING', days: 30 } }),
    row({ pointsExpiry: { type: 'CALENDAR', unit: 'YEAR' } }),
  ]).matured.flatMap(({ postings }) =>
    postings.map(({ expiresAtMs, slidingDays }) => [expiresAtMs, slidingDays]),
  );
  const year = new Date(nowMs).getUTCFullYear();
  expect(expiries).toEqual([
    [nowMs + 3 * dayMs, undefined],
    [null, 30],
    [Date.UTC(year + 1, 0) - 1, undefined],
  ]);
});

it('a year ends in the time zone of the environment (D311)', () => {
  const pending = [row({ pointsExpiry: { type: 'CALENDAR', unit: 'YEAR' } })];
  const atMs = Date.UTC(2026, 11, 31, 23);
  const { matured } = maturePoints({ account: known, pending, atMs, secret, zone: [[0, 120]] });
  expect(matured[0]?.postings[0]?.expiresAtMs).toBe(Date.UTC(2027, 11, 31, 22) - 1);
});

it('▲ ids follow from the receipt and the row, whenever they mature and whatever the balance is', () => {
  const ids = (...args: Parameters<typeof mature>) =>
    mature(...args).matured.map(({ postings, factId }) => [...postings.map(({ id }) => id), factId]);
  const once = ids([row(), row({ n: 1 })]);
  const later = account({ pointsBalance: 3, ledgerSeq: 90 });
  expect(ids([row(), row({ n: 1 })], nowMs + dayMs, later)).toEqual(once);
  expect(new Set(once.flat()).size).toBe(4);
});

it('▲ points of returns are deducted from each entry in turn, under ids of their own (D193)', () => {
  const indebted = { ...known, pointsToDeduct: 25 };
  const rows = [row(), row({ n: 1, points: 20 }), row({ n: 2, points: 5 })];
  const { account: after, matured } = mature(rows, nowMs, indebted);
  expect(
    matured.map(({ postings, pointsDeducted, pointsBalance, ledgerSeq }) => [
      postings.map(({ type, seq, points, balanceAfter }) => [type, seq, points, balanceAfter]),
      pointsDeducted,
      pointsBalance,
      ledgerSeq,
    ]),
  ).toEqual([
    [
      [
        ['EARN', 8, 10, 110],
        ['RETURN', 9, -10, 100],
      ],
      10,
      100,
      8,
    ],
    [
      [
        ['EARN', 10, 20, 120],
        ['RETURN', 11, -15, 105],
      ],
      15,
      105,
      10,
    ],
    [[['EARN', 12, 5, 110]], 0, 110, 12],
  ]);
  expect(after).toEqual({
    ...known,
    pointsBalance: 110,
    lifetimePoints: 535,
    ledgerSeq: 12,
    pointsToDeduct: 0,
  });
  const ids = matured.flatMap(({ postings }) => postings.map(({ id }) => id));
  expect(new Set(ids).size).toBe(5);
});

it('what would pass the largest balance goes on waiting, and keeps nothing else back', () => {
  const full = account({ pointsBalance: Number.MAX_SAFE_INTEGER - 15, lifetimePoints: 0 });
  const { account: after, matured, tooMany } = mature([row({ points: 20 }), row({ n: 1 })], nowMs, full);
  expect([matured.map(({ row: { n } }) => n), tooMany.map(({ n }) => n)]).toEqual([[1], [0]]);
  expect(after.pointsBalance).toBe(Number.MAX_SAFE_INTEGER - 5);
});
