import type { EvaluateRequest } from '@loyalty/contracts';
import type { LineSum } from '../conditions/line-tree.ts';
import { ProductSum } from '../floor-product.ts';
import { termSkusMax } from '../returns/award-terms.ts';
import type { SkuCost } from '../returns/sku-units.ts';

/** The places of lines in a receipt, in ascending order. */
export type LinePlaces = readonly number[];

export type ReceiptLines = Pick<EvaluateRequest, 'products' | 'lineAmounts'>;

/** Returns the sum in the units in which conditions compare it. */
export const lineSumOf = (sum: LineSum, receipt: ReceiptLines, selected: LinePlaces): number => {
  switch (sum) {
    case 'count':
      return selected.length;
    case 'quantity':
      return quantityOf(receipt, selected);
    case 'spend_cents':
      return spendCentsOf(receipt, selected);
  }
};

/** Returns the sum of units, in thousandths; at most 5 × 10^10 for the 500 lines of a receipt. */
export const quantityOf = ({ products }: ReceiptLines, selected: LinePlaces): number => {
  let thousandths = 0;
  for (const at of selected) thousandths += Math.round((products[at]?.quantity ?? 0) * 1000);
  return thousandths;
};

const thousandthsPerCent = 1000;

/**
 * Returns the spend on the selected lines. It is added up exactly, in thousandths of a cent, and rounded down
 * once (D228).
 */
export const spendCentsOf = (receipt: ReceiptLines, selected: LinePlaces): number =>
  costOf(receipt, selected).dividedBy(thousandthsPerCent);

const costOf = ({ products, lineAmounts }: ReceiptLines, selected: LinePlaces): ProductSum => {
  const sum = new ProductSum();
  let next = 0;
  for (const at of selected) {
    // Both go by the place of the line.
    while ((lineAmounts[next]?.line ?? Infinity) < at) next += 1;
    const paid = lineAmounts[next];
    if (paid?.line === at) sum.add(paid.amountCents, thousandthsPerCent);
    else sum.add(products[at]?.unitPriceCents ?? 0, Math.round((products[at]?.quantity ?? 0) * 1000));
  }
  return sum;
};

/**
 * Returns the cost of each sku. Lines of one sku are added up, and skus keep the order of the lines. Null
 * means that terms may not name that many, or that a sku costs 2^53 thousandths of a cent or more.
 */
export const skuCostsOf = (
  receipt: ReceiptLines,
  selected: LinePlaces,
  hashOf: (at: number) => number,
): readonly SkuCost[] | null => {
  const bySku = new Map<number, number[]>();
  for (const at of selected) {
    const hash = hashOf(at);
    const places = bySku.get(hash);
    if (places !== undefined) places.push(at);
    else if (bySku.set(hash, [at]).size > termSkusMax) return null;
  }
  const costs = [...bySku].map(([hash, places]) => ({
    hash,
    thousandths: quantityOf(receipt, places),
    cost: costOf(receipt, places).dividedBy(1),
  }));
  return costs.every(({ cost }) => Number.isSafeInteger(cost)) ? costs : null;
};
