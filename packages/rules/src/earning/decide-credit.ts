import type { CampaignId } from '@loyalty/kernel';
import type { PointsExpiry } from '../campaigns/campaign.ts';
import { deductedIn } from '../lots/deduct-points.ts';
import type { Award, CreditProcessed, DecisionContext } from './decision.ts';
import { earn } from './earn.ts';

export interface PointsCredit {
  readonly awards: readonly {
    readonly campaignId: string;
    readonly campaignName: string;
    readonly points: number;
    /** The expiry of the points. If it is absent, the environment's setting applies. */
    readonly pointsExpiry?: PointsExpiry | null;
  }[];
}

/** The outcome if the member is unknown or erased, or if their balance is full. Nothing is written. */
export interface CreditSkipped {
  readonly outcome: 'skipped';
  readonly reason: 'MEMBER_UNKNOWN' | 'MEMBER_ERASED' | 'POINTS_OVERFLOW';
}

/**
 * Decides a credit. The event that granted it already judged the member (D65), so one who was suspended since
 * then still gets it. It enrols nobody.
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

const noEarnings = {
  rewards: [],
  counts: [],
  cards: [],
  referrerAwards: [],
  uses: [],
  campaignUses: [],
  limited: [],
  pendingDays: null,
  terms: null,
};

const awarded = (credited: PointsCredit['awards']) => ({
  points: credited.reduce((sum, { points }) => sum + points, 0),
  awards: credited.map(({ campaignId, campaignName, points }) => ({
    campaignId: campaignId as CampaignId,
    campaignName,
    pointsEarned: points,
    rewardIds: [],
  })),
  expiryRules: credited.map(({ pointsExpiry = null }) => pointsExpiry),
});

interface CreditResponse {
  readonly creditId: string;
  readonly ref: string;
  readonly memberId: string;
  readonly pointsAwarded: number;
  /** Above 0. Absent: nothing was deducted. */
  readonly pointsDeducted?: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly state: 'PROCESSED';
}

export const toCreditResponse = (decision: CreditProcessed, ref: string): CreditResponse => ({
  creditId: decision.creditId,
  ref,
  memberId: decision.memberId,
  pointsAwarded: decision.pointsAwarded,
  ...deductedIn(decision),
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  state: 'PROCESSED',
});
