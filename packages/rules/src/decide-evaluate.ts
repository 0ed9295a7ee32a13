import type { MemberId, TransactionId } from '@loyalty/kernel';
import type {
  Award,
  EvaluateContext,
  EvaluateDecision,
  EvaluateProcessed,
  EvaluateRefused,
  LedgerPosting,
} from './decision.ts';
import { explainNothingFired } from './explain-nothing-fired.ts';
import { judgeCampaign } from './judge-campaign.ts';
import type { Account, Campaign, EvaluateRequest } from './model.ts';
import { occasionOf, type Occasion } from './occasion.ts';

/** The bound of a description (D10); the names of many campaigns may be longer together. */
const descriptionLengthMax = 2000;

const memberSuspended: EvaluateRefused = { outcome: 'refused', code: 'MEMBER_SUSPENDED' };
const memberErased: EvaluateRefused = { outcome: 'refused', code: 'MEMBER_ERASED' };
const pointsOverflow: EvaluateRefused = { outcome: 'refused', code: 'POINTS_OVERFLOW' };
const noRewardIds: readonly string[] = [];
const noPostings: readonly LedgerPosting[] = [];

/**
 * Decides what one receipt earns (interface 4.1): a suspended or erased member is refused, then every campaign of the
 * snapshot is judged in order and all that fire add up (D26). An unknown member is enrolled, also with 0 points.
 * A function of its arguments alone: the same record decided again gives the same ids and points.
 * Refuses POINTS_OVERFLOW where the balance or the lifetime points would pass 2^53−1 (D34).
 * The request must be one in which `faultsOfEvaluateRequest` finds nothing.
 */
export const decideEvaluate = (context: EvaluateContext, request: EvaluateRequest): EvaluateDecision => {
  const refused = refusalOf(context.account);
  if (refused !== null) return refused;
  const occasion = occasionOf(context, request);
  const awards = awardsFor(context.snapshot.campaigns, occasion);
  const pointsAwarded = totalOf(awards);
  if (isPastBounds(context.account, pointsAwarded)) return pointsOverflow;
  return processedOf(context, occasion, { awards, pointsAwarded });
};

const refusalOf = (account: Account | null): EvaluateRefused | null => {
  if (account === null) return null;
  switch (account.state) {
    case 'active':
      return null;
    case 'suspended':
      return memberSuspended;
    case 'anonymized':
      return memberErased;
  }
};

const awardsFor = (campaigns: readonly Campaign[], occasion: Occasion): readonly Award[] => {
  const awards: Award[] = [];
  for (const campaign of campaigns) {
    const verdict = judgeCampaign(campaign, occasion);
    if (typeof verdict !== 'number') continue;
    const { id: campaignId, name: campaignName } = campaign;
    awards.push({ campaignId, campaignName, pointsEarned: verdict, rewardIds: noRewardIds });
  }
  return awards;
};

const totalOf = (awards: readonly Award[]): number => {
  let points = 0;
  for (const award of awards) points += award.pointsEarned;
  return points;
};

/** Sums that leave the safe integers round, but never back below 2^53, so the rounded sum can be asked. */
const isPastBounds = (account: Account | null, points: number): boolean =>
  (account?.pointsBalance ?? 0) + points > Number.MAX_SAFE_INTEGER ||
  (account?.lifetimePoints ?? 0) + points > Number.MAX_SAFE_INTEGER;

interface Earned {
  readonly awards: readonly Award[];
  readonly pointsAwarded: number;
}

const processedOf = (context: EvaluateContext, occasion: Occasion, earned: Earned): EvaluateProcessed => {
  const { account, newId, snapshot } = context;
  const explains = snapshot.mode === 'test' && earned.awards.length === 0;
  return {
    outcome: 'processed',
    transactionId: newId('transaction') as TransactionId,
    transactionRef: occasion.request.transactionRef,
    memberId: account === null ? (newId('member') as MemberId) : account.memberId,
    memberCreated: account === null,
    pointsAwarded: earned.pointsAwarded,
    pointsBalance: (account?.pointsBalance ?? 0) + earned.pointsAwarded,
    awards: earned.awards,
    postings: earned.pointsAwarded === 0 ? noPostings : [earnPosting(context, earned)],
    occurredAtMs: occasion.occurredAtMs,
    debug: explains ? explainNothingFired(snapshot, occasion) : null,
  };
};

/** One entry for the whole transaction: no points expire yet, so all awards share one `expiresAt` (D50). */
const earnPosting = (
  { account, newId }: EvaluateContext,
  { awards, pointsAwarded }: Earned,
): LedgerPosting => ({
  id: newId('entry', 0),
  seq: (account?.ledgerSeq ?? 0) + 1,
  type: 'EARN',
  points: pointsAwarded,
  balanceAfter: (account?.pointsBalance ?? 0) + pointsAwarded,
  description: descriptionOf(awards),
  expiresAtMs: null,
});

const descriptionOf = (awards: readonly Award[]): string => {
  let names = '';
  for (const award of awards) names = names === '' ? award.campaignName : `${names}, ${award.campaignName}`;
  return names.length <= descriptionLengthMax ? names : cutWhole(names, descriptionLengthMax);
};

/** The first `lengthMax` UTF-16 units, less one where the cut would leave half of a surrogate pair. */
const cutWhole = (text: string, lengthMax: number): string => {
  const last = text.charCodeAt(lengthMax - 1);
  const endsInHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, endsInHalf ? lengthMax - 1 : lengthMax);
};
