import type { ReceiptLine } from '@loyalty/contracts';
import { isListed } from '../../campaigns/is-listed.ts';
import type { EarningRule } from '../../model/campaign.ts';
import { floorProduct } from '../../model/floor-product.ts';
import type { RuleOutcome } from './rule-outcome.ts';

type ProductPurchase = Extract<EarningRule, { readonly type: 'PRODUCT_PURCHASE' }>;

const nothingListed: readonly string[] = [];

/**
 * PRODUCT_PURCHASE: floor(points × Σ quantity) over the lines whose sku, or one of whose categories, is among the skus,
 * or one of whose categories is among the categories (D18); rounded once and not line by line.
 * Quantities have at most 3 decimals (D10), so they are added up in whole thousandths.
 */
export const productPurchasePoints = (rule: ProductPurchase, lines: readonly ReceiptLine[]): RuleOutcome => {
  const skus = rule.skus ?? nothingListed;
  const categories = rule.categories ?? nothingListed;
  let thousandths = 0;
  for (const line of lines) {
    const qualifies =
      isListed(skus, line.sku) ||
      isAnyListed(skus, line.categories) ||
      isAnyListed(categories, line.categories);
    if (qualifies) thousandths += Math.round(line.quantity * 1000);
  }
  return thousandths === 0 ? 'PRODUCT_MISMATCH' : floorProduct(rule.points, thousandths, 1000);
};

const isAnyListed = (list: readonly string[], texts: readonly string[]): boolean => {
  if (list.length === 0) return false;
  for (const text of texts) if (isListed(list, text)) return true;
  return false;
};
