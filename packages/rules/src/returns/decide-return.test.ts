import { type CampaignId, dayMs, type MemberId, type TransactionId, utcDayOf } from '@loyalty/kernel';
import type { Lot } from '../lots/lot.ts';
import type { Account } from '../member.ts';
import { account as accountOf, nowMs } from '../testing/builders.ts';
import { dated } from '../testing/lots.ts';
import { encodeTerms, skuHashOf } from './award-terms.ts';
import {
  applyReturn,
  decideReturn,
  type ReturnOrder,
  type ReturnProcessed,
  toReturnResponse,
} from './decide-return.ts';
import type { ReceiptCard, StoredReceipt } from './stored-receipt.ts';
import type { ReceiptReward } from './take-back.ts';
import type { EarnedEntry } from './take-points.ts';

const account = (given: Partial<Account> = {}): Account =>
  accountOf({ pointsBalance: 260, lifetimePoints: 1_000, ledgerSeq: 7, lastActivityAtMs: nowMs, ...given });

const { memberId } = account();

const entry = (days: number | null, points: number): EarnedEntry => ({
  points,
  expiresAtMs: days === null ? null : nowMs + days * dayMs,
  addedAtMs: nowMs - 40 * dayMs,
});

/** Of R200.00, for 260 points of three campaigns. */
const receipt = (given: Partial<StoredReceipt> = {}): StoredReceipt => ({
  transactionId: 'receipt-id' as TransactionId,
  memberId,
  amountCents: 20_000,
  occurredAtMs: nowMs - 40 * dayMs,
  awards: [
    { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] },
    { campaignId: 'c2' as CampaignId, campaignName: 'Wine club', pointsEarned: 10, rewardIds: [] },
    { campaignId: 'c3' as CampaignId, campaignName: 'Big basket', pointsEarned: 50, rewardIds: [] },
  ],
  cards: [],
  terms: null,
  entries: [entry(null, 260)],
  returned: null,
  ...given,
});

const order = (given: Partial<ReturnOrder> = {}): ReturnOrder => ({
  ref: 'return-1',
  transactionRef: 'receipt-1',
  amountCents: null,
  isWhole: given.amountCents === undefined || given.amountCents === null,
  lines: [],
  redeemRef: null,
  reason: null,
  ...given,
});

interface Given {
  readonly account?: Account | null;
  readonly receipt?: StoredReceipt | null;
  readonly lots?: readonly Lot[];
  readonly rewards?: ReadonlyMap<string, ReceiptReward>;
  readonly stamps?: number;
  readonly pointValueCents?: number;
}

const decide = (given: Given = {}, asked: Partial<ReturnOrder> = {}) =>
  decideReturn(
    {
      account: given.account === undefined ? account() : given.account,
      receipt: given.receipt === undefined ? receipt() : given.receipt,
      lots: given.lots ?? [],
      redeem: null,
      refunds: { refundPoints: 'PRO_RATA', refundGraceDays: 30 },
      pointsExpiry: { type: 'NONE' },
      rewards: given.rewards ?? new Map(),
      stampsOf: () => given.stamps ?? 0,
      pointValueCents: given.pointValueCents ?? 1,
      nowMs,
      newId: (kind, n = 0) => `${order(asked).ref}/${kind}/${n.toString()}`,
    },
    order(asked),
  );

const processed = (given: Given = {}, asked: Partial<ReturnOrder> = {}): ReturnProcessed => {
  const decision = decide(given, asked);
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

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
  ) => ({ amountCents, unnamedCents: amountCents ?? 0, skus: [], kept, returnIds, redeem: null });

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

const coffees = 'c4' as CampaignId;

/** The tenth coffee: it completed a card of ten, whose reward is a gift card of R25.00. */
const tenth = (given: Partial<ReceiptCard> = {}): StoredReceipt =>
  receipt({
    awards: [
      { campaignId: 'c1' as CampaignId, campaignName: 'One percent', pointsEarned: 200, rewardIds: [] },
      { campaignId: coffees, campaignName: 'Coffees', pointsEarned: 0, rewardIds: ['reward-1'] },
    ],
    cards: [{ campaignId: coffees, stampsRequired: 10, cardsCompleted: 1, ...given }],
    entries: [entry(null, 200)],
  });

const rewardIn = (given: Partial<ReceiptReward>): ReadonlyMap<string, ReceiptReward> =>
  new Map([
    [
      'reward-1',
      { state: 'ISSUED', expiresAtMs: null, rewardType: 'GIFT_CARD', value: { amount: 2_500 }, ...given },
    ],
  ]);

describe('rewards of the receipt (D174)', () => {
  it.each([
    ['ISSUED', { state: 'ISSUED' }, 'EXPIRED'],
    ['ISSUED until later', { state: 'ISSUED', expiresAtMs: nowMs + 1 }, 'EXPIRED'],
    ['waiting for its code', { state: 'PENDING_FULFILMENT' }, 'FAILED'],
    ['past its time', { state: 'ISSUED', expiresAtMs: nowMs }, null],
    ['redeemed', { state: 'REDEEMED' }, null],
    ['expired', { state: 'EXPIRED' }, null],
    ['failed', { state: 'FAILED' }, null],
  ] as const)('one that is %s ends, or is kept and named', (_, given, to) => {
    const { awards, rewards } = processed({ receipt: tenth(), rewards: rewardIn(given) });
    expect(rewards).toEqual(to === null ? [] : [{ id: 'reward-1', to }]);
    expect(awards[1]).toMatchObject({
      rewardsTakenBack: to === null ? [] : ['reward-1'],
      rewardsKept: to === null ? ['reward-1'] : [],
      budgetCents: to === null ? 0 : 2_500,
    });
  });

  it('stay until nothing of the receipt remains', () => {
    const first = processed({ receipt: tenth(), rewards: rewardIn({}) }, { amountCents: 19_999 });
    expect([first.rewards, first.awards[1]?.rewardsKept]).toEqual([[], []]);
    const rest = { account: applyReturn(account(), first), receipt: { ...tenth(), returned: first.after } };
    const last = processed({ ...rest, rewards: rewardIn({}) }, { ref: 'return-2', amountCents: 1 });
    expect(last.rewards).toEqual([{ id: 'reward-1', to: 'EXPIRED' }]);
  });

  it('of which there is no row are kept', () => {
    expect(processed({ receipt: tenth() }).awards[1]?.rewardsKept).toEqual(['reward-1']);
  });
});

describe('the stamp of the receipt (D175)', () => {
  const left = (stamps: number, state: ReceiptReward['state'], card: Partial<ReceiptCard> = {}) => {
    const { cards, stampsLeft } = processed({ receipt: tenth(card), stamps, rewards: rewardIn({ state }) });
    return { left: stampsLeft.get(coffees), card: cards[0] };
  };

  it.each([
    { what: 'a card that was not completed', stamps: 4, cardsCompleted: 0, state: 'ISSUED', expected: 3 },
    { what: 'the full card, whose reward ends', stamps: 0, cardsCompleted: 1, state: 'ISSUED', expected: 9 },
    { what: 'the same with a later stamp', stamps: 1, cardsCompleted: 1, state: 'ISSUED', expected: 10 },
    {
      what: 'the full card, whose reward was used',
      stamps: 0,
      cardsCompleted: 1,
      state: 'REDEEMED',
      expected: 0,
    },
    { what: 'the same with later stamps', stamps: 3, cardsCompleted: 1, state: 'REDEEMED', expected: 2 },
    { what: 'a card that somebody emptied', stamps: 0, cardsCompleted: 0, state: 'ISSUED', expected: 0 },
  ] as const)('is taken from $what', ({ stamps, cardsCompleted, state, expected }) => {
    const { left: after, card } = left(stamps, state, { cardsCompleted });
    expect(after).toBe(expected);
    expect(card).toEqual({ campaignId: coffees, stampsCollected: expected, isStampTakenBack: true });
  });

  it('▲ ten receipts, the free coffee taken, all ten brought back: no stamp, and no second coffee', () => {
    let stamps = 0;
    for (let n = 0; n < 10; n += 1) {
      const { stampsLeft } = processed({
        receipt: tenth({ cardsCompleted: n === 0 ? 1 : 0 }),
        stamps,
        rewards: rewardIn({ state: 'REDEEMED' }),
      });
      stamps = stampsLeft.get(coffees) ?? -1;
    }
    expect(stamps).toBe(0);
  });

  it('of a card that gives points is full again with the points reversed, though they are forgiven', () => {
    const given = tenth();
    const awards = given.awards.map((award) => ({ ...award, pointsEarned: 50, rewardIds: [] }));
    const poor = account({ pointsBalance: 0 });
    const { stampsLeft } = processed({ account: poor, receipt: { ...given, awards } });
    expect(stampsLeft.get(coffees)).toBe(9);
  });

  it('is taken with a part that leaves less than its least spend, by as many cards as the terms say', () => {
    const terms = encodeTerms({
      awards: [
        { form: 'WHOLE', minSpendCents: null },
        { form: 'WHOLE', minSpendCents: 15_000 },
      ],
      cards: [{ form: 'WHOLE', minSpendCents: 15_000, stampsRequired: 10, cardsCompleted: 2 }],
    });
    const given = tenth({ cardsCompleted: 1 });
    const awards = given.awards.map((award) => ({ ...award, pointsEarned: 50, rewardIds: [] }));
    const { stampsLeft } = processed({ receipt: { ...given, awards, terms } }, { amountCents: 6_000 });
    expect(stampsLeft.get(coffees)).toBe(19);
  });

  it('stays with a part of the receipt', () => {
    const { cards, stampsLeft } = processed({ receipt: tenth(), stamps: 4 }, { amountCents: 100 });
    expect([cards, stampsLeft.size]).toEqual([
      [{ campaignId: coffees, stampsCollected: 4, isStampTakenBack: false }],
      0,
    ]);
  });
});

describe('what a campaign gets back (D176)', () => {
  const centsOf = (given: Given) => processed(given).awards.map(({ budgetCents }) => budgetCents);

  it('is its reversed points, less those that are forgiven, at the point value of the moment', () => {
    expect(centsOf({})).toEqual([200, 10, 50]);
    expect(centsOf({ pointValueCents: 3 })).toEqual([600, 30, 150]);
  });

  it('is given back award by award, in the order of the receipt', () => {
    expect(centsOf({ account: account({ pointsBalance: 205 }) })).toEqual([200, 5, 0]);
    expect(centsOf({ account: account({ pointsBalance: 0 }) })).toEqual([0, 0, 0]);
  });

  it('counts points whose time has passed', () => {
    const expired = receipt({ entries: [entry(-1, 260)] });
    expect(centsOf({ account: account({ pointsBalance: 0 }), receipt: expired })).toEqual([200, 10, 50]);
  });
});
