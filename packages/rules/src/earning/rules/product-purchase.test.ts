import type { ReceiptLine } from '@loyalty/contracts';
import fc from 'fast-check';
import type { EarningRule } from '../../model/campaign.ts';
import { receiptActivity } from '../../model/activity.ts';
import { campaign, context, line, receipt } from '../../testing/builders.ts';
import { indexedFinding } from '../../testing/findings.ts';
import { productPurchasePoints } from './product-purchase.ts';

type ProductPurchase = Extract<EarningRule, { readonly type: 'PRODUCT_PURCHASE' }>;

const pointsOf = (rule: ProductPurchase, products: readonly ReceiptLine[]) => {
  const activity = receiptActivity(context([]), receipt({ products }));
  const { thousandths } = indexedFinding(campaign({ earningRule: rule }), activity);
  return productPurchasePoints(rule, thousandths);
};

const milk = { type: 'PRODUCT_PURCHASE', points: 3, skus: ['milk'] } as const;

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
