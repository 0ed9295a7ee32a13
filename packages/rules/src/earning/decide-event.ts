import { awardTotalsOf } from '../campaigns/award-totals.ts';
import { explainNothingFired } from '../campaigns/explain-nothing-fired.ts';
import { eventActivity, type MemberEvent } from '../model/activity.ts';
import type { DecisionContext, EventDecision } from '../model/decision.ts';
import { refusalOf } from '../model/refusal-of.ts';
import { earn } from './earn.ts';

/**
 * Decides what one event of a member earns (interface 4.7, D63 to D65), as `decideEvaluate` does for a receipt;
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
  const earned = earn(context, awardTotalsOf(activity, context.newId), activity.occurredAtMs);
  if (earned.outcome === 'refused') return earned;
  const explains = context.snapshot.mode === 'test' && earned.awards.length === 0;
  return {
    ...earned,
    eventId: context.newId('event'),
    debug: explains ? explainNothingFired(activity) : null,
  };
};
