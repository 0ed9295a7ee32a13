/** Tiers as management calls create, change, delete and list them. */

export { findTierWarnings } from './find-tier-warnings.ts';
export { createTier, deleteTier, type TierMembers, updateTier } from './change-tier.ts';
export {
  listTiers,
  type TierBenefit,
  type TierInput,
  type TierPage,
  type TierRecord,
  tierVersionOf,
} from './tiers.ts';
