import { redeemRequest } from '@loyalty/contracts/testing';
import { dayMs } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import { account, campaign, nowMs, snapshot } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import {
  type AuthorizeContext,
  type AuthorizeOrder,
  type AuthorizeProcessed,
  decideAuthorize,
  toAuthorizeResponse,
} from './decide-authorize.ts';
import { applyRedeemed, decideRedeem } from './decide-redeem.ts';

const order: AuthorizeOrder = { ...redeemRequest({ transactionRef: 'order-1' }), ttlSeconds: 600 };

const before = account({
  pointsBalance: 100,
  lifetimePoints: 400,
  ledgerSeq: 7,
  lastActivityAtMs: nowMs - 40 * dayMs,
});

const context = (given: Partial<AuthorizeContext> = {}): AuthorizeContext => ({
  snapshot: snapshot([campaign({ name: 'Ten a rand', redemptionRule: { pointsPerRand: 10 } })]),
  account: before,
  lots: [],
  nowMs,
  segmentIds: new Set(),
  isBudgetSpent: () => false,
  newId: (kind, n = 0) => `new-${kind}-${n.toString()}`,
  openAuthorizations: 0,
  ...given,
});

const processed = (given: Partial<AuthorizeContext> = {}, asked: Partial<AuthorizeOrder> = {}) => {
  const decision = decideAuthorize(context(given), { ...order, ...asked });
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

const codeOf = (given: Partial<AuthorizeContext>, asked: Partial<AuthorizeOrder> = {}) => {
  const decision = decideAuthorize(context(given), { ...order, ...asked });
  return decision.outcome === 'refused' ? [decision.code, decision.context] : null;
};

test('it is a redeem in everything but its state, its time and the activity (D186)', () => {
  const lots = [dated(9, 20), dated(3, 45)];
  const { expiresAtMs, ...authorized } = processed({ lots });
  const redeemed = decideRedeem(context({ lots }), order);
  expect({ ...authorized, kind: 'redeemed', activeAtMs: nowMs }).toEqual(redeemed);
  expect(expiresAtMs).toBe(nowMs + 600_000);
  expect(applyRedeemed(before, processed()).lastActivityAtMs).toBe(before.lastActivityAtMs);
});

test('its response is that of a redeem, with the time and the state', () => {
  expect(Object.entries(toAuthorizeResponse(processed())).slice(-3)).toEqual([
    ['campaignId', 'campaign-1'],
    ['expiresAt', new Date(nowMs + 600_000).toISOString()],
    ['state', 'AUTHORIZED'],
  ]);
});

describe('points past their time (D188)', () => {
  const past: Lot = { ...dated(1, 30), expiresAtMs: nowMs };

  it('▲ cannot be taken before the nightly run takes them, and are not available', () => {
    expect(processed({ lots: [past, dated(3, 70)] }, { pointsRequested: 70 })).toMatchObject({
      pointsRedeemed: 70,
      balanceAfter: 30,
      lotsAfter: [past],
      postings: [{ points: -70, fromLots: [{ points: 70 }] }],
    });
    expect(codeOf({ lots: [past, dated(3, 70)] }, { pointsRequested: 71 })).toEqual([
      'INSUFFICIENT_POINTS',
      { available: 70, requested: 71 },
    ]);
  });

  it('are also sliding ones, because authorizing is no activity; others keep the time of their addition', () => {
    const old = sliding(30, 20, nowMs - 60 * dayMs);
    const young = sliding(60, 40, nowMs - 50 * dayMs);
    expect(processed({ lots: [old, young] })).toMatchObject({
      postings: [{ fromLots: [{ slidingDays: 60, points: 40, addedAtMs: young.addedAtMs }] }],
      lotsAfter: [old],
    });
  });
});

describe('the 21st open authorization of a member (D187)', () => {
  const open = { openAuthorizations: 20 };
  const limit = ['LIMIT_EXCEEDED', { limit: 20, of: 'openAuthorizations' }];

  it.each<[string, Partial<AuthorizeContext>, Partial<AuthorizeOrder>, unknown]>([
    ['is refused', {}, {}, limit],
    [
      'behind the state of the member',
      { account: account({ state: 'suspended' }) },
      {},
      ['MEMBER_SUSPENDED', {}],
    ],
    ['behind an unknown member', { account: null }, {}, ['MEMBER_NOT_FOUND', {}]],
    [
      'behind the campaign',
      { snapshot: snapshot([]) },
      {},
      ['CAMPAIGN_NOT_FOUND', { reason: 'NO_REDEMPTION_RULE' }],
    ],
    ['before the points', {}, { pointsRequested: 101 }, limit],
    ['before a discount of nothing', {}, { pointsRequested: 1 }, limit],
  ])('%s', (_how, given, asked, expected) => {
    expect(codeOf({ ...open, ...given }, asked)).toEqual(expected);
  });

  it('is the 21st: the 20th is taken', () => {
    expect(processed({ openAuthorizations: 19 })).toMatchObject({
      pointsRedeemed: 50,
    } satisfies Partial<AuthorizeProcessed>);
  });
});
