import type { CampaignId, TierId } from '@loyalty/kernel';
import type { Campaign } from '../campaigns/campaign.ts';
import type { AwardTerms } from '../returns/award-terms.ts';
import { decodeTerms } from '../returns/decode-terms.ts';
import { skuHashOf } from '../returns/sku-units.ts';
import { campaign, context, counted, line, receipt, snapshot } from '../testing/builders.ts';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import { receiptActivity } from './activity.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import type { EvaluateProcessed } from './decision.ts';
import { ReceiptTerms } from './receipt-terms.ts';

const offer = (id: string, given: Partial<Campaign>): Campaign =>
  campaign({ id: id as CampaignId, name: id, ...given });

const decided = (
  campaigns: readonly Campaign[],
  given: Parameters<typeof receipt>[0] = {},
  circumstances: Parameters<typeof context>[1] = {},
): EvaluateProcessed => {
  const decision = decideEvaluate(context(campaigns, circumstances), receipt(given));
  if (decision.outcome === 'refused') throw new Error(decision.code);
  return decision;
};

const termsOf = (decision: EvaluateProcessed): AwardTerms | null => {
  const { terms, awards, cards } = decision;
  return terms === null ? null : decodeTerms(terms, { awards: awards.length, cards: cards.length });
};

const product = (skus: readonly string[], given: Partial<Campaign> = {}) => ({
  earningRule: { type: 'PRODUCT_PURCHASE', points: 3, skus } as const,
  ...given,
});

const units = (sku: string, thousandths: number) => ({ hash: skuHashOf(sku), thousandths });

it('the example of the design: a percentage, a product, a big basket', () => {
  const decision = decided(
    [
      offer('One percent', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 } }),
      offer('Wine club', { earningRule: { type: 'PRODUCT_PURCHASE', points: 10, skus: ['wine'] } }),
      offer('Big basket', { earningRule: { type: 'FIXED_POINTS', points: 50 }, minSpendCents: 15_000 }),
    ],
    { amountCents: 20_000, products: [line({ sku: 'bread', quantity: 2 }), line({ sku: 'wine' })] },
  );
  expect(decision.pointsAwarded).toBe(260);
  expect(termsOf(decision)?.awards).toEqual([
    { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
    { form: 'PRODUCT', minSpendCents: null, points: 10, skus: [units('wine', 1_000)] },
    { form: 'WHOLE', minSpendCents: 15_000 },
  ]);
  expect(decision.terms).toHaveLength(16);
});

it('of a multiplied award the terms of a rule over lines or amounts have the multiplier (D243)', () => {
  const multiplied = { tierMultiplier: true } as const;
  const rule = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
  const campaigns = [
    offer('a', { earningRule: rule, ...multiplied, minSpendCents: 5 }),
    offer('b', { earningRule: { type: 'FIXED_POINTS', points: 2 }, ...multiplied }),
    offer('c', { earningRule: rule }),
    offer('d', product(['wine'], multiplied)),
  ];
  const gold = { createdAtMs: 0, thresholdsSetAtMs: 0, freeRewards: [], multiplierScaled: 15_000 };
  const tiers = [{ id: 'gold' as TierId, minLifetimePoints: 0, ...gold }];
  const circumstances = { snapshot: snapshot(campaigns, { tiers }) };
  const decision = decided(campaigns, { products: [line({ sku: 'wine' })] }, circumstances);
  expect(termsOf(decision)?.awards).toEqual([
    { form: 'PERCENT', minSpendCents: 5, percentageScaled: 10_000, multiplierScaled: 15_000 },
    { form: 'WHOLE', minSpendCents: null },
    { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
    {
      form: 'PRODUCT',
      minSpendCents: null,
      points: 3,
      multiplierScaled: 15_000,
      skus: [units('wine', 1_000)],
    },
  ]);
});

it('a receipt that awarded and stamped nothing has no terms (D171)', () => {
  expect(decided([]).terms).toBeNull();
  expect(decided([offer('a', { minSpendCents: 99_999 })]).terms).toBeNull();
  const counting = {
    type: 'SURPRISE_DELIGHT',
    rewardRules: [{ everyNth: 5, reward: { points: 1 } }],
  } as const;
  expect(decided([offer('a', { earningRule: counting })])).toMatchObject({ counts: [{}], terms: null });
});

it('of two product campaigns each has its own skus; two prices of one sku are one', () => {
  const lines = [
    line({ sku: 'milk', quantity: 1, categories: ['dairy'] }),
    line({ sku: 'milk', quantity: 0.5, unitPriceCents: 1, categories: ['dairy'] }),
    line({ sku: 'cheese', quantity: 2, categories: ['dairy'] }),
    line({ sku: 'bread', quantity: 3, categories: [] }),
  ];
  const decision = decided([offer('milk', product(['milk'])), offer('dairy', product(['dairy']))], {
    products: lines,
  });
  expect(termsOf(decision)?.awards).toEqual([
    { form: 'PRODUCT', minSpendCents: null, points: 3, skus: [units('milk', 1_500)] },
    { form: 'PRODUCT', minSpendCents: null, points: 3, skus: [units('milk', 1_500), units('cheese', 2_000)] },
  ]);
});

const item = { rewardType: 'FREE_ITEM', value: { description: 'Muffin' } } as const;

it('▲ the terms of an award stand where the award stands, also behind one that is left out (D171)', () => {
  const many = {
    type: 'SURPRISE_DELIGHT',
    rewardRules: Array(50).fill({ everyNth: 1, reward: item }),
  } as Campaign['earningRule'];
  const limited = { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 1, reward: item }] } as const;
  const decision = decided(
    [
      offer('many', { earningRule: many }),
      offer('limited', { earningRule: limited, minSpendCents: 7 }),
      offer('nothing', { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 0.0001 } }),
      offer('dairy', product(['dairy'])),
    ],
    { amountCents: 10_000, products: [line()] },
  );
  expect(decision.awards.map(({ campaignName }) => campaignName)).toEqual(['many', 'dairy']);
  expect(termsOf(decision)?.awards.map(({ form }) => form)).toEqual(['WHOLE', 'PRODUCT']);
});

it('a stamp has its card’s terms, with and without an award', () => {
  const card = (stampsRequired: number) =>
    ({ type: 'STAMP_CARD', stampsRequired, rewardOnCompletion: { points: 5 } }) as const;
  const decision = decided(
    [
      offer('first', { earningRule: card(4), minSpendCents: 100 }),
      offer('full', { earningRule: card(2) }),
      offer('twice', { earningRule: card(1) }),
    ],
    {},
    { inputs: counted({ STAMPS: 1 }) },
  );
  expect(termsOf(decision)).toEqual({
    awards: [
      { form: 'WHOLE', minSpendCents: null },
      { form: 'WHOLE', minSpendCents: null },
    ],
    cards: [
      { form: 'WHOLE', minSpendCents: 100, stampsRequired: 4, cardsCompleted: 0 },
      { form: 'WHOLE', minSpendCents: null, stampsRequired: 2, cardsCompleted: 1 },
      { form: 'WHOLE', minSpendCents: null, stampsRequired: 1, cardsCompleted: 2 },
    ],
  });
});

it('lines are walked for no more awards than may name skus', () => {
  const crowd = Array.from({ length: 10 }, (_, n) => offer(n.toString(), product(['dairy'])));
  const own = context(crowd);
  const activity = receiptActivity(own, receipt({ products: [line()] }));
  const index = campaignIndexOf(own.snapshot);
  let asked = 0;
  const counting = {
    findingOf: (place: number) => index.findingOf(place),
    skusOf: (...of: Parameters<typeof index.skusOf>) => {
      asked += 1;
      return index.skusOf(...of);
    },
  };
  const terms = new ReceiptTerms(counting, activity);
  for (const indexed of index.candidates(activity)) terms.noteAward(indexed);
  expect([terms.encoded()?.length, asked]).toEqual([8 * 9 + 3, 8]);
});

it('lines that conditions asked for are looked at again for no more awards either', () => {
  const lines = { field: 'category', op: 'eq', value: 'dairy' };
  const crowd = Array.from({ length: 10 }, (_, n) => offer(n.toString(), { conditions: { lines } }));
  const own = context(crowd);
  const activity = receiptActivity(own, receipt({ products: [line()] }));
  const index = campaignIndexOf(own.snapshot);
  let asked = 0;
  const counting = {
    findingOf: (place: number) => {
      asked += 1;
      return index.findingOf(place);
    },
    skusOf: (...of: Parameters<typeof index.skusOf>) => index.skusOf(...of),
  };
  const terms = new ReceiptTerms(counting, activity);
  for (const indexed of index.candidates(activity)) terms.noteAward(indexed);
  expect([terms.encoded()?.at(-1), asked]).toEqual([3, 8]);
});

it('more than 64 skus, and more than 8 awards for products, are shares (D171)', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => line({ sku: n.toString() }));
  const formsOf = (count: number) =>
    termsOf(decided([offer('dairy', product(['dairy'], { minSpendCents: 1 }))], { products: lines(count) }))
      ?.awards;
  expect(formsOf(64)).toMatchObject([{ form: 'PRODUCT', minSpendCents: 1 }]);
  expect(formsOf(65)).toEqual([{ form: 'SHARE', minSpendCents: 1 }]);
  const crowd = Array.from({ length: 10 }, (_, n) => offer(n.toString(), product(['dairy'])));
  const { awards = [] } = termsOf(decided(crowd, { products: lines(3) })) ?? {};
  expect(awards.map(({ form }) => form)).toEqual([
    ...(Array(8).fill('PRODUCT') as string[]),
    'SHARE',
    'SHARE',
  ]);
});

describe('what limits and caps counted (D247)', () => {
  const limited = (periods: readonly string[], given: Partial<Campaign> = {}): Partial<Campaign> => ({
    ...given,
    limits: periods.map((period) => ({ per: 'MEMBER', period, of: 'POINTS', max: 1_000 })),
  });
  const late = Date.parse('2026-11-28T22:30:00Z');
  const inZone = (campaigns: readonly Campaign[], offset: number, caps?: { readonly month: number }) =>
    decided(
      campaigns,
      { occurredAt: late },
      {
        nowMs: late,
        snapshot: snapshot(campaigns, { zone: [[0, offset]], ...(caps === undefined ? null : { caps }) }),
      },
    );
  const plain = { earningRule: { type: 'FIXED_POINTS', points: 5 } } as const;
  const card = {
    earningRule: { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: { points: 9 } },
  } as const;

  it('is noted with each award that a limit of the member counts, and the local day once', () => {
    const campaigns = [
      offer('a', limited(['DAY', 'EVER'], plain)),
      offer('b', plain),
      offer('c', { ...plain, limits: [{ per: 'RECEIPT', of: 'POINTS', max: 1 }] }),
    ];
    for (const [offset, dayShift] of [
      [89, 0],
      [90, 1],
      [-1_351, -1],
    ] as const) {
      const { awards, counted: last } = termsOf(inZone(campaigns, offset)) ?? {};
      expect(awards?.map(({ countedIn }) => countedIn)).toEqual([['DAY', 'EVER'], undefined, undefined]);
      expect(last).toEqual({ dayShift, capPeriods: [] });
    }
  });

  it('stands with the award of a card that was completed, else with its stamp', () => {
    const two = { earningRule: { ...card.earningRule, stampsRequired: 2 } } as const;
    const terms = termsOf(
      inZone([offer('a', limited(['WEEK'], card)), offer('b', limited(['DAY'], two))], 0),
    );
    expect(terms?.awards.map(({ countedIn }) => countedIn)).toEqual([['WEEK']]);
    expect(terms?.cards.map(({ countedIn }) => countedIn)).toEqual([undefined, ['DAY']]);
  });

  it('of caps once for all; where neither counts there is no byte more', () => {
    expect(termsOf(inZone([offer('a', plain)], 0, { month: 100 }))).toMatchObject({
      awards: [{ form: 'WHOLE' }],
      counted: { dayShift: 0, capPeriods: ['MONTH'] },
    });
    expect(inZone([offer('a', plain)], 0).terms).toHaveLength(2);
  });
});
