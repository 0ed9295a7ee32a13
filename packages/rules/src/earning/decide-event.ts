import type { MemberEventRequest } from '@loyalty/contracts';
import { deductedIn } from '../lots/deduct-points.ts';
import { refusalOf } from '../member.ts';
import { eventActivity, type MemberEvent } from './activity.ts';
import { awardTotalsOf } from './award-totals.ts';
import type { Award, DecisionContext, EvaluateDebug, EventDecision, EventProcessed } from './decision.ts';
import { earn } from './earn.ts';
import { debugFor } from './explain-campaigns.ts';
import { type StampCardResponse, toStampCardResponses } from './rules/stamp-card.ts';

/**
 * Decides as `decideEvaluate` does for a receipt (interface 4.7, D63 to D65). If `occurredAtMs` is null, the
 * time of the record is used.
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

interface EventResponse {
  readonly eventId: string;
  readonly eventKey: string | null;
  readonly ref: string;
  readonly memberId: string;
  readonly memberCreated: boolean;
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  /** Above 0. Absent: nothing was deducted. */
  readonly pointsDeducted?: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly stampCards: readonly StampCardResponse[];
  readonly state: 'PROCESSED';
  readonly receivedAt: string;
  /** Present only for test keys, when no campaign fired (D80). */
  readonly _debug?: EvaluateDebug;
}

/** Returns the response, which is stored, sent and repeated byte for byte. */
export const toEventResponse = (
  decision: EventProcessed,
  {
    request,
    definitionVersion,
    receivedAtMs,
  }: {
    readonly request: Pick<MemberEventRequest, 'eventKey' | 'ref'>;
    readonly definitionVersion: number | null;
    readonly receivedAtMs: number;
  },
): EventResponse => ({
  eventId: decision.eventId,
  eventKey: request.eventKey,
  ref: request.ref,
  memberId: decision.memberId,
  memberCreated: decision.memberCreated,
  definitionVersion,
  pointsAwarded: decision.pointsAwarded,
  ...deductedIn(decision),
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  stampCards: toStampCardResponses(decision.cards),
  state: 'PROCESSED',
  receivedAt: new Date(receivedAtMs).toISOString(),
  ...(decision.debug === null ? null : { _debug: decision.debug }),
});
