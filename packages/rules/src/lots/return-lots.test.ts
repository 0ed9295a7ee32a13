import { dayMs } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import { expireLots } from './expire-lots.ts';
import { type Lot, lotGainOf } from './lot.ts';
import { returnLots } from './return-lots.ts';

const secret = new Uint8Array(32).fill(3);
const known = accountOf({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7, lastActivityAtMs: nowMs });

/** Expires by a clock that is a day ahead, and gives back by a right one. */
const undo = (
  lots: readonly Lot[],
  { atMs = nowMs, since = {} }: { readonly atMs?: number; readonly since?: Partial<Account> } = {},
) => {
  const { account, gone, postings } = expireLots({ account: known, lots, atMs: nowMs + dayMs, secret });
  const taken = gone.map((lot, n) => ({ ...lot, seq: postings[n]?.seq ?? 0 }));
  return returnLots({ account: { ...account, ...since }, taken, atMs, secret });
};

it('▲ each lot comes back as it was, with an entry of its own', () => {
  const lots = [dated(1, 10), sliding(1, 5), dated(9, 1)];
  const { account, returned, due } = undo(lots);
  expect(returned.map(({ posting }) => posting)).toMatchObject([
    { type: 'ADJUST', seq: 10, points: 10, balanceAfter: 95, expiresAtMs: nowMs + dayMs },
    { type: 'ADJUST', seq: 11, points: 5, balanceAfter: 100, expiresAtMs: null, slidingDays: 1 },
  ]);
  const gains = returned.map(({ lot: { addedAtMs }, posting }) => ({ ...lotGainOf(posting), addedAtMs }));
  expect(gains).toEqual(lots.slice(0, 2));
  expect(account).toEqual({ ...known, ledgerSeq: 11 });
  expect(due).toEqual([]);
});

it('▲ what is due by the right clock stays expired, to the millisecond', () => {
  expect(undo([dated(1, 10)], { atMs: nowMs + dayMs - 1 }).returned).toHaveLength(1);
  const late = undo([dated(1, 10), sliding(1, 5)], { atMs: nowMs + dayMs });
  expect([late.returned, late.due.map(({ points }) => points)]).toEqual([[], [10, 5]]);
});

it('a sliding lot goes by what the member has done since: a purchase would have renewed it', () => {
  const since = { lastActivityAtMs: nowMs + dayMs / 2 };
  expect(undo([sliding(1, 5)], { atMs: nowMs + dayMs, since }).returned).toHaveLength(1);
});

it('a balance beyond what can be counted leaves the lot expired', () => {
  const since = { pointsBalance: Number.MAX_SAFE_INTEGER - 9 };
  const { returned, tooMany } = undo([dated(1, 10), sliding(1, 5)], { since });
  expect(tooMany.map(({ points }) => points)).toEqual([10]);
  expect(returned.map(({ posting }) => posting.points)).toEqual([5]);
});

it('the ids are the same when it is done again, and others for other entries', () => {
  const idsOf = ({ returned }: ReturnType<typeof undo>) =>
    returned.flatMap(({ posting, factId }) => [posting.id, factId]);
  const lots = [dated(0, 10), dated(1, 5)];
  expect(idsOf(undo(lots, { atMs: nowMs - 1 }))).toEqual(idsOf(undo(lots, { atMs: nowMs - 5 })));
  expect(new Set(idsOf(undo(lots, { atMs: nowMs - 1 }))).size).toBe(4);
});
