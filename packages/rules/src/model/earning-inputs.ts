import type { CampaignId, SegmentId } from '@loyalty/kernel';

/** What is counted for one member under one campaign (D20, D22, D23, D65). */
export type MemberCountKind = 'STAMPS' | 'VISITS' | 'SURPRISE' | 'SIGNUP';

/** A member's count under a campaign; for STAMPS `count` is that of the card at hand. */
export interface MemberCount {
  readonly count: number;
  /** Cards completed; 0 for every other kind. */
  readonly completed: number;
}

/** What a decision is taken from besides account and configuration; all of it as it stands before the decision. */
export interface EarningInputs {
  /** The member's segments; those that were deleted may be among them. */
  readonly segmentIds: ReadonlySet<SegmentId>;
  /** Zero where nothing was counted yet. */
  memberCount(campaignId: CampaignId, kind: MemberCountKind): MemberCount;
  /** A count that members share; see `sharedScope`. Zero where nothing was counted yet. */
  sharedCount(campaignId: CampaignId, scope: string): number;
  /** True when the campaign has a budget and has spent it. */
  isBudgetSpent(campaignId: CampaignId): boolean;
}

export const noCount: MemberCount = { count: 0, completed: 0 };

/** The inputs of somebody new, where nothing was counted or spent. */
export const emptyEarningInputs: EarningInputs = {
  segmentIds: new Set(),
  memberCount: () => noCount,
  sharedCount: () => 0,
  isBudgetSpent: () => false,
};

/** What was read for one member, to take a inputs from. */
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
  /** Campaigns that have spent their budget. */
  readonly spentCampaignIds: readonly CampaignId[];
}

/** The inputs that was read for one member, for a decision that changes nothing (D37). */
export const earningInputsFrom = (rows: EarningInputRows): EarningInputs => {
  const spent = new Set(rows.spentCampaignIds);
  return {
    segmentIds: new Set(rows.segmentIds),
    memberCount: (id, kind) =>
      rows.memberCounts.find((one) => one.campaignId === id && one.kind === kind) ?? noCount,
    sharedCount: (id, scope) =>
      rows.sharedCounts.find((one) => one.campaignId === id && one.scope === scope)?.count ?? 0,
    isBudgetSpent: (id) => spent.has(id),
  };
};
