import type { DecisionContext, EventDecision } from './decision.ts';
import { earn, refusalOf } from './earn.ts';
import { earningsOf } from './earnings.ts';
import { eventOccasion, type MemberEvent } from './occasion.ts';

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
  const occasion = eventOccasion(context, event, occurredAtMs);
  const earned = earn(context, earningsOf(occasion, context.newId), occasion.occurredAtMs);
  return earned.outcome === 'refused' ? earned : { ...earned, eventId: context.newId('event') };
};
