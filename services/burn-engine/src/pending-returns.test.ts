import { environmentId, memberId, replyIn, returnOf, run } from './testing/run-burn-batch.ts';
import { boughtAtMs, campaignId, stored } from './testing/stored-receipts.ts';

describe('a receipt with points that wait (D184)', () => {
  const response = Buffer.from(
    JSON.stringify({
      pointsPending: 60,
      campaigns: [{ campaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] }],
    }),
  );
  const pending = [
    { n: 0, points: 40 },
    { n: 1, points: 20 },
  ];

  test('▲ two returns in one batch take from them one after the other, and each row is written once', async () => {
    const { plan, tx, effects } = await run(
      [returnOf('a', { amountCents: 5_000 }), returnOf('b', { amountCents: 5_000 })],
      stored({ response, pending }),
    );
    expect(effects.replies.map(replyIn)).toMatchObject([
      { body: { pointsReversed: 50, pointsFromPending: 50, pointsFromBalance: 0, pointsBalance: 1_000 } },
      { body: { pointsReversed: 50, pointsFromPending: 10, pointsFromBalance: 40, pointsBalance: 960 } },
    ]);
    expect(plan.requests.postings.map(({ posting }) => [posting.points, posting.lifetimeChange])).toEqual([
      [-40, -40],
    ]);
    expect(tx.valuesOf('pending-points-delete').slice(3)).toEqual([[0, 1]]);
    expect(tx.names).not.toContain('pending-points-update');
    expect(tx.valuesOf('returned-receipts-write').at(-2)).toEqual([60]);
  });

  test('▲ the last part of one with a redeem and a reward: rows that wait go among what the member owns, and campaigns get all of it', async () => {
    const rewardId = 'd0000000-0000-4000-8000-000000000003';
    const award = { campaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [rewardId] };
    const reward = {
      environmentId,
      id: rewardId,
      state: 'ISSUED',
      expiresAtMs: null,
      rewardType: 'GIFT_CARD',
      value: { amount: 2_500 },
    };
    const spent = {
      environmentId,
      transactionRef: 'receipt-1',
      transactionId: 'd0000000-0000-4000-8000-000000000001',
      memberId,
      response: Buffer.from(JSON.stringify({ campaignId, pointsRedeemed: 500, discountAmount: 5_000 })),
      pointsRefunded: 250,
      discountReversed: 2_500,
      description: 'Ten a rand',
      fromLots: [],
      spentAtMs: boughtAtMs,
      openUntilMs: null,
      author: null,
      capturedAtMs: null,
      capturedBy: null,
    };
    const returned = {
      amountReturned: 10_000,
      amountUnnamed: 10_000,
      kept: [100],
      returnIds: ['x'],
      redeemRef: 'receipt-1',
      pointsRefunded: 250,
      discountReversed: 2_500,
      fromPending: 40,
    };
    const { plan, tx, effects } = await run(
      [returnOf('b')],
      stored(
        {
          response: Buffer.from(JSON.stringify({ pointsPending: 60, campaigns: [award] })),
          pending: [{ n: 1, points: 20 }],
          ...returned,
        },
        { 'redeems-to-refund': () => [spent], 'rewards-read-returned': () => [reward] },
      ),
    );
    expect(effects.replies.map(replyIn)).toMatchObject([
      { body: { pointsReversed: 100, pointsFromPending: 20, pointsFromBalance: 80, pointsBalance: 1_170 } },
    ]);
    expect(
      plan.requests.postings.map(({ posting: { type, points, lifetimeChange } }) => [
        type,
        points,
        lifetimeChange,
      ]),
    ).toEqual([
      ['REFUND', 250, undefined],
      ['RETURN', -80, -80],
    ]);
    const writes = [
      'rewards-take-back',
      'pending-points-delete',
      'returned-receipts-write',
      'refunded-redeems-write',
    ];
    expect(tx.names.slice(-writes.length)).toEqual(writes);
    // Its points, the card and the discount.
    expect(tx.valuesOf('budgets-give-back').at(-1)).toEqual([100 + 2_500 + 2_500]);
    expect(tx.valuesOf('returned-receipts-write').slice(8)).toEqual([
      ['receipt-1'],
      [500],
      [5_000],
      [60],
      [0],
    ]);
  });

  test('entries of what has matured are looked for behind those of the receipt; of nothing else', async () => {
    const asked = async (given: Readonly<Record<string, unknown>>) =>
      (await run([returnOf('a')], stored({ response, ...given }))).tx
        .valuesOf('entries-of-receipts')
        .slice(3, 5);
    expect(await asked({ pending })).toEqual([[2], [2]]);
    const some = { pending: [{ n: 1, points: 20 }] };
    expect(await asked(some)).toEqual([
      [2, 3],
      [2, 1],
    ]);
    const came = { amountReturned: 1, kept: [160], returnIds: ['x'], fromPending: 40 };
    expect(await asked({ ...some, ...came })).toEqual([[2], [2]]);
  });
});
