import type { EvaluateRequest } from '@loyalty/contracts';
import type { CampaignId } from '@loyalty/kernel';
import type { Finding } from '../campaign-index/campaign-index.ts';
import { activeOf, campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import { failedConditions } from '../campaigns/campaign-conditions.ts';
import type { Campaign, IdleCampaign, NotFiredReason } from '../campaigns/campaign.ts';
import type { FailedCondition } from '../conditions/failed-leaves.ts';
import { limitedOutcome, localDayOf } from '../limits/campaign-uses.ts';
import { type UsedLimit, usedLimitsOf } from '../limits/shown-limits.ts';
import { type Activity, type ReceiptActivity, receiptActivity } from './activity.ts';
import {
  type AwardTotals,
  evaluateCampaign,
  lostWithin,
  lostOutcomesOf,
  wholeOutcome,
} from './award-totals.ts';
import type {
  Award,
  CampaignCheck,
  DecisionContext,
  EvaluateDebug,
  EvaluateProcessed,
  IssuedReward,
} from './decision.ts';
import { earningBasketOf } from './earning-basket.ts';
import { quantityOf } from './line-sums.ts';
import { hasFired, type RuleOutcome } from './rules/rule-outcome.ts';

/** A response is stored for ever and travels in one message (D74). */
const checksMax = 100;

/**
 * Explains why no campaign fired. The checks are in the snapshot's order, at most 100 (D25, D74). Campaigns
 * are judged again, so that transactions that earn, which are nearly all, keep no record of failed checks.
 */
export const explainNothingFired = (activity: Activity): EvaluateDebug =>
  debugOf(activity, reasonsOf(activity));

/** Explains in the test environment why nothing fired (D25), or which campaigns were limited (D113). */
export const debugFor = (activity: Activity, { awards, limited }: AwardTotals): EvaluateDebug | null => {
  if (activity.snapshot.mode !== 'test') return null;
  if (awards.length === 0) return explainNothingFired(activity);
  return limited.length === 0 ? null : explainRewardLimit(activity, limited);
};

const explainRewardLimit = (activity: Activity, limited: readonly Campaign[]): EvaluateDebug =>
  debugOf(
    activity,
    limited.map((campaign) => [campaign, 'REWARD_LIMIT']),
  );

export interface ExplainedCampaign {
  readonly campaign: Campaign;
  /** The award; null if the campaign did not fire. */
  readonly award: Award | null;
  readonly rewards: readonly IssuedReward[];
  /** The first check of D25 that failed; null if the campaign fired. */
  readonly reason: NotFiredReason | null;
  /** The comparisons that failed; null unless the conditions are the reason. */
  readonly failed: readonly FailedCondition[] | null;
  /** The campaign of its group that awards points instead; null unless that is the reason. */
  readonly by: CampaignId | null;
  /** The points that the rule gives before limits and caps; null if they reduced nothing. */
  readonly pointsBeforeCuts: number | null;
  /** Its limits per member in the period of the receipt, and its limit for all members together. */
  readonly limits: readonly UsedLimit[];
  /** The lines that earn; null if the campaign does not choose lines or its rule was not asked. */
  readonly earns: EarningLines | null;
}

interface EarningLines {
  /** The places of the lines on the receipt, from 0. */
  readonly lines: readonly number[];
  readonly quantity: number;
  readonly spendCents: number;
}

/**
 * Explains each campaign of the snapshot, in its order. The decision must have been taken in this context.
 */
export const explainCampaigns = (
  context: DecisionContext,
  request: EvaluateRequest,
  { awards, rewards }: Pick<EvaluateProcessed, 'awards' | 'rewards'>,
): ExplainedCampaign[] => {
  const activity = receiptActivity(context, request);
  const judged = judgedCampaigns(activity);
  const lost = lostWithin(activity, judged);
  const awarded = new Map(awards.map((award) => [award.campaignId, award]));
  return judged.map((one) => {
    const { campaign, found, outcome } = one;
    const award = awarded.get(campaign.id) ?? null;
    const loss = lost.get(campaign.id);
    // Without a reason it gave rewards alone, and all of them lay beyond the limit (D113).
    const reason = award === null ? (loss?.lost ?? reasonOf(outcome) ?? 'REWARD_LIMIT') : null;
    return {
      campaign,
      award,
      rewards: award === null ? noRewards : rewards.filter(({ campaignId }) => campaignId === campaign.id),
      reason,
      failed: reason === 'CONDITION_NOT_MET' ? failedConditions(campaign, activity, found) : null,
      by: loss?.by ?? null,
      ...cutsOf(one, activity, award),
    };
  });
};

interface JudgedCampaign {
  readonly campaign: Campaign;
  readonly found: Finding;
  /** This is the outcome before its limits. */
  readonly whole: RuleOutcome;
  readonly outcome: RuleOutcome;
}

/** Each once: what is said of it comes from one judgement. What was found holds until the next look-up. */
const judgedCampaigns = (activity: ReceiptActivity): readonly JudgedCampaign[] => {
  const { snapshot } = activity;
  const index = campaignIndexOf(snapshot);
  // The look-up for the candidates covers the other campaigns too.
  index.candidates(activity);
  const places = new Map(activeOf(snapshot).map(({ id }, place) => [id, place]));
  return snapshot.campaigns.map((campaign) => {
    const found = index.findingOf(places.get(campaign.id) ?? -1);
    const whole = wholeOutcome(campaign, activity, found);
    return { campaign, found, whole, outcome: limitedOutcome(whole, campaign, activity) };
  });
};

type Cuts = Pick<ExplainedCampaign, 'pointsBeforeCuts' | 'limits' | 'earns'>;

const cutsOf = (
  { campaign, found, whole }: JudgedCampaign,
  activity: ReceiptActivity,
  award: Award | null,
): Cuts => {
  const points = typeof whole === 'object' ? whole.points : typeof whole === 'number' ? whole : 0;
  return {
    pointsBeforeCuts: points > (award?.pointsEarned ?? 0) ? points : null,
    limits: usedLimitsOf(campaign, localDayOf(activity), activity.inputs),
    earns: typeof whole === 'string' ? null : earningLinesOf(activity, found),
  };
};

const earningLinesOf = (activity: ReceiptActivity, found: Finding): EarningLines | null => {
  const { earningLines: lines, amountCents: spendCents = activity.amountCents } =
    earningBasketOf(activity, found) ?? {};
  if (lines === undefined) return null;
  return { lines, quantity: quantityOf(activity.receipt, lines) / 1_000, spendCents };
};

const noRewards: readonly IssuedReward[] = [];

type Reason = readonly [IdleCampaign, NotFiredReason];

const debugOf = ({ snapshot: { campaigns } }: Activity, reasons: Iterable<Reason>): EvaluateDebug => {
  const activeCampaigns = campaigns.filter(({ state }) => state === 'ACTIVE').length;
  const campaignChecks: CampaignCheck[] = [];
  for (const [campaign, reason] of reasons) {
    if (campaignChecks.length === checksMax) return { activeCampaigns, campaignChecks, truncated: true };
    campaignChecks.push({ campaignId: campaign.id, campaignName: campaign.name, reason });
  }
  return { activeCampaigns, campaignChecks };
};

/** There is one reason for each campaign that does not fire; idle ones are last. */
function* reasonsOf(activity: Activity): Generator<Reason> {
  const lost = lostOutcomesOf(activity);
  const index = campaignIndexOf(activity.snapshot);
  // The look-up for the candidates covers the other campaigns too.
  index.candidates(activity);
  let place = 0;
  for (const campaign of activity.snapshot.campaigns) {
    if (campaign.state !== 'ACTIVE') {
      yield [campaign, 'CAMPAIGN_NOT_ACTIVE'];
      continue;
    }
    const reason =
      lost.get(campaign.id)?.lost ?? reasonOf(evaluateCampaign(campaign, activity, index.findingOf(place)));
    place += 1;
    if (reason !== null) yield [campaign, reason];
  }
  for (const campaign of activity.snapshot.idleCampaigns) yield [campaign, 'CAMPAIGN_NOT_ACTIVE'];
}

const reasonOf = (outcome: RuleOutcome): NotFiredReason | null => {
  if (typeof outcome === 'string') return outcome;
  const isStamped = typeof outcome === 'object' && outcome.card !== undefined;
  if (hasFired(outcome)) return null;
  return isStamped ? 'STAMPED' : 'NOTHING_TO_AWARD';
};
