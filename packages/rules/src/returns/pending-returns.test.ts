import type { CampaignId } from '@loyalty/kernel';
import { dated } from '../testing/lots.ts';
import { account, entry, processed, receipt, redeem } from '../testing/returns.ts';
import { encodeTerms } from './encode-terms.ts';
import { applyReturn, type ReturnProcessed } from './decide-return.ts';
import { toReturnResponse } from './return-response.ts';
import type { StoredReceipt } from './stored-receipt.ts';
import type { ReceiptReward } from './take-back.ts';

describe('points that wait (D184)', () => {
  /** 60 of the 260 points wait, in two rows. */
  const waiting = (given: Partial<StoredReceipt> = {}) =>
    receipt({
      entries: [entry(5, 200)],
      pending: [
        { n: 0, points: 40 },
        { n: 1, points: 20 },
      ],
      ...given,
    });
  const held = { account: account({ pointsBalance: 200 }), lots: [dated(5, 200)] };
  const parts = ({ taken }: ReturnProcessed) => [taken.fromPending, taken.fromBalance, taken.forgiven];

  it('▲ are taken first; no entry tells of them, and lifetime points stay', () => {
    const given = { ...held, receipt: waiting() };
    const some = processed(given, { amountCents: 4_000 });
    expect([some.pointsReversed, ...parts(some)]).toEqual([52, 52, 0, 0]);
    expect(some.taken.pendingAfter).toEqual([
      { n: 0, points: 0 },
      { n: 1, points: 8 },
    ]);
    expect([some.postings, applyReturn(given.account, some)]).toEqual([[], given.account]);
    expect(some.after.fromPending).toBe(52);
  });

  it('leave the receipt’s own lots to what is beyond them', () => {
    const all = processed({ ...held, receipt: waiting() });
    expect([all.pointsReversed, ...parts(all)]).toEqual([260, 60, 200, 0]);
    expect(all.postings).toMatchObject([{ points: -200, lifetimeChange: -200, balanceAfter: 0 }]);
    expect(toReturnResponse(all)).toMatchObject({ pointsFromPending: 60, pointsFromBalance: 200 });
  });

  it('▲ that matured between two parts are an entry behind the others: each entry loses what it earned', () => {
    const first = processed({ ...held, receipt: waiting() }, { amountCents: 4_000 });
    const [own, matured] = [dated(5, 200), dated(9, 8)];
    const second = processed({
      account: account({ pointsBalance: 308 }),
      lots: [dated(1, 100), own, matured],
      receipt: waiting({
        entries: [entry(5, 200), entry(9, 8)],
        pending: [],
        returned: first.after,
      }),
    });
    expect([second.pointsReversed, ...parts(second)]).toEqual([208, 0, 208, 0]);
    expect(second.taken.lotsAfter).toEqual([dated(1, 100)]);
    expect(second.after.fromPending).toBe(52);
  });

  it('of points that were spent, only what had matured is forgiven', () => {
    const all = processed({ account: account({ pointsBalance: 0 }), receipt: waiting() });
    expect([all.pointsReversed, ...parts(all)]).toEqual([260, 60, 0, 200]);
    expect(all.postings).toMatchObject([{ points: 0, lifetimeChange: -200 }]);
  });
});

describe('a receipt with points that wait, a redeem and a reward comes back in two parts (D174, D176, D177, D184)', () => {
  /** 200 points at once, of which 150 are spent; 60 wait; a gift card of R25.00 for R150.00 or more. */
  const sold: StoredReceipt = receipt({
    awards: [
      { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] },
      { campaignId: 'c2' as CampaignId, campaignName: 'Later', pointsEarned: 60, rewardIds: [] },
      { campaignId: 'c3' as CampaignId, campaignName: 'Gift', pointsEarned: 0, rewardIds: ['gift'] },
    ],
    terms: encodeTerms({
      awards: [
        { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
        { form: 'PERCENT', minSpendCents: null, percentageScaled: 3_000 },
        { form: 'WHOLE', minSpendCents: 15_000 },
      ],
      cards: [],
    }),
    entries: [entry(5, 200)],
    pending: [{ n: 0, points: 60 }],
  });
  const gift = (state: ReceiptReward['state']) =>
    new Map([
      ['gift', { state, expiresAtMs: null, rewardType: 'GIFT_CARD', value: { amount: 2_500 } } as const],
    ]);
  const before = account({ pointsBalance: 50, lifetimePoints: 1_000, ledgerSeq: 7 });

  const first = (amountCents: number): ReturnProcessed =>
    processed(
      { account: before, receipt: sold, lots: [dated(5, 50)], redeem: redeem(), rewards: gift('ISSUED') },
      { amountCents },
    );
  const said = (decided: ReturnProcessed) => {
    const { pointsFromPending, pointsFromBalance, pointsForgiven, pointsBalance, ...response } =
      toReturnResponse(decided);
    return {
      parts: [pointsFromPending, pointsFromBalance, pointsForgiven],
      pointsBalance,
      refunded: [response.redeemed?.pointsRefunded, response.redeemed?.discountReversed],
      cents: response.awards.map(({ budgetCents }) => budgetCents),
      gone: response.awards.flatMap(({ rewardsTakenBack }) => rewardsTakenBack),
      entries: decided.postings.map(({ type, points, balanceAfter }) => [type, points, balanceAfter]),
    };
  };

  it('▲ redeemed points come back, what waits is taken, then the balance pays; campaigns get all of it', () => {
    const some = first(14_000);
    expect(some.pointsReversed).toBe(182);
    expect(said(some)).toEqual({
      parts: [60, 122, 0],
      pointsBalance: 278,
      refunded: [350, 3_500],
      cents: [140, 42, 2_500],
      gone: ['gift'],
      entries: [
        ['REFUND', 200, 250],
        ['REFUND', 150, 400],
        ['RETURN', -122, 278],
      ],
    });
    expect(some.postings.at(-1)).toMatchObject({
      lifetimeChange: -122,
      fromLots: [{ points: 50 }, { points: 72 }],
    });
    const after = applyReturn(before, some);
    expect([after.lifetimePoints, after.ledgerSeq]).toEqual([878, 10]);

    const rest = processed({
      account: after,
      receipt: { ...sold, pending: some.taken.pendingAfter, returned: some.after },
      lots: some.taken.lotsAfter,
      redeem: redeem({ refunded: { points: 350, discountCents: 3_500 } }),
      rewards: gift('EXPIRED'),
    });
    expect(rest.pointsReversed).toBe(78);
    expect(said(rest)).toEqual({
      parts: [0, 78, 0],
      pointsBalance: 350,
      refunded: [150, 1_500],
      cents: [60, 18, 0],
      gone: [],
      entries: [
        ['REFUND', 150, 428],
        ['RETURN', -78, 350],
      ],
    });
    expect([rest.after.fromPending, applyReturn(after, rest).lifetimePoints]).toEqual([60, 800]);
    expect(rest.taken.lotsAfter.map(({ points }) => points)).toEqual([150]);
  });

  it('▲ of which the rest matured between them: the same balance, and the same of the campaigns', () => {
    const some = first(4_000);
    expect(said(some)).toEqual({
      parts: [52, 0, 0],
      pointsBalance: 150,
      refunded: [100, 1_000],
      cents: [40, 12, 0],
      gone: [],
      entries: [['REFUND', 100, 150]],
    });
    const after = applyReturn(before, some);
    expect([after.lifetimePoints, after.ledgerSeq]).toEqual([1_000, 8]);

    const matured = account({ pointsBalance: 158, lifetimePoints: 1_008, ledgerSeq: 9 });
    const rest = processed({
      account: matured,
      receipt: { ...sold, entries: [entry(5, 200), entry(9, 8)], pending: [], returned: some.after },
      lots: [...some.taken.lotsAfter, dated(9, 8)],
      redeem: redeem({ refunded: { points: 100, discountCents: 1_000 } }),
      rewards: gift('ISSUED'),
    });
    expect(said(rest)).toEqual({
      parts: [0, 208, 0],
      pointsBalance: 350,
      refunded: [400, 4_000],
      cents: [160, 48, 2_500],
      gone: ['gift'],
      entries: [
        ['REFUND', 100, 258],
        ['REFUND', 300, 558],
        ['RETURN', -208, 350],
      ],
    });
    expect(rest.postings.at(-1)?.fromLots?.map(({ points }) => points)).toEqual([50, 8, 150]);
    expect(applyReturn(matured, rest).lifetimePoints).toBe(800);
  });
});
