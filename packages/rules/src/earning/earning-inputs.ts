import type { CampaignId, SegmentId } from '@loyalty/kernel';

/** The kinds of counts of one member under one campaign (D20, D22, D23, D65). */
export type MemberCountKind = 'STAMPS' | 'VISITS' | 'SURPRISE' | 'SIGNUP';

/** A member's count under a campaign. For STAMPS, `count` is that of the present card. */
export interface MemberCount {
  readonly count: number;
  /** Cards completed; 0 for every other kind. */
  readonly completed: number;
}

/** The state that a decision needs besides account and configuration, as it was before the decision. */
export interface EarningInputs {
  /** The member's segments; deleted ones may be among them. */
  readonly segmentIds: ReadonlySet<SegmentId>;
  /** Returns zero where nothing was counted yet. */
  memberCount(campaignId: CampaignId, kind: MemberCountKind): MemberCount;
  /** Returns a count that members share; see `sharedScope`. Zero where nothing was counted yet. */
  sharedCount(campaignId: CampaignId, scope: string): number;
  /** True when the campaign has a budget and has spent it. */
  isBudgetSpent(campaignId: CampaignId): boolean;
}

export const noCount: MemberCount = { count: 0, completed: 0 };

/** The inputs of a new member: nothing is counted or spent. */
export const emptyEarningInputs: EarningInputs = {
  segmentIds: new Set(),
  memberCount: () => noCount,
  sharedCount: () => 0,
  isBudgetSpent: () => false,
};

/** The rows read for one member, from which inputs are made. */
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
}

/** Makes inputs from the rows of one member, for a decision that stores nothing (D37). */
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
