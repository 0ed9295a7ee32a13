import { awardTotalsOf } from '../campaigns/award-totals.ts';
import { debugFor } from '../campaigns/explain-nothing-fired.ts';
import { eventActivity, type MemberEvent } from '../model/activity.ts';
import type { DecisionContext, EventDecision } from '../model/decision.ts';
import { refusalOf } from '../model/refusal-of.ts';
import { earn } from './earn.ts';

/**
 * Decides what one event of a member earns (interface 4.7, D63 to D65), as `decideEvaluate` does for a receipt.
 * `occurredAtMs` null means the time of the record.
 */
export const decideEvent = (
  context: DecisionContext,
  event: MemberEvent,
  occurredAtMs: number | null,
): EventDecision => {
  const refused = refusalOf(context.account);
  if (refused !== null) return refused;
  const activity = eventActivity(context, event, occurredAtMs);
  const totals = awardTotalsOf(activity, context.newId);
  const earned = earn(context, totals, activity.occurredAtMs);
  if (earned.outcome === 'refused') return earned;
  return { ...earned, eventId: context.newId('event'), debug: debugFor(activity, totals) };
};
