import type { CampaignState } from '@loyalty/rules/campaigns';
import { type ExplainedCampaign, explainCampaigns } from '@loyalty/rules/earning';
import { type DecidedBasket, draftOf } from './preview-basket.ts';

interface Explanation {
  readonly memberKnown: boolean;
  readonly occurredAt: string;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly ShownCampaign[];
}

interface ShownCampaign {
  /** Null for a draft that stands in for none. */
  readonly campaignId: string | null;
  readonly campaignName: string;
  /** The present one. */
  readonly state: CampaignState;
  readonly fired: boolean;
  readonly pointsEarned: number;
  readonly rewards: readonly { readonly rewardType: string; readonly value: object }[];
  readonly reason: ExplainedCampaign['reason'];
  /** Its place in `drafts`; null for a stored campaign. */
  readonly draft: number | null;
}

/** Names each campaign with what it gives, or why it does not (D204). */
export const explainBasket = (basket: DecidedBasket): Explanation => {
  const { context, request, decision } = basket;
  return {
    memberKnown: context.account !== null,
    occurredAt: new Date(request.occurredAt ?? context.nowMs).toISOString(),
    pointsAwarded: decision.pointsAwarded,
    pointsBalance: decision.pointsBalance,
    campaigns: explainCampaigns(context, request, decision).map((one) => shown(one, basket)),
  };
};

const shown = (
  { campaign, award, rewards, reason }: ExplainedCampaign,
  basket: DecidedBasket,
): ShownCampaign => {
  const { named, replaced } = basket.judged;
  const draft = draftOf(basket, campaign.id);
  const stored = named.find(({ id }) => id === campaign.id);
  return {
    campaignId: draft === null ? campaign.id : (replaced[draft] ?? null),
    campaignName: campaign.name,
    state: draft === null ? (stored?.state ?? 'ACTIVE') : 'DRAFT',
    fired: award !== null,
    pointsEarned: award?.pointsEarned ?? 0,
    rewards: rewards.map(({ rewardType, value }) => ({ rewardType, value })),
    reason,
    draft,
  };
};
