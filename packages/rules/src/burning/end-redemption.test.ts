import fc from 'fast-check';
import { redeemRequest } from '@loyalty/contracts/testing';
import { type CampaignId, dayMs, type TransactionId, utcDayOf } from '@loyalty/kernel';
import { type Lot, lotNameOf } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import type { StoredRedeem } from '../returns/give-back.ts';
import { account as accountOf, campaign, nowMs, snapshot } from '../testing/builders.ts';
import { dated, sliding } from '../testing/lots.ts';
import { decideAuthorize } from './decide-authorize.ts';
import {
  applyCapture,
  applyVoid,
  decideCapture,
  decideVoid,
  toCaptureResponse,
  toVoidResponse,
  type VoidContext,
  type VoidProcessed,
} from './end-redemption.ts';

const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 200, ledgerSeq: 7, lastActivityAtMs: nowMs - dayMs, ...given });

const today = utcDayOf(nowMs);

/** 300 points: 100 that end in five days, 200 that never do. */
const redeem = (given: Partial<StoredRedeem> = {}): StoredRedeem => ({
  transactionId: 'redeem-id' as TransactionId,
  transactionRef: 'order-1',
  memberId: account().memberId,
  campaignId: 'c9' as CampaignId,
  pointsRedeemed: 300,
  discountCents: 3_000,
  entry: {
    seq: 5,
    description: 'Ten a rand',
    fromLots: [{ slidingDays: 0, expiresOn: today + 5, points: 100 }],
    atMs: nowMs,
  },
  refunded: { points: 0, discountCents: 0 },
  isAuthorized: true,
  openUntilMs: nowMs + 600_000,
  ...given,
});

const context = (given: Partial<VoidContext> = {}): VoidContext => ({
  account: account(),
  redeem: redeem(),
  lots: [],
  pointsExpiry: { type: 'NONE' },
  zone: null,
  spent: null,
  pointValueCents: 1,
  isLapse: false,
  nowMs,
  newId: (kind, n = 0) => `new-${kind}-${n.toString()}`,
  ...given,
});

const voided = (given: Partial<VoidContext> = {}): VoidProcessed => {
  const decision = decideVoid(context(given));
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

const movesOf = ({ postings }: VoidProcessed) =>
  postings.map(({ type, points, seq, balanceAfter }) => [type, points, seq, balanceAfter]);

describe('a void', () => {
  it('gives points back to the lots that they came from, and the discount to the campaign (D190)', () => {
    const one = voided();
    expect(movesOf(one)).toEqual([
      ['REFUND', 200, 8, 400],
      ['REFUND', 100, 9, 500],
    ]);
    expect(one.lotsAfter).toMatchObject([{ expiresOn: today + 5, points: 100 }]);
    expect(Object.entries(toVoidResponse(one))).toEqual([
      ['voidTransactionId', 'new-transaction-0'],
      ['transactionRef', 'order-1'],
      ['memberId', account().memberId],
      ['campaignId', 'c9'],
      ['pointsRefunded', 300],
      ['pointsExpired', 0],
      ['discountReversed', 3_000],
      ['pointsBalance', 500],
      ['reason', 'VOIDED'],
      ['state', 'VOIDED'],
    ]);
    expect(applyVoid(account(), one)).toEqual(account({ pointsBalance: 500, ledgerSeq: 9 }));
  });

  it('▲ two days past the time of some ends these in the same transaction: 400 of 500 are left (D188)', () => {
    const one = voided({ nowMs: nowMs + 7 * dayMs });
    expect(movesOf(one)).toEqual([
      ['REFUND', 200, 8, 400],
      ['REFUND', 100, 9, 500],
      ['EXPIRE', -100, 10, 400],
    ]);
    expect(one.lotsAfter).toEqual([]);
    expect(toVoidResponse(one)).toMatchObject({
      pointsRefunded: 300,
      pointsExpired: 100,
      pointsBalance: 400,
    });
  });

  it('leaves other points of a lot that is past its time to the nightly run', () => {
    const lot: Lot = { ...dated(5, 40), expiresOn: today + 5 };
    const one = voided({ nowMs: nowMs + 7 * dayMs, lots: [lot], account: account({ pointsBalance: 240 }) });
    expect(one.lotsAfter).toEqual([lot]);
    expect(one.accountAfter.pointsBalance).toBe(440);
  });

  it('ends sliding points that no activity has renewed since they were added', () => {
    const addedAtMs = nowMs - 20 * dayMs;
    const entry = {
      seq: 5,
      description: '',
      atMs: nowMs,
      fromLots: [{ slidingDays: 30, expiresOn: 0, points: 300, addedAtMs }],
    };
    const later = nowMs + 11 * dayMs;
    const idle = { account: account({ lastActivityAtMs: addedAtMs }), redeem: redeem({ entry }) };
    expect(voided({ ...idle, nowMs: later }).pointsExpired).toBe(300);
    expect(voided({ ...idle, nowMs: later - 2 * dayMs }).pointsExpired).toBe(0);
    const active = { ...idle, account: account({ lastActivityAtMs: nowMs }) };
    expect(voided({ ...active, nowMs: later }).pointsExpired).toBe(0);
  });

  it('of a captured, of a plain and of a partly returned redeem gives back what is left of it', () => {
    expect(voided({ redeem: redeem({ openUntilMs: null }) }).pointsRefunded).toBe(300);
    expect(voided({ redeem: redeem({ openUntilMs: null, isAuthorized: false }) }).pointsRefunded).toBe(300);
    const refunded = { points: 250, discountCents: 2_500 };
    const part = voided({ redeem: redeem({ openUntilMs: null, refunded }) });
    expect([movesOf(part), part.discountCents]).toEqual([[['REFUND', 50, 8, 250]], 500]);
    const all = { points: 300, discountCents: 3_000 };
    expect(voided({ redeem: redeem({ openUntilMs: null, refunded: all }) })).toMatchObject({
      pointsRefunded: 0,
      discountCents: 0,
      postings: [],
    });
  });

  it('that nobody asked for says so', () => {
    expect(toVoidResponse(voided({ isLapse: true })).reason).toBe('EXPIRED');
  });

  it.each<[string, Partial<VoidContext>, string]>([
    [
      'an erased member, before all else',
      { account: account({ state: 'anonymized' }), redeem: null },
      'MEMBER_ERASED',
    ],
    ['an unknown redeem', { redeem: null }, 'TRANSACTION_NOT_FOUND'],
    ['an unknown member', { account: null }, 'TRANSACTION_NOT_FOUND'],
    [
      "another member's",
      { redeem: redeem({ memberId: 'other' as Account['memberId'] }) },
      'TRANSACTION_NOT_FOUND',
    ],
    [
      'too large a balance',
      { account: account({ pointsBalance: Number.MAX_SAFE_INTEGER }) },
      'POINTS_OVERFLOW',
    ],
  ])('is refused: %s', (_why, given, code) => {
    expect(decideVoid(context(given))).toMatchObject({ outcome: 'refused', code });
  });

  it('is for suspended members, too', () => {
    expect(voided({ account: account({ state: 'suspended' }) }).pointsRefunded).toBe(300);
  });

  it('is applied once', () => {
    expect(() => applyVoid(account({ pointsBalance: 1 }), voided())).toThrow('applied once');
  });
});

describe('a capture (D189)', () => {
  const captured = (given: Partial<VoidContext> = {}) => {
    const decision = decideCapture(context(given));
    if (decision.outcome === 'refused') throw new Error(decision.code);
    return decision;
  };

  it('moves no points, and is an activity of the member', () => {
    const one = captured({ nowMs: nowMs + 1 });
    expect(one.postings).toEqual([]);
    expect(applyCapture(account(), one)).toEqual(account({ lastActivityAtMs: nowMs + 1 }));
    expect(Object.entries(toCaptureResponse(one))).toEqual([
      ['captureTransactionId', 'new-transaction-0'],
      ['transactionRef', 'order-1'],
      ['memberId', account().memberId],
      ['pointsRedeemed', 300],
      ['discountAmount', 3_000],
      ['state', 'CAPTURED'],
    ]);
    expect(() => applyCapture(null, one)).toThrow('decided on');
  });

  it('is possible until the lapse, also past its time', () => {
    expect(captured({ nowMs: nowMs + 630_000 }).outcome).toBe('processed');
  });

  it.each<[string, Partial<VoidContext>, string, object]>([
    [
      'what was voided or has lapsed',
      { redeem: redeem({ openUntilMs: null }) },
      'INVALID_STATE_TRANSITION',
      { from: 'VOIDED', to: 'CAPTURED' },
    ],
    [
      'a plain redeem',
      { redeem: redeem({ openUntilMs: null, isAuthorized: false }) },
      'INVALID_STATE_TRANSITION',
      { from: 'PROCESSED', to: 'CAPTURED' },
    ],
    ['an erased member', { account: account({ state: 'anonymized' }) }, 'MEMBER_ERASED', {}],
    ['an unknown redeem', { redeem: null }, 'TRANSACTION_NOT_FOUND', {}],
  ])('is refused: %s', (_why, given, code, said) => {
    expect(decideCapture(context(given))).toEqual({ outcome: 'refused', code, context: said });
  });
});

test('what was authorized and is voided before any of it is due leaves lots, balance and activity as they were', () => {
  const lotOf = fc.oneof(
    fc
      .tuple(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 1, max: 90 }))
      .map(([days, points]) => dated(days, points)),
    fc
      .tuple(fc.integer({ min: 5, max: 9 }), fc.integer({ min: 1, max: 90 }))
      .map(([days, points]) => sliding(days, points, nowMs - dayMs)),
  );
  const lotsOf = fc.uniqueArray(lotOf, { selector: lotNameOf, maxLength: 6 });
  fc.assert(
    fc.property(lotsOf, fc.nat(200), fc.integer({ min: 10, max: 400 }), (lots, unbound, asked) => {
      const balance = lots.reduce((sum, { points }) => sum + points, unbound);
      const owner = account({ pointsBalance: balance });
      const authorized = decideAuthorize(
        {
          ...context(),
          snapshot: snapshot([campaign({ redemptionRule: { pointsPerRand: 10 } })]),
          account: owner,
          lots,
          segmentIds: new Set(),
          isBudgetSpent: () => false,
          openAuthorizations: 0,
        },
        { ...redeemRequest({ amountCents: 1_000_000, pointsRequested: asked }), ttlSeconds: 1 },
      );
      fc.pre(authorized.outcome === 'processed');
      const { pointsRedeemed, discountCents, postings } = authorized;
      const entry = { seq: 5, description: '', atMs: nowMs, fromLots: postings[0]?.fromLots ?? [] };
      const one = voided({
        account: { ...owner, pointsBalance: authorized.balanceAfter },
        lots: authorized.lotsAfter,
        redeem: redeem({ pointsRedeemed, discountCents, entry }),
      });
      const bare = (some: readonly Lot[]) =>
        some
          .map(({ slidingDays, expiresOn, points, addedAtMs }) => ({
            slidingDays,
            expiresOn,
            points,
            addedAtMs: slidingDays > 0 ? addedAtMs : 0,
          }))
          .toSorted((a, b) => lotNameOf(a).localeCompare(lotNameOf(b)));
      expect(one.accountAfter.pointsBalance).toBe(balance);
      expect(bare(one.lotsAfter)).toEqual(bare(lots));
    }),
  );
});
