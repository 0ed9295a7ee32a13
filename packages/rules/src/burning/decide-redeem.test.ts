import { redeemRequest } from '@loyalty/contracts/testing';
import { dayMs } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import { account, campaign, nowMs, snapshot } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import {
  applyRedeemed,
  decideRedeem,
  type RedeemContext,
  type RedeemProcessed,
  toRedeemResponse,
} from './decide-redeem.ts';

const request = redeemRequest();

const context = (given: Partial<RedeemContext> = {}): RedeemContext => ({
  snapshot: snapshot([campaign({ name: 'Ten a rand', redemptionRule: { pointsPerRand: 10 } })]),
  account: account({
    pointsBalance: 100,
    lifetimePoints: 400,
    ledgerSeq: 7,
    lastActivityAtMs: nowMs - 40 * dayMs,
  }),
  lots: [],
  nowMs,
  segmentIds: new Set(),
  isBudgetSpent: () => false,
  newId: (kind, n = 0) => `new-${kind}-${n.toString()}`,
  ...given,
});

const processed = (given: Partial<RedeemContext> = {}): RedeemProcessed => {
  const decision = decideRedeem(context(given), request);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

test('a redeem is one entry, described by its campaign, and a response', () => {
  const redeem = processed();
  expect(redeem.postings).toEqual([
    {
      id: 'new-entry-0',
      seq: 8,
      type: 'REDEEM',
      points: -50,
      balanceAfter: 50,
      description: 'Ten a rand',
      expiresAtMs: null,
    },
  ]);
  expect(Object.entries(toRedeemResponse(redeem))).toEqual([
    ['redeemTransactionId', 'new-transaction-0'],
    ['transactionRef', 'redeem-1'],
    ['memberId', 'member-known'],
    ['pointsRedeemed', 50],
    ['discountAmount', 500],
    ['balanceBefore', 100],
    ['balanceAfter', 50],
    ['constraintApplied', null],
    ['campaignId', 'campaign-1'],
    ['state', 'PROCESSED'],
  ]);
});

test('lots due first are taken first, and the entry names them', () => {
  const later = dated(30, 10);
  const redeem = processed({ lots: [later, dated(3, 45)] });
  expect(redeem.postings[0]?.fromLots).toMatchObject([{ points: 45 }, { points: 5 }]);
  expect(redeem.lotsAfter).toEqual([{ ...later, points: 5 }]);
});

test('a redeem counts as an activity before its lots are ordered: sliding lots are due later', () => {
  const slides = sliding(30, 20, nowMs - 29 * dayMs);
  const redeem = processed({ lots: [slides, dated(20, 45)] });
  expect(redeem.postings[0]?.fromLots?.map(({ slidingDays }) => slidingDays)).toEqual([0, 30]);
  expect(redeem.lotsAfter).toEqual([{ ...slides, points: 15 }]);
});

describe('points past their time (D334)', () => {
  const past: Lot = { ...dated(1, 30), expiresAtMs: nowMs };

  it('are not taken before the nightly run takes them, and stay on the balance', () => {
    const redeem = processed({ lots: [past, dated(3, 70)] });
    expect(redeem).toMatchObject({ pointsRedeemed: 50, balanceBefore: 100, balanceAfter: 50 });
    expect(redeem.postings[0]?.fromLots).toMatchObject([{ points: 50, expiresAtMs: nowMs + 3 * dayMs }]);
    expect(redeem.lotsAfter).toEqual([past, dated(3, 20)]);
  });

  it('are not available', () => {
    const lots = [{ ...past, points: 51 }, dated(3, 49)];
    expect(decideRedeem(context({ lots }), request)).toEqual({
      outcome: 'refused',
      code: 'INSUFFICIENT_POINTS',
      context: { available: 49, requested: 50 },
    });
  });

  it('are also sliding ones: a redeem is no activity before its lots are judged', () => {
    const old = sliding(30, 20, nowMs - 60 * dayMs);
    const redeem = processed({ lots: [old, sliding(60, 40, nowMs - 50 * dayMs)] });
    expect(redeem.postings[0]?.fromLots).toEqual([{ slidingDays: 60, expiresOn: 0, points: 40 }]);
    expect(redeem.lotsAfter).toEqual([old]);
  });
});

test('a refusal has no entry and changes nothing', () => {
  expect(decideRedeem(context({ account: null }), request)).toEqual({
    outcome: 'refused',
    code: 'MEMBER_NOT_FOUND',
    context: {},
  });
});

test('the account after it has fewer points, one entry more, the activity, and as many lifetime points (D47)', () => {
  const before = account({ pointsBalance: 100, lifetimePoints: 400, ledgerSeq: 7, lastActivityAtMs: 5 });
  expect(applyRedeemed(before, processed())).toEqual({
    ...before,
    pointsBalance: 50,
    ledgerSeq: 8,
    lastActivityAtMs: nowMs,
  });
  const active = { ...before, lastActivityAtMs: nowMs + 1 };
  expect(applyRedeemed(active, processed()).lastActivityAtMs).toBe(nowMs + 1);
});

test.each([null, account({ pointsBalance: 99 })])('a redeem is never applied to another account', (other) => {
  expect(() => applyRedeemed(other, processed())).toThrow('decided on');
});
