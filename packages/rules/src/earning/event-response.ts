import type { MemberEventRequest } from '@loyalty/contracts';
import type { Award, EvaluateDebug, EventProcessed } from '../model/decision.ts';
import { toStampCardResponses, type StampCardResponse } from './stamp-card-response.ts';

/** The response body of an event submission (D63). */
export interface EventResponse {
  readonly eventId: string;
  readonly eventKey: string | null;
  readonly ref: string;
  readonly memberId: string;
  readonly memberCreated: boolean;
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly stampCards: readonly StampCardResponse[];
  readonly state: 'PROCESSED';
  readonly receivedAt: string;
  /** Present only for test keys when no campaign fired (D80). */
  readonly _debug?: EvaluateDebug;
}

/** The parts of an event's response that do not come from the decision. */
export interface EventCircumstances {
  readonly request: Pick<MemberEventRequest, 'eventKey' | 'ref'>;
  readonly definitionVersion: number | null;
  /** The time of the record, milliseconds since the epoch. */
  readonly receivedAtMs: number;
}

/** Makes the response body of an event submission. It is stored, and sent and repeated byte for byte. */
export const toEventResponse = (
  decision: EventProcessed,
  { request, definitionVersion, receivedAtMs }: EventCircumstances,
): EventResponse => ({
  eventId: decision.eventId,
  eventKey: request.eventKey,
  ref: request.ref,
  memberId: decision.memberId,
  memberCreated: decision.memberCreated,
  definitionVersion,
  pointsAwarded: decision.pointsAwarded,
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  stampCards: toStampCardResponses(decision.cards),
  state: 'PROCESSED',
  receivedAt: new Date(receivedAtMs).toISOString(),
  ...(decision.debug === null ? null : { _debug: decision.debug }),
});
