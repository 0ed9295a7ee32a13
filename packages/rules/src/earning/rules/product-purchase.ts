import type { EarningRule } from '../../model/campaign.ts';
import { floorProduct } from '../../model/floor-product.ts';
import type { RuleOutcome } from './rule-outcome.ts';

type ProductPurchase = Extract<EarningRule, { readonly type: 'PRODUCT_PURCHASE' }>;

/**
 * PRODUCT_PURCHASE: floor(points × Σ quantity) over the lines whose sku, or one of whose categories, is among the skus,
 * or one of whose categories is among the categories (D18); rounded once and not line by line.
 * Quantities have at most 3 decimals (D10), so they were added up in whole `thousandths` (`LineMatcher`).
 */
export const productPurchasePoints = ({ points }: ProductPurchase, thousandths: number): RuleOutcome =>
  thousandths === 0 ? 'PRODUCT_MISMATCH' : floorProduct(points, thousandths, 1000);
