import { floorProduct } from '../../model/floor-product.ts';

/** 100 for the percent times 100 for the cents of one point, in the 4 decimals of a percentage. */
const centsPerPointScaled = 1_000_000;

/**
 * SPEND_PERCENTAGE: 1 % gives 1 point per 100 cents, rounded down, in integers (D16, D17): floor(amountCents ×
 * round(percentage × 10,000) / 1,000,000). The result may be 0.
 */
export const spendPercentagePoints = (rule: { readonly percentage: number }, amountCents: number): number =>
  floorProduct(amountCents, Math.round(rule.percentage * 10_000), centsPerPointScaled);
