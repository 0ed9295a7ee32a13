import { type CampaignId, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import {
  applyReturn,
  decideReturn,
  redeemRefOf,
  type ReturnOrder,
  type ReturnProcessed,
} from './decide-return.ts';
import type { StoredRedeem } from './give-back.ts';
import type { RefundRules } from './refund-rules.ts';
import { toReturnResponse } from './return-response.ts';
import type { StoredReceipt } from './stored-receipt.ts';

const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 260, lifetimePoints: 1_000, ledgerSeq: 7, lastActivityAtMs: nowMs, ...given });

const { memberId } = account();

/** Of R200.00, for 260 points. */
const receipt = (given: Partial<StoredReceipt> = {}): StoredReceipt => ({
  transactionId: 'receipt-id' as TransactionId,
  memberId,
  amountCents: 20_000,
  occurredAtMs: nowMs,
  awards: [{ campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 260, rewardIds: [] }],
  cards: [],
  terms: null,
  entries: [{ points: 260, expiresAtMs: null, addedAtMs: nowMs }],
  pending: [],
  returned: null,
  ...given,
});

interface Given {
  readonly account?: Account;
  readonly receipt?: StoredReceipt;
  readonly lots?: readonly Lot[];
  readonly redeem: StoredRedeem;
  readonly refunds?: Partial<RefundRules>;
}

const decide = (given: Given, { amountCents = null }: Partial<ReturnOrder> = {}) =>
  decideReturn(
    {
      account: given.account ?? account(),
      receipt: given.receipt ?? receipt(),
      lots: given.lots ?? [],
      redeem: given.redeem,
      refunds: { refundPoints: 'PRO_RATA', refundGraceDays: 30, ...given.refunds },
      pointsExpiry: { type: 'NONE' },
      rewards: new Map(),
      stampsOf: () => 0,
      pointValueCents: 1,
      nowMs,
      newId: (kind, n = 0) => `${kind}/${n.toString()}`,
    },
    {
      ref: 'return-1',
      transactionRef: 'receipt-1',
      amountCents,
      isWhole: amountCents === null,
      lines: [],
      redeemRef: null,
      reason: null,
    },
  );

const processed = (given: Given, asked: Partial<ReturnOrder> = {}): ReturnProcessed => {
  const decision = decide(given, asked);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

describe('redeemed points come back (D177)', () => {
  /** 500 points for R50.00, of which 300 were of a lot that ends in 60 days. */
  const redeem = (given: Partial<StoredRedeem> = {}): StoredRedeem => ({
    transactionId: 'redeem-id' as TransactionId,
    transactionRef: 'receipt-1',
    memberId,
    campaignId: 'c9' as CampaignId,
    pointsRedeemed: 500,
    discountCents: 5_000,
    entry: {
      description: 'Points for rands',
      fromLots: [{ slidingDays: 0, expiresOn: utcDayOf(nowMs) + 60, points: 300 }],
      atMs: nowMs,
    },
    refunded: { points: 0, discountCents: 0 },
    isAuthorized: false,
    openUntilMs: null,
    ...given,
  });

  const refunded = (decided: ReturnProcessed) => toReturnResponse(decided).redeemed;

  it('as the share of the amount that came back, rounded down; parts add up', () => {
    const first = processed({ redeem: redeem() }, { amountCents: 14_000 });
    expect(refunded(first)).toEqual({
      transactionRef: 'receipt-1',
      campaignId: 'c9',
      pointsRefunded: 350,
      discountReversed: 3_500,
    });
    expect(first.postings.map(({ type, points }) => [type, points])).toEqual([
      ['REFUND', 200],
      ['REFUND', 150],
      ['RETURN', -182],
    ]);
    const rest = processed({
      account: applyReturn(account(), first),
      receipt: receipt({ returned: first.after }),
      redeem: redeem({ refunded: { points: 350, discountCents: 3_500 } }),
      lots: first.taken.lotsAfter,
    });
    expect(refunded(rest)).toMatchObject({ pointsRefunded: 150, discountReversed: 1_500 });
    expect(rest.after.redeem).toEqual({ ref: 'receipt-1', points: 500, discountCents: 5_000 });
  });

  it('▲ before points are taken, so that they pay for these', () => {
    const { taken, balanceAfter } = processed({
      account: account({ pointsBalance: 0 }),
      redeem: redeem({ pointsRedeemed: 300, entry: null }),
    });
    expect([taken.fromBalance, taken.forgiven, balanceAfter]).toEqual([260, 0, 40]);
  });

  it('with the whole alone, or not, where the environment says so', () => {
    const wholeOnly = { redeem: redeem(), refunds: { refundPoints: 'WHOLE_ONLY' } } as const;
    expect(refunded(processed(wholeOnly, { amountCents: 14_000 }))).toMatchObject({ pointsRefunded: 0 });
    expect(refunded(processed(wholeOnly))).toMatchObject({ pointsRefunded: 500, discountReversed: 5_000 });
    const never = { redeem: redeem(), refunds: { refundPoints: 'NEVER' } } as const;
    expect(refunded(processed(never))).toBeNull();
  });

  it('▲ not of a redeem of another member with the same reference', () => {
    expect(refunded(processed({ redeem: redeem({ memberId: 'another' as MemberId }) }))).toBeNull();
  });

  it('never more than the redeem took, whichever receipts name it', () => {
    const given = redeem({ refunded: { points: 480, discountCents: 4_800 } });
    expect(refunded(processed({ redeem: given }))).toMatchObject({
      pointsRefunded: 20,
      discountReversed: 200,
    });
  });

  it('unless they would make the balance too large: nothing is done then', () => {
    const rich = account({ pointsBalance: Number.MAX_SAFE_INTEGER - 499 });
    expect(decide({ account: rich, redeem: redeem() })).toMatchObject({ code: 'POINTS_OVERFLOW' });
  });

  it('the first return that finds a redeem fixes it for the receipt', () => {
    const order1 = { transactionRef: 'receipt-1', redeemRef: 'other' };
    expect(redeemRefOf(receipt(), { ...order1, redeemRef: null })).toBe('receipt-1');
    expect(redeemRefOf(receipt(), order1)).toBe('other');
    const { after } = processed({ redeem: redeem() }, { amountCents: 1 });
    expect(redeemRefOf(receipt({ returned: after }), order1)).toBe('receipt-1');
  });
});
