import { type Credential, problem, usesPermission } from '@loyalty/http/api';
import { type CampaignId, isUuid, type TierId, utcDayOf } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import { stampsShown } from '@loyalty/rules/earning';
import { daysSince, type PurchaseStatistics, purchaseStatisticsOf } from '@loyalty/rules/statistics';
import { tierOf, tierProgress, type TierThreshold } from '@loyalty/rules/tiers';
import type { DatabaseShares } from '@loyalty/storage';
import type { StatisticsInputs } from '@loyalty/tables/accounts';
import type { StampCampaign } from '@loyalty/tables/campaigns/management';
import type { StampCard, Visits } from '@loyalty/tables/counts';
import { findMember, type MemberRecord, type Scope } from '@loyalty/tables/members';
import type { TierRecord } from '@loyalty/tables/tiers/management';

interface ShownTier {
  readonly id: string | null;
  readonly name: string | null;
  readonly nextTierId: string | null;
  readonly pointsToNextTier: number | null;
}

interface ShownMember extends MemberRecord {
  /** The tier that their lifetime points reach now (D45, D54). */
  readonly tierId: string | null;
  readonly tier: ShownTier;
  /** The highest EARN_MULTIPLIER of that tier; shown, never applied (D28). */
  readonly earnMultiplier: number | null;
}

export const memberResponse = (
  member: MemberRecord,
  tiers: readonly Pick<TierRecord, 'id' | 'name' | 'minLifetimePoints' | 'benefits'>[],
): ShownMember => {
  const { tierId, ...next } = tierProgress(tiers, member.lifetimePoints);
  const reached = tiers.find(({ id }) => id === tierId);
  return {
    ...member,
    tierId,
    tier: { id: tierId, name: reached?.name ?? null, ...next },
    earnMultiplier: multiplierOf(reached?.benefits ?? []),
  };
};

/** Returns false for a caller who may find members but not read who they are (D212). */
export const canReadProfiles = (credential: Credential): boolean =>
  usesPermission(credential, 'members:read');

/**
 * Returns a member. If the caller lacks `members:read`, the fields that say who the member is, and why they
 * were suspended, are null.
 */
export const foundMember =
  (credential: Credential): typeof memberResponse =>
  (member, tiers) => {
    const response = memberResponse(member, tiers);
    if (canReadProfiles(credential)) return response;
    return { ...response, name: null, email: null, phone: null, stateReason: null };
  };

const multiplierOf = (benefits: TierRecord['benefits']): number | null => {
  const multipliers = benefits.flatMap((benefit) =>
    benefit.type === 'EARN_MULTIPLIER' ? [benefit.multiplier] : [],
  );
  return multipliers.length === 0 ? null : Math.max(...multipliers);
};

export const scopeOf = ({ environmentId, tenantId }: Credential): Scope => ({ environmentId, tenantId });

/** Finds a member; null if there is none, or if the text is not a UUID (D2). */
export const findOwnMember = (
  db: Pick<DatabaseShares, 'of'>,
  credential: Credential,
  memberId: string,
): Promise<MemberRecord | null> =>
  isUuid(memberId)
    ? findMember(db.of(credential.environmentId), scopeOf(credential), memberId)
    : Promise.resolve(null);

export const memberNotFound = problem('MEMBER_NOT_FOUND');

interface ShownVisits extends Visits {
  readonly campaignName: string;
}

interface MemberStatistics extends PurchaseStatistics {
  readonly daysSinceEnrolled: number;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly tierId: TierId | null;
  readonly state: MemberState;
  readonly visits: readonly ShownVisits[];
}

export interface StatisticsContext {
  readonly tiers: readonly TierThreshold[];
  readonly visits: readonly Visits[];
  readonly campaignNames: ReadonlyMap<CampaignId, string>;
  readonly today: number;
}

export const memberStatistics = (
  { figures, openings, pointsBalance, lifetimePoints, state, enrolledAtMs }: StatisticsInputs,
  { tiers, visits, campaignNames, today }: StatisticsContext,
): MemberStatistics => ({
  ...purchaseStatisticsOf(figures, openings, today),
  daysSinceEnrolled: daysSince(utcDayOf(enrolledAtMs), today),
  pointsBalance,
  lifetimePoints,
  tierId: tierOf(tiers, lifetimePoints),
  state,
  visits: visits.map((visit) => ({
    ...visit,
    campaignName: campaignNames.get(visit.campaignId) ?? '',
  })),
});

interface ShownStampCard extends StampCard, Omit<StampCampaign, 'state'> {
  readonly campaignState: StampCampaign['state'];
}

/**
 * Returns stamp cards in the campaigns' order. PAUSED and ARCHIVED campaigns have a card only if it has
 * stamps.
 */
export const shownStampCards = (
  campaigns: readonly StampCampaign[],
  collected: readonly StampCard[],
): ShownStampCard[] => {
  const byCampaign = new Map(collected.map((card) => [card.campaignId, card]));
  return campaigns.flatMap(({ state, ...campaign }) => {
    const card = byCampaign.get(campaign.campaignId);
    if (card === undefined && state !== 'ACTIVE') return [];
    return [shown({ ...campaign, ...(card ?? emptyCard(campaign.campaignId)), campaignState: state })];
  });
};

const shown = (card: ShownStampCard): ShownStampCard => ({
  ...card,
  stampsCollected: stampsShown(card.stampsCollected, card.stampsRequired),
});

const emptyCard = (campaignId: StampCard['campaignId']): StampCard => ({
  campaignId,
  stampsCollected: 0,
  completedCount: 0,
  lastStampAt: null,
});
