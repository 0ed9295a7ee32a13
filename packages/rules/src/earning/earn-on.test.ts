import type { EvaluateRequest, ReceiptLine } from '@loyalty/contracts';
import { skuHashOf } from '../returns/sku-units.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import { campaign, context, line, processed, receipt } from '../testing/builders.ts';
import { decideEvaluate } from './decide-evaluate.ts';
import { explainCampaigns } from './explain-campaigns.ts';

const wine = line({ sku: 'wine', quantity: 6, unitPriceCents: 5_000, categories: ['wine'] });
const coffee = line({ sku: 'coffee', quantity: 2, unitPriceCents: 4_000, categories: ['coffee'] });
const tobacco = line({ sku: 'tobacco', quantity: 1, unitPriceCents: 2_000, categories: ['tobacco'] });
const basket = [wine, coffee, tobacco];

const of = (category: string) => ({ field: 'category', op: 'eq', value: category });

const decide = (given: Partial<Campaign>, bought: Partial<EvaluateRequest> = {}) => {
  const judged = campaign(given);
  const own = context([judged]);
  const request = receipt({ amountCents: 40_000, products: basket, ...bought });
  const decision = processed(decideEvaluate(own, request));
  const [explained] = explainCampaigns(own, request, decision);
  return { points: decision.pointsAwarded, reason: explained?.reason ?? null, decision };
};

const percent = { type: 'SPEND_PERCENTAGE', percentage: 1 } as const;
const fixed = { type: 'FIXED_POINTS', points: 50 } as const;

describe('lines that earn (D228)', () => {
  it.each<[string, Partial<Campaign>, number, string | null]>([
    ['1 % of coffee', { earningRule: percent, earnOn: { lines: of('coffee') } }, 80, null],
    ['1 % of all but tobacco', { earningRule: percent, earnOn: { except: of('tobacco') } }, 380, null],
    [
      '1 % of tea, which nobody bought',
      { earningRule: percent, earnOn: { lines: of('tea') } },
      0,
      'PRODUCT_MISMATCH',
    ],
    ['1 % of all but tea', { earningRule: percent, earnOn: { except: of('tea') } }, 400, null],
    ['50 for a basket with coffee', { earningRule: fixed, earnOn: { lines: of('coffee') } }, 50, null],
    ['50 for a basket with tea', { earningRule: fixed, earnOn: { lines: of('tea') } }, 0, 'PRODUCT_MISMATCH'],
    [
      'points for units that meet both',
      {
        earningRule: { type: 'PRODUCT_PURCHASE', points: 10, categories: ['wine', 'coffee'] },
        earnOn: { lines: of('wine') },
      },
      60,
      null,
    ],
    [
      'points for units of a rule, but not of wine',
      {
        earningRule: { type: 'PRODUCT_PURCHASE', points: 10, categories: ['wine', 'coffee'] },
        earnOn: { except: of('wine') },
      },
      20,
      null,
    ],
    [
      'points for units that meet none of both',
      {
        earningRule: { type: 'PRODUCT_PURCHASE', points: 10, categories: ['coffee'] },
        earnOn: { lines: of('wine') },
      },
      0,
      'PRODUCT_MISMATCH',
    ],
    [
      'a minimum of the whole basket',
      { earningRule: percent, earnOn: { lines: of('coffee') }, minSpendCents: 40_000 },
      80,
      null,
    ],
    [
      'a minimum above the whole basket',
      { earningRule: percent, earnOn: { lines: of('coffee') }, minSpendCents: 40_001 },
      0,
      'BELOW_MIN_SPEND',
    ],
  ])('%s', (_what, given, points, reason) => {
    expect(decide(given)).toMatchObject({ points, reason });
  });

  it('nothing but excluded lines earns nothing, though the basket cost more than they did', () => {
    const given = { earningRule: fixed, earnOn: { except: of('tobacco') } };
    expect(decide(given, { products: [tobacco] })).toMatchObject({ points: 0, reason: 'PRODUCT_MISMATCH' });
    expect(decide({ ...given, earningRule: percent }, { products: [tobacco] }).reason).toBe(
      'PRODUCT_MISMATCH',
    );
  });

  it('a basket without lines earns whole with except, and not at all with lines', () => {
    expect(decide({ earningRule: percent, earnOn: { except: of('tea') } }, { products: [] }).points).toBe(
      400,
    );
    expect(decide({ earningRule: fixed, earnOn: { except: of('tea') } }, { products: [] }).points).toBe(50);
    expect(decide({ earningRule: fixed, earnOn: { lines: of('tea') } }, { products: [] })).toMatchObject({
      points: 0,
      reason: 'PRODUCT_MISMATCH',
    });
  });

  it.each<Partial<Campaign>>([
    { earnOn: { lines: of('wine'), unless: 1 } },
    { earnOn: { lines: { ...of('wine'), op: 'like' } }, conditions: { lines: of('wine') } },
    { earnOn: { lines: of('wine') }, conditions: { field: 'colour', op: 'neq', value: 'red' } },
  ])('▲ what this build cannot read earns nothing, whatever else holds: %j', (given) => {
    expect(decide(given)).toMatchObject({ points: 0, reason: 'CONDITION_NOT_MET' });
  });

  it('▲ a stamp, a visit and a turn count on a receipt of which a line earns, and on no other', () => {
    const counting: Campaign['earningRule'][] = [
      { type: 'STAMP_CARD', stampsRequired: 9, rewardOnCompletion: { points: 1 } },
      { type: 'VISIT_FIXED', points: 1 },
      { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth: 5, reward: { points: 1 } }] },
    ];
    for (const earningRule of counting) {
      expect(decide({ earningRule, earnOn: { lines: of('wine') } }).decision.counts).toHaveLength(1);
      expect(decide({ earningRule, earnOn: { lines: of('tea') } }).decision.counts).toEqual([]);
    }
  });
});

describe('what a line costs (D228)', () => {
  const onCoffee: Partial<Campaign> = { earningRule: percent, earnOn: { lines: of('coffee') } };
  const allBut: Partial<Campaign> = { earningRule: percent, earnOn: { except: of('tobacco') } };

  it('▲ is what the till says was paid for it, else quantity times unit price', () => {
    const lineAmounts = [
      { line: 0, amountCents: 1 },
      { line: 1, amountCents: 5_000 },
    ];
    expect(decide(onCoffee, { lineAmounts }).points).toBe(50);
    expect(decide(onCoffee, { lineAmounts: [{ line: 1, amountCents: 0 }] })).toMatchObject({
      points: 0,
      reason: 'NOTHING_TO_AWARD',
    });
    expect(decide(onCoffee, { lineAmounts: [{ line: 0, amountCents: 1 }] }).points).toBe(80);
    expect(decide(allBut, { lineAmounts: [{ line: 2, amountCents: 10_000 }] }).points).toBe(300);
  });

  it('▲ earns no more than the basket cost, so a discount on the basket never earns', () => {
    expect(decide(onCoffee, { amountCents: 6_000 }).points).toBe(60);
    expect(decide(allBut, { amountCents: 1_999 })).toMatchObject({ points: 0, reason: 'NOTHING_TO_AWARD' });
  });

  it('▲ is added up in thousandths of a cent and rounded down once', () => {
    const third = (quantity: number): ReceiptLine => ({ ...coffee, quantity, unitPriceCents: 333 });
    const hundred: Partial<Campaign> = {
      earningRule: { ...percent, percentage: 100 },
      earnOn: { lines: of('coffee') },
    };
    // 0.5 × 333 = 166.5, twice; and 0.001 × 333 = 0.333, four times.
    expect(decide(hundred, { products: [third(0.5), third(0.5)] }).points).toBe(333);
    expect(decide(hundred, { products: Array.from({ length: 4 }, () => third(0.001)) }).points).toBe(1);
  });

  it('▲ is exact past 2^53: ten lines of the largest price and quantity, and a cent', () => {
    const dear: ReceiptLine = { ...coffee, quantity: 100_000, unitPriceCents: Number.MAX_SAFE_INTEGER };
    const spent = (op: string, value: number, products: readonly ReceiptLine[]) =>
      decide(
        { conditions: { lines: of('coffee'), field: 'spend_cents', op, value } },
        { products: [...products] },
      ).points;
    const one: ReceiptLine = { ...coffee, quantity: 1, unitPriceCents: Number.MAX_SAFE_INTEGER };
    expect(spent('eq', Number.MAX_SAFE_INTEGER, [one])).toBe(10);
    expect(
      spent('lt', Number.MAX_SAFE_INTEGER, [{ ...one, unitPriceCents: Number.MAX_SAFE_INTEGER - 1 }]),
    ).toBe(10);
    expect(
      spent('gt', Number.MAX_SAFE_INTEGER, [one, { ...coffee, quantity: 0.001, unitPriceCents: 999 }]),
    ).toBe(0);
    expect(spent('gt', Number.MAX_SAFE_INTEGER, [one, { ...coffee, quantity: 1, unitPriceCents: 1 }])).toBe(
      10,
    );
    expect(
      spent(
        'gt',
        Number.MAX_SAFE_INTEGER,
        Array.from({ length: 10 }, () => dear),
      ),
    ).toBe(10);
  });
});

describe('PURCHASE_REWARD (D229)', () => {
  const item = { rewardType: 'FREE_ITEM', value: { description: 'A yoghurt' } } as const;
  const yoghurt = (quantity: number) => line({ sku: 'yog-1', quantity, categories: [] });
  const rewards = (rule: object, products: readonly ReceiptLine[], given: Partial<Campaign> = {}) => {
    const earningRule = { type: 'PURCHASE_REWARD', reward: item, ...rule } as Campaign['earningRule'];
    const { decision, reason } = decide({ earningRule, ...given }, { products: [...products] });
    return [decision.rewards.length, reason];
  };

  it('gives its reward once a receipt, whatever was bought', () => {
    expect(rewards({}, [])).toEqual([1, null]);
    expect(rewards({}, basket)).toEqual([1, null]);
  });

  it.each([
    [2.999, 1, 0, 'NOTHING_TO_AWARD'],
    [3, 1, 1, null],
    [5.999, 10, 1, null],
    [6, 10, 2, null],
    [6, 1, 1, null],
    [100_000, 10, 10, null],
  ])('for %d units, every 3, at most %d times: %d', (quantity, maxTimes, count, reason) => {
    expect(rewards({ everyQuantity: 3, maxTimes }, [yoghurt(quantity)])).toEqual([count, reason]);
  });

  it('counts the units of lines that earn alone, of several lines together, and gives once where it does not say', () => {
    const earnOn = { lines: { field: 'sku', op: 'in', value: ['yog-1', 'yog-2'] } };
    const both = [yoghurt(1.5), { ...yoghurt(1.5), sku: 'yog-2' }, wine];
    expect(rewards({ everyQuantity: 3 }, both, { earnOn })).toEqual([1, null]);
    expect(rewards({ everyQuantity: 3 }, [yoghurt(2), wine], { earnOn })).toEqual([0, 'NOTHING_TO_AWARD']);
    expect(rewards({ everyQuantity: 3 }, [wine], { earnOn })).toEqual([0, 'PRODUCT_MISMATCH']);
    expect(rewards({ everyQuantity: 3 }, [yoghurt(60)])).toEqual([1, null]);
    expect(rewards({ everyQuantity: 3, maxTimes: 10 }, [])).toEqual([0, 'NOTHING_TO_AWARD']);
  });

  it('gives its points as often as its rewards, and its rewards are among the 50 of a request (D113)', () => {
    const points = decide({
      earningRule: { type: 'PURCHASE_REWARD', reward: { points: 7 }, everyQuantity: 2, maxTimes: 10 },
    });
    expect(points.points).toBe(28);
    const six = Array.from({ length: 6 }, (_, n) =>
      campaign({
        id: `c${n.toString()}` as Campaign['id'],
        earningRule: { type: 'PURCHASE_REWARD', reward: item, everyQuantity: 1, maxTimes: 10 },
      }),
    );
    const decision = processed(decideEvaluate(context(six), receipt({ products: [yoghurt(10)] })));
    expect(decision.rewards).toHaveLength(50);
    expect(decision.awards).toHaveLength(5);
    expect(decision.debug?.campaignChecks).toMatchObject([{ campaignId: 'c5', reason: 'REWARD_LIMIT' }]);
  });
});

describe('conditions over lines (D227)', () => {
  const holds = (conditions: object, bought: Partial<EvaluateRequest> = {}) =>
    decide({ conditions: conditions as never }, bought).points === 10;
  const over = (field: string, op: string, value: number, lines: object = of('wine')) => ({
    lines,
    field,
    op,
    value,
  });

  it.each<[object, boolean]>([
    [{ lines: of('wine') }, true],
    [{ lines: of('tea') }, false],
    [over('quantity', 'gte', 6), true],
    [over('quantity', 'gt', 6), false],
    [over('spend_cents', 'eq', 30_000), true],
    [over('count', 'eq', 1), true],
    [over('count', 'eq', 3, { field: 'unit_price_cents', op: 'gte', value: 0 }), true],
    [over('count', 'eq', 2, { field: 'unit_price_cents', op: 'gt', value: 2_000 }), true],
    [over('count', 'eq', 2, { field: 'category', op: 'neq', value: 'wine' }), true],
    [over('count', 'eq', 1, { field: 'category', op: 'not_in', value: ['wine', 'coffee'] }), true],
    [over('count', 'eq', 2, { field: 'sku', op: 'in', value: ['wine', 'coffee', 'tea'] }), true],
    [
      over('count', 'eq', 1, {
        operator: 'AND',
        conditions: [of('wine'), { field: 'unit_price_cents', op: 'gt', value: 4_999 }],
      }),
      true,
    ],
  ])('%j: %s', (conditions, expected) => {
    expect(holds(conditions)).toBe(expected);
  });

  it('▲ a receipt without such lines has 0 of everything, so that it meets what 0 meets', () => {
    expect(holds(over('quantity', 'lt', 3, of('tea')))).toBe(true);
    expect(holds(over('quantity', 'neq', 3, of('tea')))).toBe(true);
    expect(holds(over('spend_cents', 'eq', 0, of('tea')), { products: [] })).toBe(true);
    expect(holds(over('count', 'gte', 0, of('tea')), { products: [] })).toBe(true);
    expect(holds(over('count', 'gt', 0, of('tea')), { products: [] })).toBe(false);
  });

  it('▲ a category that a line names twice is counted once, and neq holds for a line without categories', () => {
    const twice = { ...wine, categories: ['wine', 'wine', 'red'] };
    const bought = { products: [twice] };
    expect(holds(over('quantity', 'eq', 6), bought)).toBe(true);
    const aBottle = { type: 'PRODUCT_PURCHASE', points: 10, categories: ['wine'] } as const;
    expect(decide({ earningRule: aBottle }, bought).points).toBe(60);
    expect(decide({ earningRule: percent, earnOn: { lines: of('wine') } }, bought).points).toBe(300);
    const bare = { ...wine, categories: [] };
    expect(holds({ lines: { field: 'category', op: 'neq', value: 'wine' } }, { products: [bare] })).toBe(
      true,
    );
    expect(holds({ lines: of('wine') }, { products: [bare] })).toBe(false);
  });

  it('compare what was paid as it is, whatever the basket cost, and say CONDITION_NOT_MET', () => {
    expect(holds(over('spend_cents', 'gte', 30_000), { amountCents: 1 })).toBe(true);
    expect(decide({ conditions: over('quantity', 'gt', 6) }).reason).toBe('CONDITION_NOT_MET');
  });

  it('two lines leaves of an AND may be met by different lines', () => {
    const both = { operator: 'AND', conditions: [{ lines: of('wine') }, { lines: of('coffee') }] };
    expect(holds(both)).toBe(true);
    expect(holds(both, { products: [wine] })).toBe(false);
  });
});

describe('terms of an award on lines (D244)', () => {
  const formOf = ({ decision }: ReturnType<typeof decide>) => decision.terms?.[1];
  const product = { type: 'PRODUCT_PURCHASE', points: 1, skus: ['wine'] } as const;

  it('▲ are those of before where nothing is asked of lines', () => {
    expect(decide({ earningRule: percent }).decision.terms).toEqual(Buffer.from([1, 1, 0x90, 0x4e]));
    expect(decide({ earningRule: fixed }).decision.terms).toEqual(Buffer.from([1, 0]));
    expect(formOf(decide({ earningRule: product }))).toBe(2);
    const conditions = { field: 'store_ref', op: 'exists', value: false };
    expect(decide({ earningRule: product, conditions }).decision.terms?.readUInt32BE(4)).toBe(
      skuHashOf('wine'),
    );
  });
});
