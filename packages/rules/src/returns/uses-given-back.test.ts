import { type CampaignId, utcDayOf } from '@loyalty/kernel';
import { periodStartOf } from '../limits/limit-period.ts';
import { capsId } from '../limits/points-caps.ts';
import { account, processed, receipt, type Given } from '../testing/returns.ts';
import type { AwardTerms } from './award-terms.ts';
import { applyReturn, type ReturnOrder } from './decide-return.ts';
import { encodeTerms } from './encode-terms.ts';
import { skuHashOf } from './sku-units.ts';
import type { StoredReceipt } from './stored-receipt.ts';
import type { ReceiptReward } from './take-back.ts';
import { usesOfReceipt } from './uses-given-back.ts';

const coffee = 'c1' as CampaignId;
const other = 'c2' as CampaignId;
/** A Saturday in November; later it is Sunday there. */
const occurredAtMs = Date.parse('2026-11-28T22:30:00Z');
const utcDay = utcDayOf(occurredAtMs);

const terms = (given: Partial<AwardTerms> = {}): Buffer | null =>
  encodeTerms({
    awards: [
      { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000, countedIn: ['DAY', 'EVER'] },
      { form: 'WHOLE', minSpendCents: null },
    ],
    cards: [],
    counted: { dayShift: 0, capPeriods: [] },
    ...given,
  });

/** R200.00: 1 % under a limit, and 50 points under none. */
const sold = (given: Partial<StoredReceipt> = {}): StoredReceipt =>
  receipt({
    occurredAtMs,
    awards: [
      { campaignId: coffee, campaignName: 'Coffee', pointsEarned: 200, rewardIds: [] },
      { campaignId: other, campaignName: 'Other', pointsEarned: 50, rewardIds: [] },
    ],
    terms: terms(),
    entries: [],
    ...given,
  });

const at = (campaignId: CampaignId, period: 'DAY' | 'EVER' | 'WEEK' | 'MONTH', day = utcDay) => ({
  campaignId,
  period,
  startsOn: periodStartOf(period, day),
});

const usesOf = (given: Given, asked: Partial<ReturnOrder> = {}) =>
  processed({ receipt: sold(), ...given }, asked).uses;

test('points go back as they are recovered; the time with the return after which nothing stays (D247)', () => {
  const first = processed({ receipt: sold() }, { amountCents: 5_000 });
  expect(first.uses).toEqual([
    { ...at(coffee, 'DAY'), times: 0, points: 50 },
    { ...at(coffee, 'EVER'), times: 0, points: 50 },
  ]);
  const rest = { account: applyReturn(account(), first), receipt: sold({ returned: first.after }) };
  expect(usesOf(rest, { ref: 'return-2' })).toEqual([
    { ...at(coffee, 'DAY'), times: 1, points: 150 },
    { ...at(coffee, 'EVER'), times: 1, points: 150 },
  ]);
});

test('▲ the day is that of the time zone in which it was counted, whatever limits and zone are today', () => {
  const places = ['DAY', 'WEEK', 'MONTH'] as const;
  for (const dayShift of [-1, 0, 1]) {
    const counted = { dayShift, capPeriods: places };
    const uses = usesOf({ receipt: sold({ terms: terms({ counted }) }) });
    expect(uses.map(({ campaignId, period, startsOn }) => ({ campaignId, period, startsOn }))).toEqual([
      at(coffee, 'DAY', utcDay + dayShift),
      at(coffee, 'EVER'),
      ...places.map((period) => at(capsId, period, utcDay + dayShift)),
    ]);
    expect(usesOfReceipt(sold({ terms: terms({ counted }) }))).toHaveLength(5);
  }
});

test('caps get back what was recovered of all awards, and no time', () => {
  const counted = { dayShift: 0, capPeriods: ['MONTH'] } as const;
  expect(usesOf({ receipt: sold({ terms: terms({ counted }) }) }).at(-1)).toEqual({
    ...at(capsId, 'MONTH'),
    times: 0,
    points: 250,
  });
});

describe('▲ points that were not recovered stay used, and so does the time', () => {
  it.each(['FORGIVE', 'DEDUCT_LATER'] as const)('%s', (unrecoveredPoints) => {
    const poor = { account: account({ pointsBalance: 120 }), refunds: { unrecoveredPoints } };
    expect(usesOf(poor).map(({ times, points }) => [times, points])).toEqual([
      [0, 120],
      [0, 120],
    ]);
  });

  it('also those of an earlier return, and of another award', () => {
    const first = processed(
      { receipt: sold(), account: account({ pointsBalance: 0 }) },
      { amountCents: 5_000 },
    );
    expect([first.uses, first.after.unrecovered]).toEqual([[], 50]);
    const rest = { account: account({ pointsBalance: 1_000 }), receipt: sold({ returned: first.after }) };
    expect(usesOf(rest, { ref: 'return-2' })).toMatchObject([
      { times: 0, points: 150 },
      { times: 0, points: 150 },
    ]);
  });
});

describe('▲ a time stays used while a reward of the award is kept: nobody uses the voucher and buys again', () => {
  const wine = [{ hash: skuHashOf('wine'), thousandths: 6_000 }];
  const bottles = (): StoredReceipt =>
    sold({
      awards: [
        { campaignId: coffee, campaignName: 'Bottles', pointsEarned: 0, rewardIds: ['first', 'second'] },
      ],
      terms: encodeTerms({
        awards: [
          {
            form: 'EVERY',
            minSpendCents: null,
            everyQuantity: 3,
            points: 0,
            skus: wine,
            countedIn: ['EVER'],
          },
        ],
        cards: [],
        counted: { dayShift: 0, capPeriods: [] },
      }),
    });
  const reward = (given: Partial<ReceiptReward> = {}): ReceiptReward => ({
    state: 'ISSUED',
    expiresAtMs: null,
    rewardType: 'GIFT_CARD',
    value: { amount: 2_500 },
    ...given,
  });
  const rewards = (first: ReceiptReward, second: ReceiptReward) =>
    new Map([
      ['first', first],
      ['second', second],
    ]);
  const once = [{ ...at(coffee, 'EVER'), times: 1, points: 0 }];

  it.each<readonly [string, Partial<ReceiptReward>, unknown]>([
    ['issued: it goes back', {}, once],
    ['used', { state: 'REDEEMED' }, []],
    ['ended before', { state: 'EXPIRED' }, []],
  ])('%s', (_, second, uses) => {
    const given = { receipt: bottles(), rewards: rewards(reward(), reward(second)) };
    expect(usesOf(given)).toEqual(uses);
  });

  it.each<readonly [string, Partial<ReceiptReward>, Partial<ReceiptReward>, unknown]>([
    ['taken back: it goes back', {}, { state: 'EXPIRED', isTakenBack: true }, once],
    ['kept', { state: 'REDEEMED' }, { state: 'REDEEMED' }, []],
  ])('by an earlier return: %s', (_, before, after, uses) => {
    const first = processed(
      { receipt: bottles(), rewards: rewards(reward(), reward(before)) },
      { amountCents: 10_000, lines: [{ sku: 'wine', quantity: 3 }] },
    );
    expect(first.uses).toEqual([]);
    const rest = {
      account: applyReturn(account(), first),
      receipt: { ...bottles(), returned: first.after },
      rewards: rewards(reward(), reward(after)),
    };
    expect(usesOf(rest, { ref: 'return-2' })).toEqual(uses);
  });
});

test('an award and its stamp are one time, which goes back once neither stays', () => {
  const card = { campaignId: coffee, stampsRequired: 5, cardsCompleted: 1 };
  const held = (isBound: boolean) =>
    sold({
      cards: [card],
      terms: terms({
        cards: [
          {
            form: 'WHOLE',
            minSpendCents: isBound ? 20_000 : null,
            stampsRequired: 5,
            cardsCompleted: 1,
          },
        ],
        awards: [
          { form: 'WHOLE', minSpendCents: 20_000, countedIn: ['DAY'] },
          { form: 'WHOLE', minSpendCents: null },
        ],
      }),
    });
  const timesOf = (isBound: boolean) =>
    usesOf({ receipt: held(isBound) }, { amountCents: 1 }).map(({ times }) => times);
  expect([timesOf(true), timesOf(false)]).toEqual([[1], [0]]);
});

test('▲ of a stamp without an award its own time, unless points of the receipt were not recovered', () => {
  const stamped = sold({
    awards: [{ campaignId: other, campaignName: 'Other', pointsEarned: 50, rewardIds: [] }],
    cards: [{ campaignId: coffee, stampsRequired: 5, cardsCompleted: 0 }],
    terms: encodeTerms({
      awards: [{ form: 'WHOLE', minSpendCents: null }],
      cards: [
        { form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 0, countedIn: ['WEEK'] },
      ],
      counted: { dayShift: 0, capPeriods: [] },
    }),
  });
  expect(usesOf({ receipt: stamped }, { amountCents: 1 })).toEqual([]);
  expect(usesOf({ receipt: stamped })).toEqual([{ ...at(coffee, 'WEEK'), times: 1, points: 0 }]);
  expect(usesOf({ receipt: stamped, account: account({ pointsBalance: 49 }) })).toEqual([]);
});

test('nothing where nothing was counted, or the day is not known', () => {
  const plain = {
    awards: [
      { form: 'WHOLE', minSpendCents: null } as const,
      { form: 'WHOLE', minSpendCents: null } as const,
    ],
  };
  for (const one of [
    sold({ terms: null }),
    sold({ terms: encodeTerms({ ...plain, cards: [] }) }),
    sold({ occurredAtMs: null }),
  ])
    expect([usesOf({ receipt: one }), usesOfReceipt(one)]).toEqual([[], []]);
  expect(usesOfReceipt(sold({ terms: Buffer.of(2) }))).toEqual([]);
});
