import type { CampaignId, SegmentId } from '@loyalty/kernel';
import { type MemberUse, noUse, type UseChange, type UsePlace } from '../limits/member-use.ts';

export type MemberCountKind = 'STAMPS' | 'VISITS' | 'SURPRISE' | 'SIGNUP';

/** What was counted for a member. For STAMPS it is the count of the present card. */
export interface MemberCount {
  readonly count: number;
  /** The number of completed cards; 0 for every other kind. */
  readonly completed: number;
}

export interface EarningInputs {
  readonly segmentIds: ReadonlySet<SegmentId>;
  memberCount(campaignId: CampaignId, kind: MemberCountKind): MemberCount;
  /** Returns the count that members share in a scope, which is that of `sharedScope`. */
  sharedCount(campaignId: CampaignId, scope: string): number;
  isBudgetSpent(campaignId: CampaignId): boolean;
  memberUse(place: UsePlace): MemberUse;
  /** Returns how often the campaign gave something to any member. */
  campaignTimes(campaignId: CampaignId): number;
}

export const noCount: MemberCount = { count: 0, completed: 0 };

export const emptyEarningInputs: EarningInputs = {
  segmentIds: new Set(),
  memberCount: () => noCount,
  sharedCount: () => 0,
  isBudgetSpent: () => false,
  memberUse: () => noUse,
  campaignTimes: () => 0,
};

/** How often a campaign gave something to any member. */
export interface CampaignTimes {
  readonly campaignId: CampaignId;
  readonly times: number;
}

export interface EarningInputRows {
  readonly segmentIds: readonly SegmentId[];
  readonly memberCounts: readonly (MemberCount & {
    readonly campaignId: CampaignId;
    readonly kind: MemberCountKind;
  })[];
  readonly sharedCounts: readonly {
    readonly campaignId: CampaignId;
    readonly scope: string;
    readonly count: number;
  }[];
  readonly spentCampaignIds: readonly CampaignId[];
  /** The uses of the member's limits; absent if there are none. */
  readonly memberUses?: readonly UseChange[];
  /** How often campaigns gave something; absent if there are none. */
  readonly campaignTimes?: readonly CampaignTimes[];
}

/** Creates inputs for a decision that stores nothing (D37). */
export const earningInputsFrom = (rows: EarningInputRows): EarningInputs => {
  const spent = new Set(rows.spentCampaignIds);
  return {
    segmentIds: new Set(rows.segmentIds),
    memberCount: (id, kind) =>
      rows.memberCounts.find((one) => one.campaignId === id && one.kind === kind) ?? noCount,
    sharedCount: (id, scope) =>
      rows.sharedCounts.find((one) => one.campaignId === id && one.scope === scope)?.count ?? 0,
    isBudgetSpent: (id) => spent.has(id),
    memberUse: ({ campaignId, period, startsOn }) =>
      rows.memberUses?.find(
        (one) => one.campaignId === campaignId && one.period === period && one.startsOn === startsOn,
      ) ?? noUse,
    campaignTimes: (id) => rows.campaignTimes?.find((one) => one.campaignId === id)?.times ?? 0,
  };
};
