import { floorProduct } from '../model/floor-product.ts';
import type { RedemptionRule } from '../model/campaign.ts';

/** Rates and percentages have at most 4 decimals: as whole numbers of ten-thousandths they are exact (D39). */
const scale = 10_000;

const scaled = (decimal: number): number => Math.round(decimal * scale);

/** Whole rands that points buy: `floor(points / pointsPerRand)`. */
export const randsOf = (points: number, { pointsPerRand }: Pick<RedemptionRule, 'pointsPerRand'>): number =>
  floorProduct(points, scale, scaled(pointsPerRand));

/** The discount of so many rands, in cents; only whole rands are given (D39). */
export const centsOf = (rands: number): number => rands * 100;

/**
 * The fewest points that give as great a discount as `randsMax` rands allow (D88): first the most points within
 * `randsMax` rands, then the fewest that are worth the same. Below one point per rand the most points within a cap may be
 * worth less than the cap. `randsMax` must bind: the answer is then less than the points that passed it.
 */
export const fewestPointsWithin = (randsMax: number, rule: Pick<RedemptionRule, 'pointsPerRand'>): number => {
  const most = ceilProduct(randsMax + 1, scaled(rule.pointsPerRand)) - 1;
  return ceilProduct(randsOf(most, rule), scaled(rule.pointsPerRand));
};

/** `percent` of an amount in cents, rounded down to whole cents. */
export const percentOf = (amountCents: number, percent: number): number =>
  floorProduct(amountCents, scaled(percent), 100 * scale);

/** ceil(a × b / scale), exactly; the result must be a safe integer. */
const ceilProduct = (a: number, b: number): number => {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % scale;
    return (product - rest) / scale + (rest === 0 ? 0 : 1);
  }
  return Number((BigInt(a) * BigInt(b) + BigInt(scale - 1)) / BigInt(scale));
};
