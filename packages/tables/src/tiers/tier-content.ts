import type { TierBenefit, TierContent } from './tier-record.ts';

/** A change of a tier: absent fields stay, null clears. The caller checks shapes and bounds of fields. */
export interface TierPatch {
  readonly name?: string;
  readonly minLifetimePoints?: number;
  readonly benefits?: readonly TierBenefit[];
  readonly sortOrder?: number;
  readonly badgeUrl?: string | null;
  /** True: members who enter the tier by this change get its rewards (D93). It is not stored. */
  readonly grantFreeRewards?: boolean;
}

/** A new tier: at least a name and a threshold. */
export interface TierInput extends TierPatch {
  readonly name: string;
  readonly minLifetimePoints: number;
}

/** A tier with only the required fields. */
export const blankTier = ({ name, minLifetimePoints }: TierInput): TierContent => ({
  name,
  minLifetimePoints,
  benefits: [],
  sortOrder: 0,
  badgeUrl: null,
});

/** Returns the content after a change. */
export const applyTierPatch = (current: TierContent, patch: TierPatch): TierContent => ({
  name: patch.name ?? current.name,
  minLifetimePoints: patch.minLifetimePoints ?? current.minLifetimePoints,
  benefits: patch.benefits?.map(benefitOf) ?? current.benefits,
  sortOrder: patch.sortOrder ?? current.sortOrder,
  badgeUrl: patch.badgeUrl === undefined ? current.badgeUrl : patch.badgeUrl,
});

/** Lower case, as campaign ids are stored, so that they can be compared. */
const benefitOf = (benefit: TierBenefit): TierBenefit =>
  benefit.type === 'EXCLUSIVE_CAMPAIGN'
    ? { ...benefit, campaignId: benefit.campaignId.toLowerCase() }
    : benefit;
