import { floorProduct } from '../model/floor-product.ts';
import type { RedemptionRule } from '../model/campaign.ts';

/** Rates and percentages have at most 4 decimals, so they are exact as whole ten-thousandths (D39). */
const scale = 10_000;

const scaled = (decimal: number): number => Math.round(decimal * scale);

/** Returns the whole rands that points buy: `floor(points / pointsPerRand)`. */
export const randsOf = (points: number, { pointsPerRand }: Pick<RedemptionRule, 'pointsPerRand'>): number =>
  floorProduct(points, scale, scaled(pointsPerRand));

/** Returns the discount of so many rands, in cents. Only whole rands are given (D39). */
export const centsOf = (rands: number): number => rands * 100;

/**
 * Returns the fewest points that give the largest discount within `randsMax` rands (D88): the most points within the
 * cap, then the fewest of the same worth. Below one point per rand those points may be worth less than the cap. Pass
 * only a cap that binds: the result is then below the requested points.
 */
export const fewestPointsWithin = (randsMax: number, rule: Pick<RedemptionRule, 'pointsPerRand'>): number => {
  const most = ceilProduct(randsMax + 1, scaled(rule.pointsPerRand)) - 1;
  return ceilProduct(randsOf(most, rule), scaled(rule.pointsPerRand));
};

/** Returns `percent` of an amount in cents, rounded down to whole cents. */
export const percentOf = (amountCents: number, percent: number): number =>
  floorProduct(amountCents, scaled(percent), 100 * scale);

/** Returns ceil(a × b / scale), exactly. The result must be a safe integer. */
const ceilProduct = (a: number, b: number): number => {
  const product = a * b;
  if (product <= Number.MAX_SAFE_INTEGER) {
    const rest = product % scale;
    return (product - rest) / scale + (rest === 0 ? 0 : 1);
  }
  return Number((BigInt(a) * BigInt(b) + BigInt(scale - 1)) / BigInt(scale));
};
