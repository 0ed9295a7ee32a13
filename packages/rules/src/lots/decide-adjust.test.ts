import { utcDayOf } from '@loyalty/kernel';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated } from '../testing/lots.ts';
import { type Adjustment, decideAdjust } from './decide-adjust.ts';

const known = accountOf({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7 });
const lots = [dated(5, 30), dated(1, 20)];

const decide = (given: Partial<Adjustment>, account: Account = known) =>
  decideAdjust(
    { account, lots, entryId: 'entry' },
    { points: 10, reason: 'Apology', expiresAtMs: null, ...given },
  );

it('given points never expire without a date', () => {
  expect(decide({})).toEqual({
    outcome: 'processed',
    account: { ...known, pointsBalance: 110, ledgerSeq: 8 },
    posting: {
      id: 'entry',
      seq: 8,
      type: 'ADJUST',
      points: 10,
      balanceAfter: 110,
      description: 'Apology',
      expiresAtMs: null,
    },
    gain: null,
    lotsAfter: null,
  });
  const expiresOn = utcDayOf(nowMs);
  expect(decide({ expiresAtMs: nowMs })).toMatchObject({
    posting: { expiresAtMs: nowMs },
    gain: { slidingDays: 0, expiresOn, points: 10, expiresAtMs: nowMs },
  });
});

it('taken points come from the lots due first, then from points without expiry', () => {
  const some = decide({ points: -25 });
  expect(some).toMatchObject({
    account: { pointsBalance: 75, lifetimePoints: 400 },
    posting: { points: -25, fromLots: [{ points: 20 }, { points: 5 }] },
    lotsAfter: [{ points: 25 }],
    gain: null,
  });
  expect(decide({ points: -100 })).toMatchObject({ account: { pointsBalance: 0 }, lotsAfter: [] });
});

it.each([
  ['INSUFFICIENT_POINTS', { points: -101 }, { available: 100, requested: 101 }],
  ['POINTS_OVERFLOW', { points: Number.MAX_SAFE_INTEGER - 99 }, {}],
])('%s', (code, given, context) => {
  expect(decide(given)).toEqual({ outcome: 'refused', code, context });
});

it('a balance of 2^53−1 is none too many', () => {
  expect(decide({ points: Number.MAX_SAFE_INTEGER - 100 }).outcome).toBe('processed');
});

it('a suspended member can be adjusted', () => {
  expect(decide({}, { ...known, state: 'suspended' }).outcome).toBe('processed');
});
