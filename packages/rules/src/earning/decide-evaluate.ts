import type { EvaluateRequest } from '@loyalty/contracts';
import type { TransactionId } from '@loyalty/kernel';
import { awardTotalsOf } from '../campaigns/award-totals.ts';
import { debugFor } from '../campaigns/explain-nothing-fired.ts';
import { receiptActivity } from '../model/activity.ts';
import type { DecisionContext, EvaluateDecision } from '../model/decision.ts';
import { refusalOf } from '../model/refusal-of.ts';
import { earn } from './earn.ts';

/**
 * Decides what one receipt earns (interface 4.1). Refuses suspended and erased members. Otherwise all campaigns of the
 * snapshot that fire add up, in order (D26), and an unknown member is enrolled, even with 0 points.
 *
 * A function of its arguments alone: the same record gives the same ids and points. Refuses POINTS_OVERFLOW (D34).
 * `faultsOfEvaluateRequest` must find nothing in the request.
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
