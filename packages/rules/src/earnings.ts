import type {
  Award,
  CardChange,
  CountChange,
  DecisionContext,
  IssuedReward,
  ReferrerAward,
} from './decision.ts';
import { hasFired, type Gain } from './earning/verdict.ts';
import { judgeCampaign } from './judge-campaign.ts';
import type { Campaign } from './model.ts';
import type { Occasion } from './occasion.ts';

/** What all campaigns together gave for one occasion, in the order in which they were activated (D26). */
export interface Earnings {
  readonly points: number;
  readonly awards: readonly Award[];
  readonly rewards: readonly IssuedReward[];
  readonly counts: readonly CountChange[];
  readonly cards: readonly CardChange[];
  readonly referrerAwards: readonly ReferrerAward[];
}

const noRewardIds: readonly string[] = [];
const nothing: readonly never[] = [];

/** What most receipts get is points and nothing else: what is rare shares one empty list until it is there. */
interface Tally {
  points: number;
  readonly awards: Award[];
  rewards: IssuedReward[] | null;
  counts: CountChange[] | null;
  cards: CardChange[] | null;
  referrerAwards: ReferrerAward[] | null;
}

/** Judges every campaign of the snapshot against an occasion, and adds up what fires. */
export const earningsOf = (occasion: Occasion, newId: DecisionContext['newId']): Earnings => {
  const tally: Tally = {
    points: 0,
    awards: [],
    rewards: null,
    counts: null,
    cards: null,
    referrerAwards: null,
  };
  for (const campaign of occasion.snapshot.campaigns) {
    const verdict = judgeCampaign(campaign, occasion);
    if (typeof verdict === 'string') continue;
    if (typeof verdict === 'number') award(tally, campaign, { points: verdict, rewardIds: noRewardIds });
    else gain(tally, { campaign, verdict, newId });
  }
  return {
    points: tally.points,
    awards: tally.awards,
    rewards: tally.rewards ?? nothing,
    counts: tally.counts ?? nothing,
    cards: tally.cards ?? nothing,
    referrerAwards: tally.referrerAwards ?? nothing,
  };
};

const award = (
  tally: Tally,
  { id, name }: Campaign,
  { points, rewardIds }: { readonly points: number; readonly rewardIds: readonly string[] },
): void => {
  tally.points += points;
  tally.awards.push({ campaignId: id, campaignName: name, pointsEarned: points, rewardIds });
};

interface Gained {
  readonly campaign: Campaign;
  readonly verdict: Gain;
  readonly newId: DecisionContext['newId'];
}

const gain = (tally: Tally, { campaign, verdict, newId }: Gained): void => {
  const { id: campaignId } = campaign;
  for (const count of verdict.counts) (tally.counts ??= []).push({ ...count, campaignId });
  noteCardAndReferrer(tally, campaign, verdict);
  if (!hasFired(verdict)) return;
  const rewardIds = issue(tally, { campaign, verdict, newId });
  award(tally, campaign, { points: verdict.points, rewardIds });
};

const noteCardAndReferrer = (
  tally: Tally,
  { id, name }: Campaign,
  { card, referrerPoints = 0 }: Gain,
): void => {
  const campaign = { campaignId: id, campaignName: name };
  if (card !== undefined) (tally.cards ??= []).push({ ...card, ...campaign });
  if (referrerPoints > 0) (tally.referrerAwards ??= []).push({ ...campaign, points: referrerPoints });
};

const issue = (tally: Tally, { campaign, verdict, newId }: Gained): readonly string[] => {
  if (verdict.grants.length === 0) return noRewardIds;
  const rewards = (tally.rewards ??= []);
  return verdict.grants.map((grant) => {
    const id = newId('reward', rewards.length);
    rewards.push({ ...grant, id, campaignId: campaign.id });
    return id;
  });
};
