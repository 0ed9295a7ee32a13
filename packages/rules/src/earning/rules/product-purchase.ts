import type { EarningRule } from '../../model/campaign.ts';
import { floorProduct } from '../../model/floor-product.ts';
import type { RuleOutcome } from './rule-outcome.ts';

type ProductPurchase = Extract<EarningRule, { readonly type: 'PRODUCT_PURCHASE' }>;

/**
 * PRODUCT_PURCHASE: floor(points × Σ quantity) over the lines that the rule lists (D18), rounded once and not line by
 * line. A line is listed by its sku or a category among the rule's skus, or by a category among the rule's categories.
 * Quantities have at most 3 decimals (D10), so `LineMatcher` adds them up in whole `thousandths`.
 */
export const productPurchasePoints = ({ points }: ProductPurchase, thousandths: number): RuleOutcome =>
  thousandths === 0 ? 'PRODUCT_MISMATCH' : floorProduct(points, thousandths, 1000);
