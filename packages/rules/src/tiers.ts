export {
  type AnnouncedTier,
  announceTier,
  type GivenTierReward,
  isTierPathKnown,
  lostTiers,
  type TierConfiguration,
  type TierMember,
} from './tiers/announce-tier.ts';
export {
  type EarnStep,
  tierHistoryOf,
  tierMoves,
  type TierPathMember,
  type TierVersion,
} from './tiers/tier-path.ts';
export {
  exclusiveFromOf,
  type LifetimePointsRange,
  multiplierScaledOf,
  rangeOfTier,
  type Tier,
  tierOf,
  tierProgress,
  type TierThreshold,
} from './tiers/tier.ts';
