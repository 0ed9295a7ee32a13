import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import { campaign, context, line, receipt } from '../testing/builders.ts';
import { keptPlainly } from '../testing/plain-terms.ts';
import { keptAfter, type Part, returnParts, type Sold, sold, soldTimes, sumsOf } from '../testing/sold.ts';
import type { AwardTerm } from './award-terms.ts';

const wine = line({ sku: 'wine', quantity: 6, unitPriceCents: 5_000, categories: ['wine'] });
const coffee = line({ sku: 'coffee', quantity: 2, unitPriceCents: 4_000, categories: ['coffee'] });
const tobacco = line({ sku: 'tobacco', quantity: 1, unitPriceCents: 2_000, categories: ['tobacco'] });
/** A basket of R400.00. */
const bought = (given: Partial<EvaluateRequest> = {}): EvaluateRequest =>
  receipt({ amountCents: 40_000, products: [wine, coffee, tobacco], ...given });

const of = (category: string) => ({ field: 'category', op: 'eq', value: category });
const named = (amountCents: number, units: Readonly<Record<string, number>>): Part => ({
  amountCents,
  units: new Map(Object.entries(units).map(([sku, quantity]) => [sku, quantity * 1_000])),
});

/** One bottle comes back. */
const withProducts = named(5_000, { wine: 1 });
const without: Part = { amountCents: 5_000 };
const bothCoffees = named(8_000, { coffee: 2 });

const percent = (percentage: number): EarningRule => ({ type: 'SPEND_PERCENTAGE', percentage });
const fixed = (points: number): EarningRule => ({ type: 'FIXED_POINTS', points });
const bottles: EarningRule = { type: 'PRODUCT_PURCHASE', points: 10, skus: ['wine'] };
const sixBottles = { lines: of('wine'), field: 'quantity', op: 'gte', value: 6 };
const everyThird: EarningRule = {
  type: 'PURCHASE_REWARD',
  reward: { points: 30, rewardType: 'FREE_ITEM', value: { description: 'A bottle' } },
  everyQuantity: 3,
  maxTimes: 3,
};

interface Row {
  readonly campaign: Partial<Campaign>;
  readonly form: AwardTerm['form'];
  readonly given: number;
  /** Each with the points that stay. */
  readonly kept: readonly (readonly [parts: readonly Part[], points: number, basis: 'RULES' | 'SHARE'])[];
  /** The multiplier of the member's tier. */
  readonly multiplier?: number;
}

const row = (
  own: Partial<Campaign>,
  [form, given]: readonly [Row['form'], number],
  kept: Row['kept'],
  more: Pick<Row, 'multiplier'> = {},
): Row => ({ campaign: own, form, given, kept, ...more });

/** Both ways: with products, and without. */
const both = (points: readonly [number, number], without_: 'RULES' | 'SHARE'): Row['kept'] => [
  [[withProducts], points[0], 'RULES'],
  [[without], points[1], without_],
];

const rows: Readonly<Record<string, Row>> = {
  'a percentage of all': row({ earningRule: percent(1) }, ['PERCENT', 400], both([350, 350], 'RULES')),
  'a percentage times the tier of the member': row(
    { earningRule: percent(1) },
    ['PERCENT', 600],
    both([525, 525], 'RULES'),
    { multiplier: 1.5 },
  ),
  'a percentage of coffee': row(
    { earningRule: percent(1), earnOn: { lines: of('coffee') } },
    ['LINES_PERCENT', 80],
    [...both([80, 70], 'SHARE'), [[bothCoffees], 0, 'RULES']],
  ),
  'a percentage of coffee, times the tier': row(
    { earningRule: percent(1), earnOn: { lines: of('coffee') } },
    ['LINES_PERCENT', 120],
    both([120, 105], 'SHARE'),
    { multiplier: 1.5 },
  ),
  'a percentage of all but tobacco': row(
    { earningRule: percent(2), earnOn: { except: of('tobacco') } },
    ['EXCEPT_PERCENT', 760],
    [...both([660, 665], 'SHARE'), [[named(2_000, { tobacco: 1 })], 760, 'RULES']],
  ),
  'a percentage of all but tea, of which there is none': row(
    { earningRule: percent(2), earnOn: { except: of('tea') } },
    ['PERCENT', 800],
    both([700, 700], 'RULES'),
  ),
  'ten a bottle': row({ earningRule: bottles }, ['PRODUCT', 60], both([50, 52], 'SHARE')),
  'ten a bottle, times the tier': row({ earningRule: bottles }, ['PRODUCT', 90], both([75, 78], 'SHARE'), {
    multiplier: 1.5,
  }),
  'ten a bottle, of lines that earn': row(
    { earningRule: bottles, earnOn: { except: of('tobacco') } },
    ['PRODUCT', 60],
    both([50, 52], 'SHARE'),
  ),
  'every third bottle': row(
    { earningRule: everyThird, earnOn: { lines: of('wine') } },
    ['EVERY', 60],
    [...both([30, 30], 'SHARE'), [[named(20_000, { wine: 4 })], 0, 'RULES']],
  ),
  'every third unit of all': row({ earningRule: everyThird }, ['EVERY', 90], both([60, 60], 'SHARE')),
  'fifty on coffee': row(
    { earningRule: fixed(50), earnOn: { lines: of('coffee') } },
    ['LINES', 50],
    [...both([50, 50], 'RULES'), [[named(4_000, { coffee: 1 })], 50, 'RULES'], [[bothCoffees], 0, 'RULES']],
  ),
  'fifty on all but wine and tobacco': row(
    {
      earningRule: fixed(50),
      earnOn: { except: { field: 'category', op: 'in', value: ['wine', 'tobacco'] } },
    },
    ['LINES', 50],
    [...both([50, 50], 'RULES'), [[bothCoffees], 0, 'RULES']],
  ),
  'fifty on all but tea': row(
    { earningRule: fixed(50), earnOn: { except: of('tea') } },
    ['WHOLE', 50],
    both([50, 50], 'RULES'),
  ),
  'a reward for a purchase': row(
    { earningRule: { type: 'PURCHASE_REWARD', reward: { points: 5 } } },
    ['WHOLE', 5],
    both([5, 5], 'RULES'),
  ),
  'fifty without tea, which is judged once': row(
    { earningRule: fixed(50), conditions: { lines: of('tea'), field: 'count', op: 'lt', value: 1 } },
    ['WHOLE', 50],
    both([50, 50], 'RULES'),
  ),
  'two hundred for six bottles': row(
    { earningRule: fixed(200), conditions: sixBottles },
    ['WHOLE', 200],
    [
      [[withProducts], 166, 'SHARE'],
      [[without], 175, 'SHARE'],
      [[bothCoffees], 200, 'RULES'],
      [[named(30_000, { wine: 6 })], 0, 'SHARE'],
    ],
  ),
  'one percent of coffee for six bottles': row(
    { earningRule: percent(1), earnOn: { lines: of('coffee') }, conditions: sixBottles },
    ['LINES_PERCENT', 80],
    [
      [[withProducts], 66, 'SHARE'],
      [[without], 70, 'SHARE'],
      [[named(4_000, { coffee: 1 })], 40, 'RULES'],
    ],
  ),
  'ten percent, cut to 500': row(
    { earningRule: percent(10), limits: [{ per: 'RECEIPT', of: 'POINTS', max: 500 }] },
    ['PERCENT', 500],
    [...both([500, 500], 'RULES'), [[{ amountCents: 36_000 }], 400, 'RULES']],
  ),
};

const soldUnder = ({ campaign: own, multiplier }: Row): Sold =>
  multiplier === undefined ? sold([campaign(own)], bought()) : soldTimes(multiplier, campaign(own), bought());

describe('what a return leaves of an award that lines decided (D244, D245)', () => {
  describe.each(Object.entries(rows))('%s', (_name, own) => {
    const { campaign: given, multiplier = 1, form, kept } = own;

    it('has terms of its form', () => {
      const { decision, terms } = soldUnder(own);
      expect(terms?.awards.map((term) => term.form)).toEqual([form]);
      expect(decision.awards[0]?.pointsEarned).toBe(own.given);
    });

    it.each(kept)('▲ leaves, of parts %#, what the plain model leaves too', (parts, points, basis) => {
      const made = soldUnder(own);
      const award = { points: own.given, rewards: made.decision.awards[0]?.rewardIds.length ?? 0 };
      const [stays] = keptAfter(made, parts, [award.points]).awards;
      expect([stays?.points, stays?.basis]).toEqual([points, basis]);
      const plain = keptPlainly(
        { campaign: campaign(given), receipt: made.request, returned: sumsOf(parts) },
        { ...award, ...(multiplier === 1 ? null : { multiplierScaled: multiplier * 10_000 }) },
      );
      expect(plain).toEqual(stays);
    });
  });

  it('a multiplier is rounded down once with its percentage, and not before', () => {
    const made = soldTimes(1.5, campaign({ earningRule: percent(1) }), bought({ amountCents: 10_000 }));
    expect(keptAfter(made, [{ amountCents: 1 }], [150]).awards[0]?.points).toBe(149);
  });

  it('of a basket with a discount never more stays than of what was paid', () => {
    const own = campaign({ earningRule: percent(1), earnOn: { lines: of('wine') } });
    const made = sold([own], bought({ amountCents: 10_000 }));
    const stays = (...parts: readonly Part[]) => keptAfter(made, parts).awards[0]?.points;
    expect([stays(), stays({ amountCents: 5_000 }), stays(named(9_000, { wine: 1 }))]).toEqual([100, 50, 10]);
  });

  it('a rule that gives a number has no multiplier in its terms, nor has one of 1', () => {
    const termOf = (multiplier: number, own: Partial<Campaign>) =>
      soldTimes(multiplier, campaign(own), bought()).terms?.awards[0];
    expect(termOf(2, { earningRule: fixed(50) })).toEqual({ form: 'WHOLE', minSpendCents: null });
    expect(termOf(1, { earningRule: percent(1) })).toEqual({
      form: 'PERCENT',
      minSpendCents: null,
      percentageScaled: 10_000,
    });
  });
});

it('▲ what stays of all but tobacco is the least so far: tobacco paid back for less than it cost brings nothing', () => {
  const own = campaign({ earningRule: percent(2), earnOn: { except: of('tobacco') } });
  const keptBy = (...parts: readonly Part[]) =>
    returnParts(sold([own], bought()), parts).map(({ kept }) => kept[0]);
  const [wines, cheapTobacco] = [named(30_000, { wine: 6 }), named(500, { tobacco: 1 })];
  expect(keptBy(wines, cheapTobacco)).toEqual([160, 160, 0]);
  expect(keptBy(cheapTobacco, wines)).toEqual([760, 190, 0]);
});

it('a campaign that lost its group at the purchase stays lost, though it would give more for the rest', () => {
  const inGroup = (id: string, own: Partial<Campaign>) =>
    campaign({ id: id as CampaignId, exclusiveGroup: 'wine', ...own });
  const ofWine = inGroup('percent', { earningRule: percent(1), earnOn: { lines: of('wine') } });
  const made = sold([ofWine, inGroup('fixed', { earningRule: fixed(200) })], bought());
  expect(made.decision.awards.map(({ campaignId }) => campaignId)).toEqual(['percent']);
  expect(keptAfter(made, [named(25_000, { wine: 5 })]).awards).toEqual([
    { points: 50, rewards: 0, basis: 'RULES' },
  ]);
});

describe('rewards of every so many units (D174, D244)', () => {
  const made = () => sold([campaign({ earningRule: everyThird, earnOn: { lines: of('wine') } })], bought());

  it('the first so many stay as whole times remain, and the later ones end', () => {
    expect(made().decision.awards[0]?.rewardIds).toHaveLength(2);
    const rewardsAfter = (parts: readonly Part[]) => keptAfter(made(), parts).awards[0]?.rewards;
    expect([[], [withProducts], [without], [named(20_000, { wine: 4 })]].map(rewardsAfter)).toEqual([
      2, 1, 1, 0,
    ]);
  });

  it('never more than were given: nine bottles gave one', () => {
    const once = { ...everyThird, maxTimes: 1 } as EarningRule;
    const nine = bought({ products: [{ ...wine, quantity: 9 }] });
    const [stays] = keptAfter(sold([campaign({ earningRule: once })], nine), [withProducts]).awards;
    expect(stays).toEqual({ points: 30, rewards: 1, basis: 'RULES' });
  });
});

describe('stamps (D175, D244)', () => {
  const card = (own: Partial<Campaign>): Campaign =>
    campaign({
      earningRule: { type: 'STAMP_CARD', stampsRequired: 5, rewardOnCompletion: { points: 40 } },
      ...own,
    });
  const isStampKept = (own: Partial<Campaign>, parts: readonly Part[]): boolean | undefined =>
    keptAfter(sold([card(own)], bought()), parts).cards[0]?.isKept;

  it.each<[string, Partial<Campaign>, readonly Part[], boolean]>([
    ['on coffee, a bottle comes back', { earnOn: { lines: of('coffee') } }, [withProducts], true],
    ['on coffee, a part comes back', { earnOn: { lines: of('coffee') } }, [without], true],
    ['on coffee, the coffee comes back', { earnOn: { lines: of('coffee') } }, [bothCoffees], false],
    ['for six bottles, one comes back', { conditions: sixBottles }, [withProducts], true],
    ['for six bottles, all come back', { conditions: sixBottles }, [named(30_000, { wine: 6 })], false],
    [
      'on coffee over a least spend',
      { earnOn: { lines: of('coffee') }, minSpendCents: 36_000 },
      [withProducts],
      false,
    ],
  ])('%s', (_name, own, parts, isKept) => {
    expect(isStampKept(own, parts)).toBe(isKept);
  });

  it('a stamp and the award of its full card have the same condition', () => {
    const own = card({
      earningRule: { type: 'STAMP_CARD', stampsRequired: 1, rewardOnCompletion: { points: 40 } },
      earnOn: { lines: of('coffee') },
    });
    const made = sold([own], bought());
    expect(made.terms).toMatchObject({
      awards: [{ form: 'LINES', skus: [{ thousandths: 2_000 }] }],
      cards: [{ form: 'LINES', skus: [{ thousandths: 2_000 }], stampsRequired: 1, cardsCompleted: 1 }],
    });
    expect(keptAfter(made, [bothCoffees])).toEqual({
      awards: [{ points: 0, rewards: 0, basis: 'RULES' }],
      cards: [{ isKept: false }],
    });
  });
});

describe('what conditions asked of lines', () => {
  const askedBy = (conditions: object, given: Partial<EvaluateRequest> = {}) => {
    const own = campaign({ earningRule: fixed(50), conditions: { ...conditions } });
    const { terms } = sold([own], bought(given));
    if (terms === null) throw new Error('they are not read');
    const [term] = terms.awards;
    return term !== undefined && 'asked' in term ? term.asked.map(({ cost }) => cost / 1_000) : undefined;
  };
  const store = { field: 'store_ref', op: 'exists', value: true };
  const node = (operator: string, ...conditions: readonly object[]) => ({ operator, conditions });
  const atLeast = (op: string, value: number) => ({ lines: of('wine'), field: 'quantity', op, value });

  it.each<[string, object, readonly number[] | undefined]>([
    ['lines alone', { lines: of('wine') }, [30_000]],
    ['gt', atLeast('gt', 5), [30_000]],
    ['gte', atLeast('gte', 6), [30_000]],
    ['gte 0, which nothing meets too', atLeast('gte', 0), undefined],
    ['eq above 0', atLeast('eq', 6), [30_000]],
    ['eq 0', { lines: of('tea'), field: 'count', op: 'eq', value: 0 }, undefined],
    ['lt, lte and neq', node('AND', atLeast('lt', 9), atLeast('lte', 6), atLeast('neq', 5)), undefined],
    ['neq 0, which asks for some', atLeast('neq', 0), [30_000]],
    ['two of an AND', node('AND', { lines: of('wine') }, { lines: of('coffee') }), [30_000, 8_000]],
    ['of an OR those that hold', node('OR', atLeast('gte', 7), { lines: of('coffee') }), [8_000]],
    ['an OR that holds without them', node('OR', store, { lines: of('coffee') }), undefined],
    ['a line that two of them select, once', node('AND', atLeast('gt', 1), atLeast('gt', 2)), [30_000]],
  ])('%s', (_name, conditions, expected) => {
    expect(askedBy(conditions, { storeRef: 'cape-1' })).toEqual(expected);
  });

  it('a false lt is not taken for true: without the coffee the award would not have been given', () => {
    expect(askedBy(node('OR', atLeast('lt', 2), { lines: of('coffee') }))).toEqual([8_000]);
  });

  it('what cost nothing has no share', () => {
    const gift = { ...wine, unitPriceCents: 0 };
    expect(askedBy({ lines: of('wine') }, { products: [gift, coffee] })).toBeUndefined();
    expect(askedBy({ lines: of('wine') }, { lineAmounts: [{ line: 0, amountCents: 7 }] })).toEqual([7]);
  });
});

describe('costs are added up before they are rounded (trap 27)', () => {
  const gram = (sku: string) => line({ sku, quantity: 0.001, unitPriceCents: 999, categories: ['coffee'] });
  /** Each costs 0.999 cents: of 64 there are 63 whole cents, sku by sku none. */
  const grams = (count: number) => Array.from({ length: count }, (_, n) => gram(n.toString()));

  it('▲ cents are rounded down once, and not sku by sku', () => {
    const own = campaign({ earningRule: percent(100), earnOn: { lines: of('coffee') } });
    const made = sold([own], bought({ products: grams(64) }));
    expect(made.decision.awards[0]?.pointsEarned).toBe(63);
    expect(keptAfter(made, [named(1, { '0': 0.001 })]).awards[0]?.points).toBe(62);
  });

  it('two prices of one sku come back at their mean, and a line at what was paid for it', () => {
    const own = campaign({ earningRule: percent(100), earnOn: { lines: of('wine') } });
    const dear = { ...wine, quantity: 1, unitPriceCents: 10_000 };
    const made = sold([own], bought({ products: [{ ...wine, quantity: 3 }, dear] }));
    expect(made.decision.awards[0]?.pointsEarned).toBe(25_000);
    expect(keptAfter(made, [named(1, { wine: 1 })]).awards[0]?.points).toBe(18_750);
    const paid = sold([own], bought({ lineAmounts: [{ line: 0, amountCents: 1_000 }] }));
    expect(keptAfter(paid, [named(1, { wine: 2 })]).awards[0]?.points).toBe(666);
  });
});

describe('beyond the bounds a share of the award stays (D171)', () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, n) => line({ sku: n.toString(), categories: ['wine'] }));
  const onWine: Partial<Campaign> = {
    earningRule: fixed(50),
    earnOn: { lines: of('wine') },
    minSpendCents: 5,
  };
  const awardsOf = (campaigns: readonly Partial<Campaign>[], given: Partial<EvaluateRequest>) =>
    sold(
      campaigns.map((own, n) => campaign({ id: `c${n.toString()}` as CampaignId, ...own })),
      bought(given),
    ).terms;

  it('more than 64 skus, of lines that earn and those that were asked for together', () => {
    const formOf = (own: Partial<Campaign>, count: number) =>
      awardsOf([own], { products: lines(count) })?.awards[0]?.form;
    expect([formOf(onWine, 64), formOf(onWine, 65)]).toEqual(['LINES', 'SHARE']);
    const asking = { ...onWine, conditions: { lines: of('wine') } };
    expect([formOf(asking, 32), formOf(asking, 33)]).toEqual(['LINES', 'SHARE']);
    const alone = { earningRule: fixed(50), conditions: { lines: of('wine') } };
    expect([formOf(alone, 64), formOf(alone, 65)]).toEqual(['WHOLE', 'SHARE']);
  });

  it('more than 8 awards that name skus; others do not count', () => {
    const plain = { earningRule: fixed(1) };
    const terms = awardsOf([plain, ...Array<Partial<Campaign>>(9).fill(onWine), plain], {});
    expect(terms?.awards.map(({ form }) => form)).toEqual([
      'WHOLE',
      ...Array<string>(8).fill('LINES'),
      'SHARE',
      'WHOLE',
    ]);
    expect(terms?.awards[9]).toEqual({ form: 'SHARE', minSpendCents: 5 });
  });

  it('a sku that costs more than the safe integers hold', () => {
    const dear = { ...wine, quantity: 100_000, unitPriceCents: Number.MAX_SAFE_INTEGER };
    const own = { earningRule: percent(1), earnOn: { lines: of('wine') } };
    const [term] = awardsOf([own], { products: [dear] })?.awards ?? [];
    expect(term).toEqual({ form: 'SHARE', minSpendCents: null });
  });

  it('of 50 stays 43 of what remains of R350.00, both ways, and its rewards and stamps stay', () => {
    const own = campaign({ ...onWine, minSpendCents: null });
    const made = sold([own], bought({ products: lines(65) }), context([own]));
    for (const part of [withProducts, without])
      expect(keptAfter(made, [part]).awards).toEqual([{ points: 43, rewards: 0, basis: 'SHARE' }]);
  });
});
