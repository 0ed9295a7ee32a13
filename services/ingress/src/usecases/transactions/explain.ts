import type { CampaignId } from '@loyalty/kernel';
import type { CampaignState } from '@loyalty/rules/campaigns';
import { type ExplainedCampaign, explainCampaigns } from '@loyalty/rules/earning';
import type { PlainReceipt } from '@loyalty/rules/requests';
import { localTimeText } from '@loyalty/rules/time';
import { type DecidedBasket, draftOf } from './preview-basket.ts';

interface Explanation {
  readonly memberKnown: boolean;
  readonly occurredAt: string;
  /** Conditions use this time: that in `timeZone`, otherwise UTC (D225). */
  readonly localTime: string;
  readonly timeZone: string | null;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly ShownCampaign[];
}

interface ShownCampaign {
  /** Null for a draft that stands in for none. */
  readonly campaignId: string | null;
  readonly campaignName: string;
  /** The current state of the campaign. */
  readonly state: CampaignState;
  readonly fired: boolean;
  readonly pointsEarned: number;
  /** Absent if nothing cut the points. */
  readonly reducedBy?: NonNullable<ExplainedCampaign['award']>['reducedBy'];
  /** It is absent if nothing multiplied them. */
  readonly multiplier?: number;
  readonly rewards: readonly { readonly rewardType: string; readonly value: object }[];
  readonly reason: ExplainedCampaign['reason'];
  /** The place of the draft in `drafts`; null for a stored campaign. */
  readonly draft: number | null;
  readonly failed?: NonNullable<ExplainedCampaign['failed']>;
  /** Null for a draft that stands in for no campaign. */
  readonly by?: string | null;
  /** It is absent if nothing was cut. */
  readonly pointsBeforeCuts?: number;
  /** Absent without limits per member or per campaign. */
  readonly limits?: ExplainedCampaign['limits'];
  /** Absent if it does not say which lines earn. */
  readonly earns?: NonNullable<ExplainedCampaign['earns']>;
}

/**
 * Explains what each campaign awards, or why it awards nothing (D204, D234). `plain` is what the basket was made
 * of; null if it was sent like that.
 */
export const explainBasket = (
  basket: DecidedBasket,
  plain: Pick<PlainReceipt, 'places'> | null = null,
): Explanation => {
  const { context, request, decision } = basket;
  const { zone = null, zoneName = null } = context.snapshot;
  const occurredAtMs = request.occurredAt ?? context.nowMs;
  return {
    memberKnown: context.account !== null,
    occurredAt: new Date(occurredAtMs).toISOString(),
    localTime: localTimeText(occurredAtMs, zone),
    timeZone: zoneName,
    pointsAwarded: decision.pointsAwarded,
    pointsBalance: decision.pointsBalance,
    campaigns: explainCampaigns(context, request, decision).map((one) => shown(asSent(one, plain), basket)),
  };
};

/** Names lines by their places in the basket that was sent. */
const asSent = (
  explained: ExplainedCampaign,
  plain: Pick<PlainReceipt, 'places'> | null,
): ExplainedCampaign => {
  const { earns } = explained;
  if (plain === null || earns === null) return explained;
  return { ...explained, earns: { ...earns, lines: earns.lines.map((at) => plain.places[at] ?? at) } };
};

const shown = (
  { campaign, award, rewards, reason, failed, by, ...cuts }: ExplainedCampaign,
  basket: DecidedBasket,
): ShownCampaign => {
  const { named } = basket.judged;
  const draft = draftOf(basket, campaign.id);
  const stored = named.find(({ id }) => id === campaign.id);
  return {
    campaignId: shownIdOf(campaign.id, basket),
    campaignName: campaign.name,
    state: draft === null ? (stored?.state ?? 'ACTIVE') : 'DRAFT',
    fired: award !== null,
    pointsEarned: award?.pointsEarned ?? 0,
    ...(award?.reducedBy === undefined ? null : { reducedBy: award.reducedBy }),
    ...(award?.multiplier === undefined ? null : { multiplier: award.multiplier }),
    rewards: rewards.map(({ rewardType, value }) => ({ rewardType, value })),
    reason,
    draft,
    ...(failed === null ? null : { failed }),
    ...(by === null ? null : { by: shownIdOf(by, basket) }),
    ...shownCuts(cuts),
  };
};

const shownCuts = ({
  pointsBeforeCuts,
  limits,
  earns,
}: Pick<ExplainedCampaign, 'pointsBeforeCuts' | 'limits' | 'earns'>) => ({
  ...(pointsBeforeCuts === null ? null : { pointsBeforeCuts }),
  ...(limits.length === 0 ? null : { limits }),
  ...(earns === null ? null : { earns }),
});

/** Returns null for a draft that stands in for none. */
const shownIdOf = (id: CampaignId, basket: DecidedBasket): string | null => {
  const draft = draftOf(basket, id);
  return draft === null ? id : (basket.judged.replaced[draft] ?? null);
};
