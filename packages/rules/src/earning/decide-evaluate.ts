import type { EvaluateRequest } from '@loyalty/contracts';
import type { TransactionId } from '@loyalty/kernel';
import { deductedIn } from '../lots/deduct-points.ts';
import { refusalOf } from '../member.ts';
import { receiptActivity } from './activity.ts';
import { awardTotalsOf } from './award-totals.ts';
import type {
  Award,
  DecisionContext,
  EvaluateDebug,
  EvaluateDecision,
  EvaluateProcessed,
} from './decision.ts';
import { earn, pendingIn } from './earn.ts';
import { debugFor } from './explain-campaigns.ts';
import { type StampCardResponse, toStampCardResponses } from './rules/stamp-card.ts';

/**
 * Decides a receipt. Suspended and erased members are refused; an unknown one is enrolled, even with 0
 * points. Campaigns add up in order (D26). It is a function of its arguments alone: the same record gives the
 * same ids and points. Refuses POINTS_OVERFLOW (D34). `faultsOfEvaluateRequest` must find nothing in the
 * request.
 */
export const decideEvaluate = (context: DecisionContext, request: EvaluateRequest): EvaluateDecision => {
  const refused = refusalOf(context.account);
  if (refused !== null) return refused;
  const activity = receiptActivity(context, request);
  const totals = awardTotalsOf(activity, context.newId);
  const earned = earn(context, totals, activity.occurredAtMs);
  if (earned.outcome === 'refused') return earned;
  // Field by field: a spread with fields behind it costs more than the rules of a small receipt.
  return {
    outcome: earned.outcome,
    memberId: earned.memberId,
    memberCreated: earned.memberCreated,
    pointsAwarded: earned.pointsAwarded,
    pointsPending: earned.pointsPending,
    pointsDeducted: earned.pointsDeducted,
    pointsBalance: earned.pointsBalance,
    awards: earned.awards,
    postings: earned.postings,
    pending: earned.pending,
    rewards: earned.rewards,
    counts: earned.counts,
    cards: earned.cards,
    referrerAwards: earned.referrerAwards,
    uses: earned.uses,
    campaignUses: earned.campaignUses,
    activeAtMs: earned.activeAtMs,
    transactionId: context.newId('transaction') as TransactionId,
    transactionRef: request.transactionRef,
    terms: totals.terms,
    debug: debugFor(activity, totals),
  };
};

interface TransactionResponse {
  readonly transactionId: string;
  readonly transactionRef: string;
  readonly memberId: string;
  readonly memberCreated: boolean;
  readonly pointsAwarded: number;
  /** It is above 0, and absent if no points wait. */
  readonly pointsPending?: number;
  /** Above 0. Absent: nothing was deducted. */
  readonly pointsDeducted?: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly stampCards: readonly StampCardResponse[];
  readonly state: 'PROCESSED';
}

/**
 * The response to evaluate. `_debug` is only for test keys, if no campaign fired or rewards were limited
 * (D25, D113).
 */
export interface EvaluateResponse extends TransactionResponse {
  readonly _debug?: EvaluateDebug;
}

/** The response to simulate. `_debug` is always present; it is null if a campaign fired (D25). */
export interface SimulateResponse extends TransactionResponse {
  readonly _debug: EvaluateDebug | null;
}

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toEvaluateResponse = (decision: EvaluateProcessed): EvaluateResponse => {
  const response = toTransactionResponse(decision);
  return decision.debug === null ? response : { ...response, _debug: decision.debug };
};

/** Returns the response of a decision that is not stored (D37). */
export const toSimulateResponse = (decision: EvaluateProcessed): SimulateResponse => ({
  ...toTransactionResponse(decision),
  _debug: decision.debug,
});

const toTransactionResponse = (decision: EvaluateProcessed): TransactionResponse => ({
  transactionId: decision.transactionId,
  transactionRef: decision.transactionRef,
  memberId: decision.memberId,
  memberCreated: decision.memberCreated,
  pointsAwarded: decision.pointsAwarded,
  ...pendingIn(decision),
  ...deductedIn(decision),
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  stampCards: toStampCardResponses(decision.cards),
  state: 'PROCESSED',
});
