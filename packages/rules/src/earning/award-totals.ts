import type { Finding } from '../campaign-index/campaign-index.ts';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import type { IndexedCampaign } from '../campaign-index/index-parts.ts';
import { unmetCondition } from '../campaigns/campaign-conditions.ts';
import type { Campaign, PointsExpiry } from '../campaigns/campaign.ts';
import { hasPendingDays, expiresPoints } from '../lots/points-expiry.ts';
import type { Activity } from './activity.ts';
import type {
  Award,
  CardChange,
  CountChange,
  DecisionContext,
  IssuedReward,
  ReferrerAward,
} from './decision.ts';
import { ReceiptTerms } from './receipt-terms.ts';
import { outcomeOnEvent } from './rules/on-event.ts';
import { outcomeOnReceipt } from './rules/on-receipt.ts';
import { hasFired, type RuleAward, type RuleOutcome } from './rules/rule-outcome.ts';

export interface AwardTotals {
  readonly points: number;
  readonly awards: readonly Award[];
  readonly rewards: readonly IssuedReward[];
  readonly counts: readonly CountChange[];
  readonly cards: readonly CardChange[];
  readonly referrerAwards: readonly ReferrerAward[];
  /** They hit the limit of rewards of one request. */
  readonly limited: readonly Campaign[];
  /** By award; null where its campaign sets none. The list is null where no points expire. */
  readonly expiryRules: readonly (PointsExpiry | null)[] | null;
  /** Of a receipt that awarded or stamped something, to be stored with it (D171). */
  readonly terms: Buffer | null;
  /** By award; null where its points count at once. The list is null where no points wait. */
  readonly pendingDays: readonly (number | null)[] | null;
}

/** Of one request (D113). */
export const rewardsMax = 50;

const noRewardIds: readonly string[] = [];
const nothing: readonly never[] = [];

/** Most receipts earn points and nothing else, so the rarer lists are made when first needed. */
interface AwardTally {
  points: number;
  readonly awards: Award[];
  rewards: IssuedReward[] | null;
  counts: CountChange[] | null;
  cards: CardChange[] | null;
  referrerAwards: ReferrerAward[] | null;
  limited: Campaign[] | null;
  readonly expiryRules: (PointsExpiry | null)[] | null;
  /** Of receipts alone: events are not returned. */
  readonly terms: ReceiptTerms | null;
  readonly pendingDays: (number | null)[] | null;
}

export const awardTotalsOf = (activity: Activity, newId: DecisionContext['newId']): AwardTotals => {
  const index = campaignIndexOf(activity.snapshot);
  const tally: AwardTally = {
    points: 0,
    awards: [],
    rewards: null,
    counts: null,
    cards: null,
    referrerAwards: null,
    limited: null,
    expiryRules: expiresPoints(activity.snapshot) ? [] : null,
    terms: activity.kind === 'receipt' ? new ReceiptTerms(index, activity.receipt.products) : null,
    pendingDays: activity.kind === 'receipt' && hasPendingDays(activity.snapshot) ? [] : null,
  };
  for (const indexed of index.candidates(activity)) {
    const outcome = evaluateCampaign(indexed.campaign, activity, index.findingOf(indexed.place));
    if (typeof outcome === 'string') continue;
    if (typeof outcome === 'number') award(tally, indexed, { points: outcome, rewardIds: noRewardIds });
    else add(tally, { indexed, outcome, newId });
  }
  return totalsOf(tally);
};

const totalsOf = (tally: AwardTally): AwardTotals => ({
  points: tally.points,
  awards: tally.awards,
  rewards: tally.rewards ?? nothing,
  counts: tally.counts ?? nothing,
  cards: tally.cards ?? nothing,
  referrerAwards: tally.referrerAwards ?? nothing,
  limited: tally.limited ?? nothing,
  expiryRules: tally.expiryRules,
  terms: tally.terms?.encoded() ?? null,
  pendingDays: tally.pendingDays,
});

const award = (
  tally: AwardTally,
  { campaign, place }: IndexedCampaign,
  { points, rewardIds }: { readonly points: number; readonly rewardIds: readonly string[] },
): void => {
  const { id, name, earningRule } = campaign;
  tally.points += points;
  tally.awards.push({ campaignId: id, campaignName: name, pointsEarned: points, rewardIds });
  tally.expiryRules?.push(earningRule.pointsExpiry ?? null);
  tally.terms?.noteAward(campaign, place);
  tally.pendingDays?.push(earningRule.pendingDays ?? null);
};

interface AwardedCampaign {
  readonly indexed: IndexedCampaign;
  readonly outcome: RuleAward;
  readonly newId: DecisionContext['newId'];
}

const add = (tally: AwardTally, { indexed, outcome, newId }: AwardedCampaign): void => {
  const { campaign } = indexed;
  const { id: campaignId } = campaign;
  for (const count of outcome.counts) (tally.counts ??= []).push({ ...count, campaignId });
  noteCardAndReferrer(tally, campaign, outcome);
  if (!hasFired(outcome)) return;
  const rewardIds = issue(tally, { indexed, outcome, newId });
  // When all rewards of a campaign lie beyond the limit, it has counted but not fired (D26, D113).
  if (outcome.points === 0 && rewardIds.length === 0) return;
  award(tally, indexed, { points: outcome.points, rewardIds });
};

const noteCardAndReferrer = (
  tally: AwardTally,
  campaign: Campaign,
  { card, referrerPoints = 0 }: RuleAward,
): void => {
  const { pointsExpiry } = campaign.earningRule;
  const named = { campaignId: campaign.id, campaignName: campaign.name };
  if (card !== undefined) {
    (tally.cards ??= []).push({ ...card, ...named });
    tally.terms?.noteCard(campaign, card);
  }
  if (referrerPoints === 0) return;
  const referrerAward = { ...named, points: referrerPoints };
  (tally.referrerAwards ??= []).push(
    pointsExpiry === undefined ? referrerAward : { ...referrerAward, pointsExpiry },
  );
};

/** Up to the limit, in the order of the grants; those beyond it are never issued. */
const issue = (
  tally: AwardTally,
  { indexed: { campaign }, outcome, newId }: AwardedCampaign,
): readonly string[] => {
  if (outcome.grants.length === 0) return noRewardIds;
  const rewards = (tally.rewards ??= []);
  const given = outcome.grants.slice(0, rewardsMax - rewards.length);
  if (given.length < outcome.grants.length) (tally.limited ??= []).push(campaign);
  return given.map((grant) => {
    const id = newId('reward', rewards.length);
    rewards.push({ ...grant, id, campaignId: campaign.id });
    return id;
  });
};

/** Or the first check of D25 that failed. `CampaignIndex` looks `found` up for all campaigns at once. */
export const evaluateCampaign = (campaign: Campaign, activity: Activity, found: Finding): RuleOutcome =>
  unmetCondition(campaign, activity, found) ??
  (activity.kind === 'receipt'
    ? outcomeOnReceipt(campaign, activity, found)
    : outcomeOnEvent(campaign, activity));
