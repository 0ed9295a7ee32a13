import type { CampaignId } from '@loyalty/kernel';
import type { Finding } from '../campaign-index/campaign-index.ts';
import { campaignIndexOf } from '../campaign-index/index-campaigns.ts';
import type { IndexedCampaign } from '../campaign-index/index-parts.ts';
import { unmetCondition } from '../campaigns/campaign-conditions.ts';
import type { Campaign, PointsExpiry } from '../campaigns/campaign.ts';
import { capUsesAfter, pointsLeftByCaps } from '../limits/cap-uses.ts';
import { campaignUseOf, limitedOutcome, usesAfter } from '../limits/campaign-uses.ts';
import type { CampaignUse, UseChange } from '../limits/member-use.ts';
import { hasPendingDays, expiresPoints } from '../lots/points-expiry.ts';
import { rewardValueOf } from '../rewards/grants.ts';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import {
  isLost,
  type LostOutcome,
  type SettledOutcome,
  settleOutcomes,
  type JudgedOutcome,
} from '../stacking/settle-outcomes.ts';
import type { Activity, ReceiptActivity } from './activity.ts';
import type {
  Award,
  CardChange,
  CountChange,
  DecisionContext,
  IssuedReward,
  ReferrerAward,
} from './decision.ts';
import { earningBasketOf } from './earning-basket.ts';
import { ReceiptTerms } from './receipt-terms.ts';
import { outcomeOnEvent } from './rules/on-event.ts';
import { outcomeOnReceipt } from './rules/on-receipt.ts';
import { multiplierOutcome } from './rules/tier-multiplier.ts';
import { hasFired, type RuleAward, type RuleOutcome } from './rules/rule-outcome.ts';

export interface AwardTotals {
  readonly points: number;
  readonly awards: readonly Award[];
  readonly rewards: readonly IssuedReward[];
  readonly counts: readonly CountChange[];
  readonly cards: readonly CardChange[];
  readonly referrerAwards: readonly ReferrerAward[];
  readonly uses: readonly UseChange[];
  readonly campaignUses: readonly CampaignUse[];
  /** The campaigns that reached the limit of rewards of one request. */
  readonly limited: readonly Campaign[];
  /**
   * One rule for each award; null for an award whose campaign sets none. The list is null if no points
   * expire.
   */
  readonly expiryRules: readonly (PointsExpiry | null)[] | null;
  /** The terms that are stored with a receipt that awarded or stamped something (D171). */
  readonly terms: Buffer | null;
  /**
   * One number for each award; null for an award whose points count immediately. The list is null if no
   * points are pending.
   */
  readonly pendingDays: readonly (number | null)[] | null;
}

/** The maximum number of rewards that one request issues (D113). */
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
  uses: UseChange[] | null;
  campaignUses: CampaignUse[] | null;
  limited: Campaign[] | null;
  readonly expiryRules: (PointsExpiry | null)[] | null;
  /** Only receipts have terms, because events are not returned. */
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
    uses: null,
    campaignUses: null,
    limited: null,
    expiryRules: expiresPoints(activity.snapshot) ? [] : null,
    terms: activity.kind === 'receipt' ? new ReceiptTerms(index, activity) : null,
    pendingDays: activity.kind === 'receipt' && hasPendingDays(activity.snapshot) ? [] : null,
  };
  // With caps, and from the first campaign of a group on, nothing is given before all are known.
  let held: HeldOutcome[] | null = activity.snapshot.caps === undefined ? null : [];
  for (const indexed of index.candidates(activity)) {
    const { campaign } = indexed;
    const outcome = evaluateCampaign(campaign, activity, index.findingOf(indexed.place));
    if (typeof outcome === 'string') continue;
    if (campaign.exclusiveGroup !== undefined) held ??= [];
    if (held === null) give(tally, activity, { indexed, outcome, newId });
    else held.push({ campaign, indexed, outcome });
  }
  if (held !== null) giveSettled(tally, activity, { held, newId });
  return totalsOf(tally);
};

interface HeldOutcome extends JudgedOutcome {
  readonly indexed: IndexedCampaign;
}

/** A campaign that lost leaves nothing: no award, no count and no use (D242). */
const giveSettled = (
  tally: AwardTally,
  activity: Activity,
  { held, newId }: { readonly held: readonly HeldOutcome[]; readonly newId: DecisionContext['newId'] },
): void => {
  const ordered = inActivationOrder(activity, held);
  for (const [at, outcome] of settledOutcomes(activity, ordered).entries()) {
    const indexed = ordered[at]?.indexed;
    if (indexed === undefined || isLost(outcome)) continue;
    give(tally, activity, { indexed, outcome, newId });
  }
  if (activity.snapshot.caps === undefined) return;
  const uses = capUsesAfter(activity, tally.points);
  (tally.uses ??= []).push(...uses);
  tally.terms?.noteCapUses(uses);
};

/** The outcome that was activated first wins over an equal one, even if a draft stands in for it. */
const inActivationOrder = <T extends JudgedOutcome>(
  { snapshot: { activationOrder: order } }: Activity,
  outcomes: readonly T[],
): readonly T[] => {
  if (order === undefined) return outcomes;
  const placeOf = ({ campaign }: T): number => order.get(campaign.id) ?? order.size;
  return outcomes.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** The outcomes are candidates of an activity, in the order of activation. */
const settledOutcomes = (activity: Activity, outcomes: readonly JudgedOutcome[]): readonly SettledOutcome[] =>
  settleOutcomes(outcomes, {
    pointValueCents: activity.snapshot.pointValueCents,
    pointsLeft: pointsLeftByCaps(activity),
  });

/**
 * Returns whether each campaign that would fire lost to another one or to caps. It is empty if there are no
 * groups and caps.
 */
export const lostOutcomesOf = (activity: Activity): LostOutcomes => {
  if (!isSettled(activity.snapshot)) return noneLost;
  const index = campaignIndexOf(activity.snapshot);
  const candidates = index.candidates(activity).map(({ campaign, place }) => ({
    campaign,
    outcome: evaluateCampaign(campaign, activity, index.findingOf(place)),
  }));
  return lostWithin(activity, candidates);
};

interface EvaluatedCampaign {
  readonly campaign: Campaign;
  readonly outcome: RuleOutcome;
}

/**
 * Decides as {@link lostOutcomesOf} does, for campaigns that were already evaluated, in the snapshot's order.
 */
export const lostWithin = (activity: Activity, evaluated: readonly EvaluatedCampaign[]): LostOutcomes => {
  if (!isSettled(activity.snapshot)) return noneLost;
  const judged = evaluated.flatMap(({ campaign, outcome }): JudgedOutcome[] =>
    typeof outcome === 'string' ? [] : [{ campaign, outcome }],
  );
  const outcomes = inActivationOrder(activity, judged);
  const settled = settledOutcomes(activity, outcomes);
  return new Map(
    settled.flatMap((outcome, at) => {
      const id = outcomes[at]?.campaign.id;
      return id !== undefined && isLost(outcome) ? [[id, outcome] as const] : [];
    }),
  );
};

type LostOutcomes = ReadonlyMap<CampaignId, LostOutcome>;

const noneLost: LostOutcomes = new Map();

const isSettled = memoizeBy(
  ({ campaigns, caps }: Snapshot): boolean =>
    caps !== undefined || campaigns.some(({ exclusiveGroup }) => exclusiveGroup !== undefined),
);

const noteUses = (
  tally: AwardTally,
  activity: Activity,
  {
    campaign,
    outcome,
    of,
  }: {
    readonly campaign: Campaign;
    readonly outcome: number | RuleAward;
    readonly of: 'awards' | 'cards';
  },
): void => {
  const points = typeof outcome === 'number' ? outcome : outcome.points;
  const uses = usesAfter(campaign, activity, points);
  (tally.uses ??= []).push(...uses);
  tally.terms?.noteUses(of, uses);
  const use = campaignUseOf(campaign);
  if (use !== null) (tally.campaignUses ??= []).push(use);
};

const give = (
  tally: AwardTally,
  activity: Activity,
  { indexed, outcome, newId }: GivenCampaign & { readonly outcome: number | RuleAward },
): void => {
  const { campaign } = indexed;
  const awardsBefore = tally.awards.length;
  let isGiven = true;
  if (typeof outcome === 'number') award(tally, indexed, { points: outcome, rewardIds: noRewardIds });
  else isGiven = add(tally, outcome, { indexed, newId, snapshot: activity.snapshot });
  if (campaign.limits === undefined || !isGiven) return;
  // An award stands for the stamp that came with it.
  const of = tally.awards.length > awardsBefore ? 'awards' : 'cards';
  noteUses(tally, activity, { campaign, outcome, of });
};

const totalsOf = (tally: AwardTally): AwardTotals => ({
  points: tally.points,
  awards: tally.awards,
  rewards: tally.rewards ?? nothing,
  counts: tally.counts ?? nothing,
  cards: tally.cards ?? nothing,
  referrerAwards: tally.referrerAwards ?? nothing,
  uses: tally.uses ?? nothing,
  campaignUses: tally.campaignUses ?? nothing,
  limited: tally.limited ?? nothing,
  expiryRules: tally.expiryRules,
  terms: tally.terms?.encoded() ?? null,
  pendingDays: tally.pendingDays,
});

interface Given extends Pick<Award, 'rewardIds'> {
  readonly points: number;
  readonly reducedBy?: Award['reducedBy'] | undefined;
  readonly multiplier?: Award['multiplier'] | undefined;
}

const award = (
  tally: AwardTally,
  indexed: IndexedCampaign,
  { points, rewardIds, reducedBy, multiplier }: Given,
): void => {
  const { id, name, earningRule } = indexed.campaign;
  tally.points += points;
  const given = { campaignId: id, campaignName: name, pointsEarned: points, rewardIds };
  tally.awards.push(
    reducedBy === undefined && multiplier === undefined
      ? given
      : {
          ...given,
          ...(reducedBy === undefined ? null : { reducedBy }),
          ...(multiplier === undefined ? null : { multiplier }),
        },
  );
  tally.expiryRules?.push(earningRule.pointsExpiry ?? null);
  tally.terms?.noteAward(indexed, multiplier);
  tally.pendingDays?.push(earningRule.pendingDays ?? null);
};

interface GivenCampaign {
  readonly indexed: IndexedCampaign;
  readonly newId: DecisionContext['newId'];
}

interface AddedCampaign extends GivenCampaign {
  readonly snapshot: Snapshot;
}

/** Returns false if it gave no points, no reward and no stamp, though it may have counted. */
const add = (tally: AwardTally, outcome: RuleAward, given: AddedCampaign): boolean => {
  const { indexed } = given;
  const { campaign } = indexed;
  const { id: campaignId } = campaign;
  for (const count of outcome.counts) (tally.counts ??= []).push({ ...count, campaignId });
  noteCardAndReferrer(tally, indexed, outcome);
  const isStamped = outcome.card !== undefined;
  if (!hasFired(outcome)) return isStamped;
  const rewardIds = issue(tally, outcome, given);
  // When all rewards of a campaign lie beyond the limit, it has counted but not fired (D26, D113).
  if (outcome.points === 0 && rewardIds.length === 0) return isStamped;
  const { points, reducedBy, multiplier } = outcome;
  award(tally, indexed, { points, rewardIds, reducedBy, multiplier });
  return true;
};

const noteCardAndReferrer = (
  tally: AwardTally,
  indexed: IndexedCampaign,
  { card, referrerPoints = 0 }: RuleAward,
): void => {
  const { campaign } = indexed;
  const { pointsExpiry } = campaign.earningRule;
  const named = { campaignId: campaign.id, campaignName: campaign.name };
  if (card !== undefined) {
    (tally.cards ??= []).push({ ...card, ...named });
    tally.terms?.noteCard(indexed, card);
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
  outcome: RuleAward,
  { indexed: { campaign }, newId, snapshot }: AddedCampaign,
): readonly string[] => {
  if (outcome.grants.length === 0) return noRewardIds;
  const rewards = (tally.rewards ??= []);
  const given = outcome.grants.slice(0, rewardsMax - rewards.length);
  if (given.length < outcome.grants.length) (tally.limited ??= []).push(campaign);
  return given.map((grant) => {
    const id = newId('reward', rewards.length);
    rewards.push({ ...grant, value: rewardValueOf(grant, snapshot.currency), id, campaignId: campaign.id });
    return id;
  });
};

/**
 * Returns the outcome, or the first check of D25 that failed. `CampaignIndex` looks `found` up for all
 * campaigns at once.
 */
export const evaluateCampaign = (campaign: Campaign, activity: Activity, found: Finding): RuleOutcome => {
  const outcome = wholeOutcome(campaign, activity, found);
  return campaign.limits === undefined ? outcome : limitedOutcome(outcome, campaign, activity);
};

/** Returns the outcome as if no limit, cap or other campaign reduced it. */
export const wholeOutcome = (campaign: Campaign, activity: Activity, found: Finding): RuleOutcome => {
  const unmet = unmetCondition(campaign, activity, found);
  if (unmet !== null) return unmet;
  return activity.kind === 'receipt'
    ? outcomeOfBasket(campaign, activity, found)
    : outcomeOnEvent(campaign, activity);
};

const outcomeOfBasket = (campaign: Campaign, activity: ReceiptActivity, found: Finding): RuleOutcome => {
  const basket = earningBasketOf(activity, found);
  if (basket === null) return 'PRODUCT_MISMATCH';
  return campaign.tierMultiplier === undefined
    ? outcomeOnReceipt(campaign, activity, basket)
    : multiplierOutcome(campaign, activity, basket);
};
