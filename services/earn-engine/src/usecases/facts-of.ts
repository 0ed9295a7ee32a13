import type { TypedFact } from '@loyalty/contracts';
import { factOfRequest, laneOfFacts, type ProcessedOutcome } from '@loyalty/engine';
import type { OutgoingMessage, FactContent } from '@loyalty/messaging';
import type { EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import type { CreditWriter } from './ports.ts';

type Processed = ProcessedOutcome<EarnRequest, ProcessedEarnRequest>;

/** Returns the facts in the order of events: member enrolled, request processed, cards completed, rewards requested. */
export const factsOf = (outcome: Processed): FactContent[] => {
  const { request, result } = outcome;
  const { memberId } = result;
  const facts = [factOfRequest(outcome, processedFact(outcome))];
  if (result.memberCreated) {
    const enrolledAt = new Date(request.message.record.timestamp).toISOString();
    facts.unshift(factOfRequest(outcome, { type: 'member.enrolled', data: { memberId, enrolledAt } }));
  }
  facts.push(...completedCards(outcome));
  for (const { id: rewardId, campaignId, rewardType } of result.rewards) {
    const data = { rewardId, memberId, campaignId, rewardType };
    facts.push(factOfRequest(outcome, { type: 'reward.requested', data }, rewardId));
  }
  return facts;
};

/** Returns one fact for each card: a stamp completes several cards if fewer stamps are required now than were collected. */
const completedCards = (outcome: Processed): FactContent[] => {
  const { memberId, cards } = outcome.result;
  return cards.flatMap(({ campaignId, campaignName, completed, cardsCompleted = completed ? 1 : 0 }) =>
    Array.from({ length: cardsCompleted }, (_, n) => {
      const data = { memberId, campaignId, campaignName };
      const name = n === 0 ? campaignId : `${campaignId}:${n.toString()}`;
      return factOfRequest(outcome, { type: 'member.stamp_card_completed', data }, name);
    }),
  );
};

const processedFact = ({ result: earned, request, id }: Processed): TypedFact => {
  const { value } = request.message;
  const { memberId, pointsAwarded, pointsBalance, awards: campaigns } = earned;
  const result = { memberId, pointsAwarded, pointsBalance, campaigns };
  switch (value.kind) {
    case 'evaluate':
      return {
        type: 'transaction.processed',
        data: { transactionId: id, transactionRef: request.ref, ...result },
      };
    case 'event':
      return {
        type: 'event.processed',
        data: { eventId: id, eventKey: value.body.eventKey, ref: request.ref, ...result },
      };
    case 'credit':
      return { type: 'points.credited', data: { creditId: id, ref: request.ref, ...result } };
  }
};

/** Returns the credit for the member who referred this one (D65); none if the request gives no such points. */
export const creditsOf = ({ request, result }: Processed, credits: CreditWriter): OutgoingMessage[] => {
  const { referrerKey } = request;
  if (result.referrerAwards.length === 0 || referrerKey === null) return [];
  return [
    credits.creditOf({
      environmentId: request.environmentId,
      ref: `${request.operation}:${request.ref}`,
      memberKey: referrerKey,
      awards: result.referrerAwards,
      lane: laneOfFacts(request.message),
    }),
  ];
};
