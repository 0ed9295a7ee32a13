import { type CampaignId, dayMs, type MemberId, utcDayOf } from '@loyalty/kernel';
import { nowMs } from '../testing/builders.ts';
import { dated } from '../testing/lots.ts';
import { account, decide, entry, type Given, memberId, processed, receipt } from '../testing/returns.ts';
import { encodeTerms } from './encode-terms.ts';
import { skuHashOf } from './sku-units.ts';
import { applyReturn, type ReturnOrder } from './decide-return.ts';
import { toReturnResponse } from './return-response.ts';
import type { StoredReceipt } from './stored-receipt.ts';
import type { EarnedEntry } from './take-points.ts';

describe('what stays of an award of a receipt without terms (D166)', () => {
  it('is the share that remains of the amount, rounded down', () => {
    const { awards, pointsReversed, amountRemaining, isWhole } = processed({}, { amountCents: 14_000 });
    expect(awards.map(({ pointsKept, pointsReversed: reversed }) => [pointsKept, reversed])).toEqual([
      [60, 140],
      [3, 7],
      [15, 35],
    ]);
    expect([pointsReversed, amountRemaining, isWhole]).toEqual([182, 6_000, false]);
  });

  it('is nothing once all came back, with `whole` or with the last amount', () => {
    const first = processed({}, { amountCents: 14_000 });
    const left = { account: applyReturn(account(), first), receipt: receipt({ returned: first.after }) };
    for (const asked of [{}, { amountCents: 6_000 }]) {
      const last = processed(left, { ref: 'return-2', ...asked });
      expect([last.pointsReversed, last.isWhole, last.after.kept]).toEqual([78, true, [0, 0, 0]]);
    }
  });

  it('is nothing of a receipt whose amount is not known, and of one of nothing', () => {
    const unknown = processed({ receipt: receipt({ amountCents: null, occurredAtMs: null }) });
    expect([unknown.pointsReversed, unknown.amountReturned, unknown.amountRemaining]).toEqual([
      260,
      null,
      null,
    ]);
    const nothing = processed({ receipt: receipt({ amountCents: 0 }) });
    expect([nothing.pointsReversed, nothing.amountReturned, nothing.isWhole]).toEqual([260, 0, true]);
  });

  it('is exact where the product is past the safe integers', () => {
    const pointsEarned = 9_007_199_254_740_990;
    const awards = [{ campaignId: 'c1' as CampaignId, campaignName: 'Much', pointsEarned, rewardIds: [] }];
    const rich = account({ pointsBalance: pointsEarned, lifetimePoints: pointsEarned });
    const large = receipt({
      amountCents: 9_007_199_254_740_991,
      awards,
      entries: [entry(null, pointsEarned)],
    });
    const { after } = processed({ account: rich, receipt: large }, { amountCents: 1 });
    expect(after.kept).toEqual([
      Number((BigInt(pointsEarned) * 9_007_199_254_740_990n) / 9_007_199_254_740_991n),
    ]);
  });
});

describe('what stays of an award by the terms of its receipt (D172)', () => {
  const units = (sku: string, quantity: number) => ({ hash: skuHashOf(sku), thousandths: quantity * 1_000 });
  const terms = encodeTerms({
    awards: [
      { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
      { form: 'PRODUCT', minSpendCents: null, points: 10, skus: [units('wine', 1)] },
      { form: 'WHOLE', minSpendCents: 15_000 },
    ],
    cards: [{ form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 0 }],
  });
  const sold = () =>
    receipt({ terms, cards: [{ campaignId: 'c4' as CampaignId, stampsRequired: 5, cardsCompleted: 0 }] });

  const returnAll = (parts: readonly Partial<ReturnOrder>[], first: StoredReceipt = sold()) => {
    let present = { account: account(), receipt: first };
    return parts.map((part, n) => {
      const decided = processed(present, { ref: `part-${n.toString()}`, ...part });
      present = {
        account: applyReturn(present.account, decided),
        receipt: { ...present.receipt, returned: decided.after },
      };
      return decided;
    });
  };
  const wine = { amountCents: 14_000, lines: [{ sku: 'wine', quantity: 1 }] };
  const bread = { amountCents: 3_000, lines: [{ sku: 'bread', quantity: 1 }] };

  it('wine comes back, one bread, then the last: 200, 30 and 30 points', () => {
    const decided = returnAll([wine, bread, bread]);
    expect(decided.map(({ pointsReversed }) => pointsReversed)).toEqual([200, 30, 30]);
    expect(decided.map(({ after }) => after.kept.join())).toEqual(['60,0,0', '30,0,0', '0,0,0']);
    expect(decided[0]?.awards.map(({ basis }) => basis)).toEqual(['RULES', 'RULES', 'RULES']);
  });

  it('without products the wine leaves 3 of 10 points, and 197 are reversed', () => {
    const [first] = returnAll([{ amountCents: 14_000 }]);
    expect([first?.pointsReversed, first?.after.kept]).toEqual([197, [60, 3, 0]]);
    expect(first?.awards.map(({ basis }) => basis)).toEqual(['RULES', 'SHARE', 'RULES']);
  });

  it('parts with and without products, and the whole, end alike in any order', () => {
    const parts = [bread, { amountCents: 2_000 }, { ...wine, amountCents: 1_000 }];
    const orders = [parts, parts.toReversed(), [parts[1] ?? {}, parts[0] ?? {}, parts[2] ?? {}]];
    for (const order_ of orders) {
      const ends = returnAll([...order_, {}]);
      expect(ends.at(-2)?.after).toMatchObject({ kept: [140, 0, 0], unnamedCents: 2_000 });
      expect(ends.at(-1)?.after.kept).toEqual([0, 0, 0]);
      expect(ends.reduce((sum, { pointsReversed }) => sum + pointsReversed, 0)).toBe(260);
    }
  });

  it('never more than before, although a former release judged by the share', () => {
    const returned = {
      amountCents: 14_000,
      unnamedCents: 14_000,
      skus: [],
      kept: [60, 3, 15],
      returnIds: ['a'],
      fromPending: 0,
      unrecovered: 0,
      redeem: null,
    };
    const [next] = returnAll([bread], receipt({ terms, cards: sold().cards, returned }));
    expect([next?.after.kept, next?.pointsReversed]).toEqual([[30, 3, 0], 45]);
    const low = { ...returned, kept: [1, 1, 0] };
    expect(
      returnAll([bread], receipt({ terms, cards: sold().cards, returned: low }))[0]?.pointsReversed,
    ).toBe(0);
  });

  it.each([
    ['another version', Buffer.of(2)],
    ['fewer terms than awards', terms?.subarray(0, -1)],
    ['a rest', Buffer.concat([terms ?? Buffer.alloc(0), Buffer.of(0)])],
  ])('%s is not guessed (D173)', (_, bytes) => {
    const unknown = receipt({ terms: bytes ?? null, cards: sold().cards });
    expect(decide({ receipt: unknown })).toMatchObject({ outcome: 'refused', code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a return is refused (D165, D166)', () => {
  const returned = (
    amountCents: number | null,
    kept: readonly number[] = [0, 0, 0],
    returnIds: readonly string[] = ['a'],
  ) => ({
    amountCents,
    unnamedCents: amountCents ?? 0,
    skus: [],
    kept,
    returnIds,
    fromPending: 0,
    unrecovered: 0,
    redeem: null,
  });

  it.each<readonly [string, Given, Partial<ReturnOrder>, unknown]>([
    ['of an erased member', { account: account({ state: 'anonymized' }) }, {}, 'MEMBER_ERASED'],
    ['of an unknown receipt', { receipt: null }, {}, 'TRANSACTION_NOT_FOUND'],
    ['of an unknown member', { account: null }, {}, 'TRANSACTION_NOT_FOUND'],
    [
      'of another member’s receipt',
      { receipt: receipt({ memberId: 'another' as MemberId }) },
      {},
      'TRANSACTION_NOT_FOUND',
    ],
    [
      'the 101st of a receipt',
      {
        receipt: receipt({
          returned: returned(100, [1, 1, 1], Array(100).fill('a') as string[]),
        }),
      },
      {},
      'LIMIT_EXCEEDED {"limit":100,"of":"returnsOfReceipt"}',
    ],
    [
      'of more than there was',
      {},
      { amountCents: 20_001 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":20000}',
    ],
    [
      'of more than is left',
      { receipt: receipt({ returned: returned(15_000, [50, 2, 12]) }) },
      { amountCents: 5_001 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":5000}',
    ],
    [
      'of what came back wholly',
      { receipt: receipt({ returned: returned(20_000) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
    [
      'of nothing that came back',
      { receipt: receipt({ amountCents: 0, returned: returned(0) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
    [
      'of a part of nothing',
      { receipt: receipt({ amountCents: 0 }) },
      { amountCents: 1 },
      'VALIDATION_ERROR {"errors":[{"pointer":"/amount","message":"must not be sent for a receipt of 0, which is only returned whole"}]}',
    ],
    [
      'of products of nothing',
      { receipt: receipt({ amountCents: 0 }) },
      { amountCents: 1, lines: [{ sku: 'a', quantity: 1 }] },
      'VALIDATION_ERROR {"errors":[{"pointer":"/products","message":"must not be sent for a receipt of 0, which is only returned whole"}]}',
    ],
    [
      'of a part of an unknown amount',
      { receipt: receipt({ amountCents: null }) },
      { amountCents: 1 },
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":null}',
    ],
    [
      'of an unknown amount that came back',
      { receipt: receipt({ amountCents: null, returned: returned(null) }) },
      {},
      'RETURN_EXCEEDS_RECEIPT {"amountRemaining":0}',
    ],
  ])('%s', (_, given, asked, expected) => {
    const decision = decide(given, asked);
    if (decision.outcome !== 'refused') throw new Error('it is processed');
    const { code, context } = decision;
    expect(Object.keys(context).length === 0 ? code : `${code} ${JSON.stringify(context)}`).toBe(expected);
  });

  it('not of a suspended member', () => {
    expect(decide({ account: account({ state: 'suspended' }) }).outcome).toBe('processed');
  });
});

describe('reversed points are taken (D167)', () => {
  const points = (given: Given, asked: Partial<ReturnOrder> = {}) => {
    const { taken, postings } = processed(given, asked);
    const { fromBalance, expired, forgiven, lotsAfter: after } = taken;
    return {
      parts: [fromBalance, expired, forgiven],
      entry: postings.map(({ points: moved, lifetimeChange, fromLots = [] }) => [
        moved,
        lifetimeChange,
        fromLots.map((take) => [take.expiresOn - utcDayOf(nowMs), take.points]),
      ]),
      left: after.map((lot) => [lot.expiresOn - utcDayOf(nowMs), lot.points]),
    };
  };

  const ofTwoHundred = (entries: readonly EarnedEntry[]) =>
    receipt({
      entries,
      awards: [
        { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] },
      ],
    });

  it('from the receipt’s own lot, then from the others that are due first', () => {
    const given = {
      account: account({ pointsBalance: 220 }),
      receipt: ofTwoHundred([entry(90, 200)]),
      lots: [dated(10, 100), dated(90, 120)],
    };
    expect(points(given)).toEqual({
      parts: [200, 0, 0],
      entry: [
        [
          -200,
          -200,
          [
            [90, 120],
            [10, 80],
          ],
        ],
      ],
      left: [[10, 20]],
    });
  });

  it('not at all where their own time has passed; lifetime points fall, and the entry has 0 points', () => {
    const given = {
      account: account({ pointsBalance: 500 }),
      receipt: ofTwoHundred([entry(-1, 200)]),
      lots: [dated(10, 100)],
    };
    expect(points(given)).toEqual({ parts: [0, 200, 0], entry: [[0, -200, []]], left: [[10, 100]] });
  });

  it('from their lot also past their time, while the nightly run has not taken it', () => {
    const given = {
      account: account({ pointsBalance: 200 }),
      receipt: ofTwoHundred([entry(-0.1, 200)]),
      lots: [{ ...dated(-0.1, 150) }],
    };
    expect(points(given).parts).toEqual([150, 50, 0]);
  });

  it('and what the balance has not got is forgiven', () => {
    const given = {
      account: account({ pointsBalance: 50 }),
      receipt: ofTwoHundred([entry(null, 200)]),
      lots: [dated(10, 20)],
    };
    expect(points(given)).toEqual({ parts: [50, 0, 150], entry: [[-50, -200, [[10, 20]]]], left: [] });
  });

  it('of points without expiry first from those that are in no lot', () => {
    const given = {
      account: account({ pointsBalance: 300 }),
      receipt: ofTwoHundred([entry(null, 200)]),
      lots: [dated(10, 150)],
    };
    expect(points(given)).toEqual({
      parts: [200, 0, 0],
      entry: [[-200, -200, [[10, 50]]]],
      left: [[10, 100]],
    });
  });

  it('each part from what earlier parts left of the receipt’s entries', () => {
    const entries = [entry(10, 100), entry(90, 100)];
    const before = { account: account({ pointsBalance: 260 }), lots: [dated(10, 130), dated(90, 130)] };
    const first = processed({ ...before, receipt: ofTwoHundred(entries) }, { amountCents: 10_000 });
    expect(first.taken.lotsAfter.map((lot) => lot.points)).toEqual([30, 130]);
    const second = processed(
      {
        account: applyReturn(before.account, first),
        lots: first.taken.lotsAfter,
        receipt: { ...ofTwoHundred(entries), returned: first.after },
      },
      { ref: 'return-2' },
    );
    expect(second.taken.lotsAfter.map((lot) => lot.points)).toEqual([30, 30]);
  });

  it('from the others alone where the entries are not found', () => {
    const given = { account: account(), receipt: ofTwoHundred([]), lots: [dated(10, 100)] };
    expect(points(given)).toEqual({ parts: [200, 0, 0], entry: [[-200, -200, [[10, 100]]]], left: [] });
  });
});

it('a return is no activity, and lowers balance, lifetime points and nothing else (D168)', () => {
  const before = account({ pointsBalance: 100, lastActivityAtMs: nowMs - dayMs });
  const decision = processed({ account: before });
  expect(applyReturn(before, decision)).toEqual({
    ...before,
    pointsBalance: 0,
    lifetimePoints: 740,
    ledgerSeq: 8,
  });
  expect(() => applyReturn(account({ pointsBalance: 99 }), decision)).toThrow('applied once');
});

it('a return that reverses nothing has no entry', () => {
  const { postings, after } = processed({ receipt: receipt({ awards: [], entries: [] }) });
  expect([postings, after.kept, after.returnIds]).toEqual([[], [], ['return-1/transaction/0']]);
});

it('the entry has the names of the campaigns that lose points; the response says everything', () => {
  const decision = processed({}, { amountCents: 2_000, reason: 'slip 17' });
  expect(decision.postings).toEqual([
    {
      id: 'return-1/entry/0',
      seq: 8,
      type: 'RETURN',
      points: -26,
      balanceAfter: 234,
      description: 'One percent, Wine club, Big basket',
      expiresAtMs: null,
      lifetimeChange: -26,
    },
  ]);
  expect(toReturnResponse(decision)).toEqual({
    returnTransactionId: 'return-1/transaction/0',
    returnRef: 'return-1',
    transactionRef: 'receipt-1',
    memberId,
    amountReturned: 2_000,
    amountRemaining: 18_000,
    isWhole: false,
    pointsReversed: 26,
    pointsFromPending: 0,
    pointsFromBalance: 26,
    pointsExpired: 0,
    pointsForgiven: 0,
    pointsBalance: 234,
    awards: [
      {
        campaignId: 'c1',
        campaignName: 'One percent',
        pointsReversed: 20,
        pointsKept: 180,
        basis: 'SHARE',
        budgetCents: 20,
        rewardsTakenBack: [],
        rewardsKept: [],
      },
      {
        campaignId: 'c2',
        campaignName: 'Wine club',
        pointsReversed: 1,
        pointsKept: 9,
        basis: 'SHARE',
        budgetCents: 1,
        rewardsTakenBack: [],
        rewardsKept: [],
      },
      {
        campaignId: 'c3',
        campaignName: 'Big basket',
        pointsReversed: 5,
        pointsKept: 45,
        basis: 'SHARE',
        budgetCents: 5,
        rewardsTakenBack: [],
        rewardsKept: [],
      },
    ],
    stampCards: [],
    redeemed: null,
    reason: 'slip 17',
    state: 'PROCESSED',
  });
});
