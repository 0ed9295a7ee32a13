import type { AwardTerm, AwardTerms } from './award-terms.ts';
import { keptOf, skusReturned } from './kept-of.ts';
import { skuHashOf, type SkuUnits } from './sku-units.ts';

const units = (sku: string, quantity: number): SkuUnits => ({
  hash: skuHashOf(sku),
  thousandths: quantity * 1_000,
});

/** A basket of R200.00: bread 2 × R30.00, wine R140.00. It earns 260 points. */
const amountCents = 20_000;
const points = [200, 10, 50];
const awards = points.map((given) => ({ points: given, rewards: 2 }));
const terms: AwardTerms = {
  awards: [
    { form: 'PERCENT', minSpendCents: null, percentageScaled: 10_000 },
    { form: 'PRODUCT', minSpendCents: null, points: 10, skus: [units('wine', 1)] },
    { form: 'WHOLE', minSpendCents: 15_000 },
  ],
  cards: [
    { form: 'WHOLE', minSpendCents: null, stampsRequired: 5, cardsCompleted: 0 },
    { form: 'WHOLE', minSpendCents: 15_000, stampsRequired: 5, cardsCompleted: 1 },
  ],
};

interface Part {
  readonly amount: number;
  readonly products?: readonly SkuUnits[];
}

const sumOf = (parts: readonly Part[]): number => parts.reduce((sum, { amount }) => sum + amount, 0);

const keptAfter = (parts: readonly Part[], given: AwardTerms | null = terms) =>
  keptOf(
    given,
    { amountCents, awards, cards: 2 },
    {
      amountCents: sumOf(parts),
      unnamedCents: sumOf(parts.filter(({ products }) => products === undefined)),
      skus: parts.reduce<readonly SkuUnits[]>(
        (before, { products = [] }) => skusReturned(given, before, products),
        [],
      ),
    },
  );

const pointsAfter = (parts: readonly Part[], given?: AwardTerms | null) =>
  keptAfter(parts, given).awards.map((award) => award.points);

describe('wine comes back, then one bread, then the other (D172)', () => {
  const wine = { amount: 14_000, products: [units('wine', 1)] };
  const bread = { amount: 3_000, products: [units('bread', 1)] };

  it.each([
    [[], [200, 10, 50]],
    [[wine], [60, 0, 0]],
    [
      [wine, bread],
      [30, 0, 0],
    ],
    [
      [wine, bread, bread],
      [0, 0, 0],
    ],
    [[bread], [170, 10, 50]],
    [
      [bread, bread],
      [140, 10, 0],
    ],
    // Without products it counts as if the same share of each line had come back.
    [[{ amount: 14_000 }], [60, 3, 0]],
  ])('%j leaves %j', (parts, expected) => {
    expect(pointsAfter(parts)).toEqual(expected);
  });

  it('of a sku at most what earned comes back, and other skus are ignored', () => {
    expect(pointsAfter([{ amount: 1, products: [units('wine', 9), units('bread', 7)] }])).toEqual([
      199, 0, 50,
    ]);
    expect(skusReturned(terms, [], [units('wine', 9), units('bread', 7)])).toEqual([units('wine', 1)]);
    expect(skusReturned(null, [], [units('wine', 9)])).toEqual([]);
  });

  it('the basis is the share where products did not say what came back', () => {
    expect(keptAfter([wine]).awards.map(({ basis }) => basis)).toEqual(['RULES', 'RULES', 'RULES']);
    expect(keptAfter([{ amount: 1 }]).awards.map(({ basis }) => basis)).toEqual(['RULES', 'SHARE', 'RULES']);
    expect(keptAfter([wine], null).awards.map(({ basis }) => basis)).toEqual(['SHARE', 'SHARE', 'SHARE']);
  });

  it('rewards and stamps stay while their award holds', () => {
    const says = (parts: readonly Part[], given?: AwardTerms | null) => {
      const { awards: kept, cards } = keptAfter(parts, given);
      return [kept.map(({ rewards }) => rewards === 2), cards.map(({ isKept }) => isKept)];
    };
    expect(says([bread])).toEqual([
      [true, true, true],
      [true, true],
    ]);
    expect(says([wine])).toEqual([
      [true, true, false],
      [true, false],
    ]);
    expect(says([wine, bread], null)).toEqual([
      [true, true, true],
      [true, true],
    ]);
    expect(says([wine, bread, bread], null)).toEqual([
      [false, false, false],
      [false, false],
    ]);
  });
});

it('parts with and without products end alike in any order (D172)', () => {
  const parts: readonly Part[] = [
    { amount: 3_000, products: [units('bread', 1)] },
    { amount: 2_000 },
    { amount: 5_000, products: [units('wine', 0.5)] },
    { amount: 1_000 },
  ];
  const orders = parts.map((_, at) => [...parts.slice(at), ...parts.slice(0, at)]);
  const ends = new Set(
    orders.flatMap((order) => [order, order.toReversed()]).map((o) => JSON.stringify(keptAfter(o))),
  );
  // ⌊10 × 0.5 × 17,000 ÷ 20,000⌋ of the wine.
  expect([...ends].map((end) => (JSON.parse(end) as ReturnType<typeof keptAfter>).awards[1]?.points)).toEqual(
    [4],
  );
});

it('a share has its least spend too, and is what remains without terms', () => {
  const shares: AwardTerm[] = [15_001, 15_000, null].map((minSpendCents) => ({
    form: 'SHARE',
    minSpendCents,
  }));
  expect(pointsAfter([{ amount: 5_000 }], { awards: shares, cards: [] })).toEqual([0, 7, 37]);
  expect(pointsAfter([{ amount: 14_000 }], null)).toEqual([60, 3, 15]);
});

it('nothing stays of a receipt whose amount is not known, or is nothing', () => {
  const returned = { amountCents: 0, unnamedCents: 0, skus: [] };
  for (const amount of [null, 0])
    expect(keptOf(terms, { amountCents: amount, awards, cards: 2 }, returned)).toMatchObject({
      awards: [{ points: 0, rewards: 0 }, { points: 0 }, { points: 0 }],
      cards: [{ isKept: false }, { isKept: false }],
    });
});

it('the share of units is exact past the safe integers', () => {
  const much: AwardTerms = {
    awards: [
      { form: 'PRODUCT', minSpendCents: null, points: 900_000_000, skus: [units('wine', 10_000_000)] },
    ],
    cards: [],
  };
  const given = {
    amountCents: 9_007_199_254_740_991,
    awards: [{ points: 9_000_000_000_000_000, rewards: 0 }],
    cards: 0,
  };
  const [kept] = keptOf(much, given, { amountCents: 1, unnamedCents: 1, skus: [] }).awards;
  expect(kept?.points).toBe(
    Number((9_000_000_000_000_000n * 9_007_199_254_740_990n) / 9_007_199_254_740_991n),
  );
});
