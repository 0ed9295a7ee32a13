import { dayMs } from '@loyalty/kernel';
import { utcDayOf } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import { expireLots } from './expire-lots.ts';
import type { Lot } from './lot.ts';

const secret = new Uint8Array(32).fill(3);
const known = accountOf({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7, lastActivityAtMs: nowMs });

const expire = (lots: readonly Lot[], atMs: number, account: Account = known) =>
  expireLots({ account, lots, atMs, secret });

it('▲ a lot expires at its instant and not a millisecond before', () => {
  const lot = dated(3, 10);
  const dueMs = nowMs + 3 * dayMs;
  expect(expire([lot], dueMs - 1)).toMatchObject({ postings: [], gone: [], account: known, factId: null });
  expect(expire([lot], dueMs).postings).toMatchObject([{ type: 'EXPIRE', points: -10, expiresAtMs: dueMs }]);
});

it('each lot that is due has an entry of its own, in the order in which they were due', () => {
  const { postings, account, gone } = expire([dated(2, 20), sliding(1, 5), dated(9, 1)], nowMs + 5 * dayMs);
  expect(postings).toMatchObject([
    {
      seq: 8,
      points: -5,
      balanceAfter: 95,
      slidingDays: 1,
      expiresAtMs: null,
      description: 'Points expired',
    },
    { seq: 9, points: -20, balanceAfter: 75 },
  ]);
  expect(postings[1]).not.toHaveProperty('slidingDays');
  expect(gone).toEqual([sliding(1, 5), dated(2, 20)]);
  expect(account).toEqual({ ...known, pointsBalance: 75, ledgerSeq: 9 });
});

it('a sliding lot is due its days after the last activity, and is checked again on that day', () => {
  const lot = sliding(30, 10, nowMs - 20 * dayMs);
  const active = expire([lot], nowMs + 15 * dayMs);
  expect(active.postings).toEqual([]);
  expect(active.later).toEqual([{ slidingDays: 30, expiresOn: 0, dueOn: utcDayOf(nowMs + 30 * dayMs) }]);
  const away = { ...known, lastActivityAtMs: nowMs - 20 * dayMs };
  expect(expire([lot], nowMs + 15 * dayMs, away)).toMatchObject({ postings: [{ points: -10 }], later: [] });
});

it('▲ a lot that is due later on the same day stays unchanged', () => {
  const lots = [dated(0, 10), sliding(1, 5)];
  const { postings, later } = expire(lots, nowMs - 1);
  expect([postings, later]).toEqual([[], [{ slidingDays: 1, expiresOn: 0, dueOn: utcDayOf(nowMs) + 1 }]]);
  const sameDay = expire([sliding(1, 5, nowMs - dayMs)], nowMs - 1, { ...known, lastActivityAtMs: null });
  expect([sameDay.postings, sameDay.later]).toEqual([[], []]);
});

it('the ids are the same when it is done again, and others for other lots and members', () => {
  const at = nowMs + dayMs;
  const [one, again] = [expire([dated(1, 10)], at), expire([dated(1, 10)], at + 5)];
  expect([again.postings, again.factId]).toEqual([one.postings, one.factId]);
  const others = [
    expire([dated(1, 10)], at, { ...known, ledgerSeq: 8 }),
    expire([dated(0, 10)], at),
    expire([dated(1, 10)], at, { ...known, memberId: 'other' as Account['memberId'] }),
  ];
  const ids = [one, ...others].flatMap(({ postings, factId }) => [postings[0]?.id, factId]);
  expect(new Set(ids).size).toBe(8);
});

it.each(['suspended', 'active'] as const)('points of a member who is %s expire', (state) => {
  expect(expire([dated(0, 10)], nowMs, { ...known, state }).postings).toHaveLength(1);
});

it('lots with more points than the balance break an invariant', () => {
  expect(() => expire([dated(0, 101)], nowMs)).toThrow('part of the balance');
});
