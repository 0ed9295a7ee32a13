import fc from 'fast-check';
import type { ReceiptLine } from '@loyalty/contracts';
import { type CampaignId, drawOf } from '@loyalty/kernel';
import type { EarningRule } from '../../campaigns/campaign.ts';
import { campaign, context, counted, inputs, line, receipt } from '../../testing/builders.ts';
import { indexedFinding } from '../../testing/findings.ts';
import { receiptActivity } from '../activity.ts';
import { noCount } from '../earning-inputs.ts';
import { productPurchasePoints, randomPoints, spendPercentagePoints, visitAward } from './on-receipt.ts';

const visits = { id: 'visits' as CampaignId };

it.each([
  ['the first visit', 0, 1],
  ['the second visit', 1, 2],
  ['the thousandth visit', 999, 1_000],
])('%s gives the points of every visit and is counted', (_which, before, count) => {
  expect(visitAward({ type: 'VISIT_FIXED', points: 8 }, visits, counted({ VISITS: before }))).toEqual({
    points: 8,
    grants: [],
    counts: [{ kind: 'VISITS', count, completed: 0 }],
  });
});

it('the visits to one campaign are not those to another', () => {
  const elsewhere = inputs({
    memberCount: (id, kind) => (id === visits.id && kind === 'VISITS' ? noCount : { count: 5, completed: 0 }),
  });
  expect(visitAward({ type: 'VISIT_FIXED', points: 8 }, visits, elsewhere).counts).toMatchObject([
    { count: 1 },
  ]);
});

const max = Number.MAX_SAFE_INTEGER;

it.each([
  // The worked examples of D16.
  [15_000, 1, 150],
  [15_000, 2.5, 375],
  [999, 1, 9],
  [999, 0.5, 4],
  // The ends of both ranges.
  [1, 0.0001, 0],
  [1, 100, 1],
  [99, 1, 0],
  [100, 1, 1],
  [999_999, 0.0001, 0],
  [1_000_000, 0.0001, 1],
  [max, 1, 90_071_992_547_409],
  [max, 99.9999, 9_007_190_247_541_736],
  [max, 100, max],
  // Where floating point would give a point less: 10000 × 0.57 = 5699.999…
  [10_000, 0.57, 57],
])('%d cents at %d %% earn %d points', (amountCents, percentage, points) => {
  expect(spendPercentagePoints({ percentage }, amountCents)).toBe(points);
});

it('every amount at every percentage earns the floor that whole numbers give (D17)', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.integer({ min: 1, max: 1_000_000 }), (amountCents, tenThousandths) => {
      const exact = (BigInt(amountCents) * BigInt(tenThousandths)) / 1_000_000n;
      const points = spendPercentagePoints({ percentage: tenThousandths / 10_000 }, amountCents);
      expect(BigInt(points)).toBe(exact);
    }),
  );
});

type ProductPurchase = Extract<EarningRule, { readonly type: 'PRODUCT_PURCHASE' }>;

const pointsOf = (rule: ProductPurchase, products: readonly ReceiptLine[]) => {
  const activity = receiptActivity(context([]), receipt({ products }));
  const { thousandths } = indexedFinding(campaign({ earningRule: rule }), activity);
  return productPurchasePoints(rule, thousandths);
};

const milk = { type: 'PRODUCT_PURCHASE', points: 3, skus: ['milk'] } as const;

const rule = (minPoints: number, maxPoints: number, probability?: number) =>
  ({ type: 'RANDOM', minPoints, maxPoints, ...(probability === undefined ? {} : { probability }) }) as const;

describe('lines qualify', () => {
  const bySku = line({ sku: 'milk', quantity: 2, categories: [] });
  const byCategory = line({ sku: 'yoghurt', quantity: 4, categories: ['chilled', 'dairy'] });
  const byBoth = line({ sku: 'milk', quantity: 8, categories: ['dairy'] });
  const byNeither = line({ sku: 'bread', quantity: 16, categories: ['bakery'] });
  const manySkus = Array.from({ length: 1_000 }, (_, n) => `sku-${n.toString()}`);
  const lines = [bySku, byCategory, byBoth, byNeither];

  it.each([
    ['by their sku', { skus: ['milk'] }, 10],
    ['by a category that stands among the skus', { skus: ['chilled', 'bakery'] }, 20],
    ['by one of their categories', { categories: ['dairy'] }, 12],
    ['by either, and count once', { skus: ['milk'], categories: ['dairy'] }, 14],
    ['by one entry of a long list', { skus: [...manySkus, 'bread'] }, 16],
    ['exactly as they are written', { skus: ['Milk', ' milk'], categories: ['Dairy'] }, 'PRODUCT_MISMATCH'],
    ['only where a list names them', { skus: [], categories: [] }, 'PRODUCT_MISMATCH'],
  ])('%s', (_how, lists, expected) => {
    expect(pointsOf({ type: 'PRODUCT_PURCHASE', points: 1, ...lists }, lines)).toBe(expected);
  });
});

describe('points for products (D18)', () => {
  it.each([
    { what: 'a basket without lines', points: 3, quantities: [], expected: 'PRODUCT_MISMATCH' },
    { what: 'half a kilogram', points: 3, quantities: [0.5], expected: 1 },
    { what: 'a weight too small for a point', points: 3, quantities: [0.333], expected: 0 },
    { what: 'weights rounded once, not line by line', points: 3, quantities: [0.333, 0.334], expected: 2 },
    { what: 'a sum that floats to 0.7999…', points: 10, quantities: [0.1, 0.7], expected: 8 },
    { what: 'a product that floats to 434.999…', points: 100, quantities: [4.35], expected: 435 },
    { what: 'thousandths that float to 1000.999…', points: 1_000, quantities: [1.001], expected: 1_001 },
    { what: 'the largest quantity', points: 3, quantities: [100_000], expected: 300_000 },
  ])('$what at $points each gives $expected', ({ points, quantities, expected }) => {
    const lines = quantities.map((quantity) => line({ sku: 'milk', quantity }));
    expect(pointsOf({ ...milk, points }, lines)).toBe(expected);
  });

  it('are the floor that whole thousandths give', () => {
    const thousandths = fc.array(fc.integer({ min: 1, max: 100_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4_000_000 }), thousandths, (points, quantities) => {
        const lines = quantities.map((quantity) => line({ sku: 'milk', quantity: quantity / 1_000 }));
        const sum = quantities.reduce((total, quantity) => total + BigInt(quantity), 0n);
        const earned = pointsOf({ ...milk, points }, lines);
        expect(BigInt(earned as number)).toBe((BigInt(points) * sum) / 1_000n);
      }),
    );
  });
});

const secret = new Uint8Array(32).fill(7);

const lucky = 'lucky' as CampaignId;

const draw = (n: number): Uint8Array => drawOf(secret, lucky, `receipt-${n.toString()}`);

const draws = Array.from({ length: 6_000 }, (_, n) => draw(n));

/** Counts the draws that come to each outcome. */
const tally = (given: ReturnType<typeof rule>): Map<unknown, number> => {
  const times = new Map<unknown, number>();
  for (const one of draws) {
    const outcome = randomPoints(given, one);
    times.set(outcome, (times.get(outcome) ?? 0) + 1);
  }
  return times;
};

it('both bounds are reached, nothing outside them is, and all between are about as likely', () => {
  const times = tally(rule(10, 15));
  expect([...times.keys()].toSorted()).toEqual([10, 11, 12, 13, 14, 15]);
  // 1,000 of each are expected; 5 standard deviations are 144.
  for (const count of times.values()) expect(Math.abs(count - 1_000)).toBeLessThan(144);
});

it.each([
  { probability: 0, won: 0, within: 0 },
  { probability: 0.25, won: 1_500, within: 168 },
  { probability: 0.999, won: 5_994, within: 13 },
  { probability: 1, won: 6_000, within: 0 },
  { probability: undefined, won: 6_000, within: 0 },
])('with a probability of $probability about $won of 6,000 draws win', ({ probability, won, within }) => {
  const times = tally(rule(1, 1, probability));
  expect(Math.abs((times.get(1) ?? 0) - won)).toBeLessThanOrEqual(within);
  expect((times.get(1) ?? 0) + (times.get('PROBABILITY_MISS') ?? 0)).toBe(draws.length);
});

it('how much is won does not depend on how lucky the draw was', () => {
  const times = tally(rule(1, 2, 0.5));
  // 1,500 wins of each are expected; 5 standard deviations of their difference are 274.
  expect(Math.abs((times.get(1) ?? 0) - (times.get(2) ?? 0))).toBeLessThan(274);
});

it('the same draw gives the same points (D19)', () => {
  expect(randomPoints(rule(1, 1_000_000), draw(1))).toBe(randomPoints(rule(1, 1_000_000), draw(1)));
});

it('another reference, another campaign or another secret draws again', () => {
  const wide = rule(1, Number.MAX_SAFE_INTEGER);
  const others = [
    drawOf(secret, 'other' as CampaignId, 'receipt-1'),
    drawOf(Buffer.alloc(32), lucky, 'receipt-1'),
  ];
  const points = [draw(1), draw(2), ...others].map((one) => randomPoints(wide, one));
  expect(new Set(points).size).toBe(4);
});

/** A draw of six bytes of luck and eight of amount; the rest is not read. */
const drawn = (luck: number, amount: number): Uint8Array =>
  new Uint8Array(32).fill(0x5a).fill(luck, 0, 6).fill(amount, 6, 14);

const pointsMax = Number.MAX_SAFE_INTEGER;

it.each([
  { what: 'the best luck', bytes: drawn(0, 0), given: rule(3, 9, 1e-15), points: 3 },
  { what: 'the worst luck, where all win', bytes: drawn(0xff, 0), given: rule(3, 9, 1), points: 3 },
  { what: 'the worst luck', bytes: drawn(0xff, 0), given: rule(3, 9, 0.999_999), points: 'PROBABILITY_MISS' },
  { what: 'any amount in a range of one', bytes: drawn(0, 0xff), given: rule(4, 4), points: 4 },
  { what: 'the largest amount', bytes: drawn(0, 0xff), given: rule(0, 255), points: 255 },
  { what: 'the least amount', bytes: drawn(0, 0), given: rule(0, 255), points: 0 },
  {
    what: 'the largest amount in the widest range',
    bytes: drawn(0, 0xff),
    given: rule(0, pointsMax),
    points: pointsMax,
  },
])('$what comes to $points', ({ bytes, given, points }) => {
  expect(randomPoints(given, bytes)).toBe(points);
});

it('a draw that lies inside a larger buffer is read where it lies', () => {
  const pool = new Uint8Array(64).fill(0xff);
  pool.set(drawn(0, 0), 16);
  expect(randomPoints(rule(3, 9, 0.5), pool.subarray(16, 48))).toBe(3);
});
