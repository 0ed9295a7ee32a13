import type { MemberEventRequest } from '@loyalty/contracts';
import type { Award, EventProcessed } from '../model/decision.ts';

/** The body of an answered event submission (D63). */
export interface EventAnswer {
  readonly eventId: string;
  readonly eventKey: string | null;
  readonly ref: string;
  readonly memberId: string;
  readonly memberCreated: boolean;
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly Award[];
  readonly stampCards: readonly {
    readonly campaignId: string;
    readonly stampsCollected: number;
    readonly stampsRequired: number;
    readonly completed: boolean;
  }[];
  readonly state: 'PROCESSED';
  readonly receivedAt: string;
}

/** What an event answer is made of besides the decision. */
export interface EventCircumstances {
  readonly request: Pick<MemberEventRequest, 'eventKey' | 'ref'>;
  readonly definitionVersion: number | null;
  /** The time of the record, milliseconds since the epoch. */
  readonly receivedAtMs: number;
}

/** The response body of an event submission: what is stored, sent and repeated byte for byte. */
export const toEventAnswer = (
  decision: EventProcessed,
  { request, definitionVersion, receivedAtMs }: EventCircumstances,
): EventAnswer => ({
  eventId: decision.eventId,
  eventKey: request.eventKey,
  ref: request.ref,
  memberId: decision.memberId,
  memberCreated: decision.memberCreated,
  definitionVersion,
  pointsAwarded: decision.pointsAwarded,
  pointsBalance: decision.pointsBalance,
  campaigns: decision.awards,
  stampCards: decision.cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => ({
    campaignId,
    stampsCollected,
    stampsRequired,
    completed,
  })),
  state: 'PROCESSED',
  receivedAt: new Date(receivedAtMs).toISOString(),
});
