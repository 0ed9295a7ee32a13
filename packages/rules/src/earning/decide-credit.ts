import type { CampaignId } from '@loyalty/kernel';
import type { PointsExpiry } from '../model/campaign.ts';
import type { CreditProcessed, DecisionContext } from '../model/decision.ts';
import { earn } from './earn.ts';

/** Points owed to a member by somebody else's event. */
export interface PointsCredit {
  readonly awards: readonly {
    readonly campaignId: string;
    readonly campaignName: string;
    readonly points: number;
    /** When they expire; where it is not said, as the environment's setting says. */
    readonly pointsExpiry?: PointsExpiry | null;
  }[];
}

/** The credit goes nowhere: the member is erased, or their balance is full. Nothing is written. */
export interface CreditSkipped {
  readonly outcome: 'skipped';
  readonly reason: 'MEMBER_UNKNOWN' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

/**
 * Decides what becomes of points owed to a referrer. Whether they can be credited was judged by the event that owes
 * them (D65): a member who was suspended since gets them all the same, and nobody is enrolled by a credit.
 */
export const decideCredit = (
  context: DecisionContext,
  { awards }: PointsCredit,
): CreditProcessed | CreditSkipped => {
  if (context.account === null) return { outcome: 'skipped', reason: 'MEMBER_UNKNOWN' };
  if (context.account.state === 'anonymized') return { outcome: 'skipped', reason: 'MEMBER_ERASED' };
  const earned = earn(context, { ...noEarnings, ...awarded(awards) }, null);
  if (earned.outcome === 'refused') return { outcome: 'skipped', reason: 'POINTS_OVERFLOW' };
  return { ...earned, creditId: context.newId('credit') };
};

const noEarnings = { rewards: [], counts: [], cards: [], referrerAwards: [], limited: [] };

const awarded = (owed: PointsCredit['awards']) => ({
  points: owed.reduce((sum, { points }) => sum + points, 0),
  awards: owed.map(({ campaignId, campaignName, points }) => ({
    campaignId: campaignId as CampaignId,
    campaignName,
    pointsEarned: points,
    rewardIds: [],
  })),
  expiryRules: owed.map(({ pointsExpiry = null }) => pointsExpiry),
});
