import type { TierId } from '@loyalty/kernel';
import { tierOf, type TierThreshold } from './tier-of.ts';

/** A member's tier and the next one. */
export interface TierProgress {
  /** Null below the lowest tier. */
  readonly tierId: TierId | null;
  /** Null at the top. */
  readonly nextTierId: TierId | null;
  /** Lifetime points missing for the next tier; null at the top. */
  readonly pointsToNextTier: number | null;
}

/** Returns the tier that lifetime points reach, and the next one (D54). */
export const tierProgress = (tiers: readonly TierThreshold[], lifetimePoints: number): TierProgress => {
  let next: TierThreshold | null = null;
  for (const tier of tiers) {
    if (tier.minLifetimePoints <= lifetimePoints) continue;
    if (next === null || tier.minLifetimePoints < next.minLifetimePoints) next = tier;
  }
  return {
    tierId: tierOf(tiers, lifetimePoints),
    nextTierId: next?.id ?? null,
    pointsToNextTier: next === null ? null : next.minLifetimePoints - lifetimePoints,
  };
};
