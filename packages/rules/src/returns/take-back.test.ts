import type { CampaignId } from '@loyalty/kernel';
import { nowMs } from '../testing/builders.ts';
import { account, entry, type Given, processed, receipt } from '../testing/returns.ts';
import { encodeTerms } from './encode-terms.ts';
import { applyReturn } from './decide-return.ts';
import { skuHashOf } from './sku-units.ts';
import type { ReceiptCard, StoredReceipt } from './stored-receipt.ts';
import type { ReceiptReward } from './take-back.ts';

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

  it('▲ of every third bottle the later ones end, and one that was used stays (D245)', () => {
    const terms = encodeTerms({
      awards: [
        {
          form: 'EVERY',
          minSpendCents: null,
          everyQuantity: 3,
          points: 0,
          skus: [{ hash: skuHashOf('wine'), thousandths: 9_000 }],
        },
      ],
      cards: [],
    });
    const rewardIds = ['first', 'second', 'third'];
    const campaignId = 'c1' as CampaignId;
    const sold = receipt({
      terms,
      awards: [{ campaignId, campaignName: 'Bottles', pointsEarned: 0, rewardIds }],
      entries: [],
    });
    const of = (state: ReceiptReward['state']) => rewardIn({ state }).get('reward-1');
    const rewards = new Map(
      [of('ISSUED'), of('REDEEMED'), of('ISSUED')].flatMap((reward, at) =>
        reward === undefined ? [] : [[rewardIds[at] ?? '', reward] as const],
      ),
    );
    const bottles = (quantity: number) => ({ amountCents: 1_000, lines: [{ sku: 'wine', quantity }] });
    const first = processed({ receipt: sold, rewards }, bottles(1));
    expect(first.rewards).toEqual([{ id: 'third', to: 'EXPIRED' }]);
    expect(first.awards[0]).toMatchObject({ budgetCents: 2_500, rewardsKept: [] });
    const next = { ...sold, returned: first.after };
    const second = processed({ receipt: next, rewards }, { ref: 'return-2', ...bottles(3) });
    expect([second.rewards, second.awards[0]?.rewardsKept]).toEqual([[], ['second']]);
    const last = processed({ receipt: { ...next, returned: second.after }, rewards }, { ref: 'return-3' });
    expect(last.rewards).toEqual([{ id: 'first', to: 'EXPIRED' }]);
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

  it('is the same where the rest is deducted later: then, too, it gets nothing back (D192)', () => {
    const refunds = { unrecoveredPoints: 'DEDUCT_LATER' } as const;
    expect(centsOf({ account: account({ pointsBalance: 205 }), refunds })).toEqual([200, 5, 0]);
  });

  it('counts points whose time has passed', () => {
    const expired = receipt({ entries: [entry(-1, 260)] });
    expect(centsOf({ account: account({ pointsBalance: 0 }), receipt: expired })).toEqual([200, 10, 50]);
  });
});
