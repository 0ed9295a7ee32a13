import type { EvaluateRequest } from '@loyalty/contracts';
import type { TransactionId } from '@loyalty/kernel';
import { awardTotalsOf } from '../campaigns/award-totals.ts';
import { debugFor } from '../campaigns/explain-nothing-fired.ts';
import { receiptActivity } from '../model/activity.ts';
import type { DecisionContext, EvaluateDecision } from '../model/decision.ts';
import { refusalOf } from '../model/refusal-of.ts';
import { earn } from './earn.ts';

/**
 * Decides what one receipt earns (interface 4.1): a suspended or erased member is refused, then every campaign of the
 * snapshot is judged in order and all that fire add up (D26). An unknown member is enrolled, also with 0 points.
 * A function of its arguments alone: the same record decided again gives the same ids and points.
 * Refuses POINTS_OVERFLOW where the balance or the lifetime points would pass 2^53−1 (D34).
 * The request must be one in which `faultsOfEvaluateRequest` finds nothing.
 */
export const decideEvaluate = (context: DecisionContext, request: EvaluateRequest): EvaluateDecision => {
  const refused = refusalOf(context.account);
  if (refused !== null) return refused;
  const activity = receiptActivity(context, request);
  const totals = awardTotalsOf(activity, context.newId);
  const earned = earn(context, totals, activity.occurredAtMs);
  if (earned.outcome === 'refused') return earned;
  return {
    ...earned,
    transactionId: context.newId('transaction') as TransactionId,
    transactionRef: request.transactionRef,
    debug: debugFor(activity, totals),
  };
};
