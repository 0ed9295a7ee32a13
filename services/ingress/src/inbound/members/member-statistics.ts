import type { StatisticsInputs, Visits } from '@loyalty/accounts';
import type { CampaignId, TierId } from '@loyalty/kernel';
import {
  daysSince,
  purchaseStatisticsOf,
  tierOf,
  utcDayOf,
  type MemberState,
  type PurchaseStatistics,
  type TierThreshold,
} from '@loyalty/rules';

/** Visits as the interface shows them, with the campaign's present name. */
export interface ShownVisits extends Visits {
  readonly campaignName: string;
}

/** The statistics of a member (D23, D57). */
export interface MemberStatistics extends PurchaseStatistics {
  readonly daysSinceEnrolled: number;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly tierId: TierId | null;
  readonly state: MemberState;
  readonly visits: readonly ShownVisits[];
}

/** The tiers, visits and names that are shown beside the member's own figures. */
export interface StatisticsContext {
  readonly tiers: readonly TierThreshold[];
  readonly visits: readonly Visits[];
  readonly campaignNames: ReadonlyMap<CampaignId, string>;
  readonly today: number;
}

/** Returns the statistics of a member on a day. */
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
