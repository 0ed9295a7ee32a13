import type { MemberId } from '@loyalty/kernel';
import { account, decide, processed, receipt, redeem } from '../testing/returns.ts';
import { applyReturn, redeemRefOf, type ReturnProcessed } from './decide-return.ts';
import { toReturnResponse } from './return-response.ts';

describe('redeemed points come back (D177)', () => {
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
    const { taken, accountAfter } = processed({
      account: account({ pointsBalance: 0 }),
      redeem: redeem({ pointsRedeemed: 300, entry: null }),
    });
    expect([taken.fromBalance, taken.forgiven, accountAfter.pointsBalance]).toEqual([260, 0, 40]);
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
