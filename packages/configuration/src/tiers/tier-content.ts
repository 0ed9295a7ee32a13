import type { TierBenefit, TierContent } from './tier-record.ts';

/** A change of a tier: what is absent stays, null clears. Shapes and bounds of fields are the caller's to check. */
export interface TierPatch {
  readonly name?: string;
  readonly minLifetimePoints?: number;
  readonly benefits?: readonly TierBenefit[];
  readonly sortOrder?: number;
  readonly badgeUrl?: string | null;
  /** Whom the change brings into the tier is given its rewards (D93); nothing of it is stored. */
  readonly grantFreeRewards?: boolean;
}

/** A new tier: name and threshold at least. */
export interface TierInput extends TierPatch {
  readonly name: string;
  readonly minLifetimePoints: number;
}

/** A tier of which nothing but the required fields was given. */
export const blankTier = ({ name, minLifetimePoints }: TierInput): TierContent => ({
  name,
  minLifetimePoints,
  benefits: [],
  sortOrder: 0,
  badgeUrl: null,
});

/** The content after a change. */
export const applyTierPatch = (current: TierContent, patch: TierPatch): TierContent => ({
  name: patch.name ?? current.name,
  minLifetimePoints: patch.minLifetimePoints ?? current.minLifetimePoints,
  benefits: patch.benefits?.map(benefitOf) ?? current.benefits,
  sortOrder: patch.sortOrder ?? current.sortOrder,
  badgeUrl: patch.badgeUrl === undefined ? current.badgeUrl : patch.badgeUrl,
});

/** Ids are compared in the one way in which campaigns have them, lower case. */
const benefitOf = (benefit: TierBenefit): TierBenefit =>
  benefit.type === 'EXCLUSIVE_CAMPAIGN'
    ? { ...benefit, campaignId: benefit.campaignId.toLowerCase() }
    : benefit;
