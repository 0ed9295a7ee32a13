import type { MemberEventRequest, TypedFact } from '@loyalty/contracts';
import {
  authorOf,
  factOfRequest,
  laneOfFacts,
  type ProcessedOutcome,
  type RequestOutcome,
} from '@loyalty/engine';
import type { OutgoingMessage } from '@loyalty/kafka';
import { type EnvironmentId, memberMapKey, type TransactionId } from '@loyalty/kernel';
import { pendingIn, type ReferrerAward } from '@loyalty/rules/earning';
import { deductedIn, leftOfEntries, lotGainOf } from '@loyalty/rules/lots';
import type { Lane } from '@loyalty/streams';
import type { FactContent } from '@loyalty/streams/facts';
import type { BudgetSpending } from '@loyalty/tables/campaigns';
import type { AddedTimes, MemberCounterWrite, SharedCounter, StoredUse } from '@loyalty/tables/counts';
import { placeholderOfMember, replaceReference } from '@loyalty/tables/erasure';
import type { EventWrite } from '@loyalty/tables/events';
import type { RewardWrite } from '@loyalty/tables/granted-rewards';
import type { MemberLotGain, PendingRow } from '@loyalty/tables/lots';
import { definitionVersionOf } from './decide-earn.ts';
import type { EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import type { EarnState } from './load-earn-state.ts';

type EarnOutcome = ProcessedOutcome<EarnRequest, ProcessedEarnRequest>;

export interface EarnWrites {
  readonly rewards: readonly RewardWrite[];
  readonly events: readonly EventWrite[];
  readonly lots: readonly MemberLotGain[];
  readonly pending: readonly PendingRow[];
  readonly memberCounters: readonly MemberCounterWrite[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly uses: readonly StoredUse[];
  readonly campaignTimes: readonly AddedTimes[];
  readonly spendings: readonly BudgetSpending[];
}

export const earnWritesOf = (
  outcomes: readonly RequestOutcome<EarnRequest, ProcessedEarnRequest>[],
  { shared, erasedReferrers }: Pick<EarnState, 'shared' | 'erasedReferrers'>,
): EarnWrites => {
  const rewards: RewardWrite[] = [];
  const events: EventWrite[] = [];
  const lots: MemberLotGain[] = [];
  const pending: PendingRow[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    rewards.push(...rewardsOf(outcome));
    events.push(...eventsOf(outcome, erasedReferrers));
    addLotsOf(outcome, lots);
    addPendingOf(outcome, pending);
  }
  const books = [...shared.values()];
  const counts = books.map((book) => book.writes());
  return {
    rewards,
    events,
    lots,
    pending,
    memberCounters: counts.flatMap(({ memberCounters }) => memberCounters),
    sharedCounters: counts.flatMap(({ sharedCounters }) => sharedCounters),
    uses: counts.flatMap(({ uses }) => uses),
    campaignTimes: counts.flatMap(({ campaignTimes }) => campaignTimes),
    spendings: books.flatMap(({ budgets }) => budgets.writes()),
  };
};

const rewardsOf = ({ request, result }: EarnOutcome): RewardWrite[] =>
  result.rewards.map((reward) => ({
    environmentId: request.environmentId,
    memberId: result.memberId,
    reward,
    transactionRef: request.ref,
    atMs: request.message.record.timestamp,
  }));

const addLotsOf = ({ request, result }: EarnOutcome, lots: MemberLotGain[]): void => {
  const { environmentId, message } = request;
  for (const posting of leftOfEntries(result)) {
    const gain = lotGainOf(posting);
    if (gain === null) continue;
    lots.push({ ...gain, environmentId, memberId: result.memberId, addedAtMs: message.record.timestamp });
  }
};

const addPendingOf = ({ request, result, id }: EarnOutcome, rows: PendingRow[]): void => {
  const { environmentId } = request;
  const transactionId = id as TransactionId;
  for (const one of result.pending)
    rows.push({ ...one, environmentId, memberId: result.memberId, transactionId });
};

const eventsOf = (
  { request, result, id, snapshot }: EarnOutcome,
  erased: EarnState['erasedReferrers'],
): EventWrite[] => {
  const { value, record } = request.message;
  if (value.kind !== 'event') return [];
  const { eventKey, lifecycleType } = value.body;
  return [
    {
      environmentId: request.environmentId,
      id,
      eventKey: eventKey ?? `lifecycle.${(lifecycleType ?? '').toLowerCase()}`,
      ref: request.ref,
      memberId: result.memberId,
      ...namingOf(request, value.body, erased),
      definitionVersion: definitionVersionOf(snapshot, eventKey),
      pointsAwarded: result.pointsAwarded,
      atMs: record.timestamp,
    },
  ];
};

/**
 * If the referrer is erased, a placeholder replaces the reference and the key is null. Otherwise the key is that
 * of the reference in the payload, because an erasure finds the payload by it.
 */
const namingOf = (
  { environmentId, referrerKey, namedReferrerKey }: EarnRequest,
  { payload, referrerRef }: MemberEventRequest,
  erased: EarnState['erasedReferrers'],
): Pick<EventWrite, 'payload' | 'referrerKey'> => {
  const named = namedReferrerKey ?? referrerKey;
  if (referrerKey === null || erased.size === 0) return { payload, referrerKey: named };
  const memberId = erased.get(memberMapKey({ environmentId, memberKey: referrerKey }));
  if (memberId === undefined || referrerRef === null) return { payload, referrerKey: named };
  const replaced = replaceReference(payload, referrerRef, placeholderOfMember(memberId));
  return { payload: replaced ?? payload, referrerKey: null };
};

/**
 * Returns the facts in the order in which they happened: member enrolled, request processed, cards completed,
 * rewards requested.
 */
export const factsOf = (outcome: EarnOutcome): FactContent[] => {
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

/** One fact a card: a stamp completes several if fewer stamps are required now than were collected. */
const completedCards = (outcome: EarnOutcome): FactContent[] => {
  const { memberId, cards } = outcome.result;
  return cards.flatMap(({ campaignId, campaignName, completed, cardsCompleted = completed ? 1 : 0 }) =>
    Array.from({ length: cardsCompleted }, (_, n) => {
      const data = { memberId, campaignId, campaignName };
      const name = n === 0 ? campaignId : `${campaignId}:${n.toString()}`;
      return factOfRequest(outcome, { type: 'member.stamp_card_completed', data }, name);
    }),
  );
};

/** A receiver that keeps balances adds what neither waits nor was deducted, and the rest once it has matured. */
const processedFact = ({ result: earned, request, id }: EarnOutcome): TypedFact => {
  const { value } = request.message;
  const { memberId, pointsAwarded, pointsBalance, awards: campaigns } = earned;
  const result = { memberId, pointsAwarded, pointsBalance, campaigns, ...deductedIn(earned) };
  switch (value.kind) {
    case 'evaluate':
      return {
        type: 'transaction.processed',
        data: { transactionId: id, transactionRef: request.ref, ...result, ...pendingIn(earned) },
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

/**
 * Returns the credit for the member who referred this one (D65); none if the request awards no such points.
 */
export const creditsOf = ({ request, result }: EarnOutcome, credits: CreditWriter): OutgoingMessage[] => {
  const { referrerKey } = request;
  if (result.referrerAwards.length === 0 || referrerKey === null) return [];
  return [
    credits.creditOf({
      environmentId: request.environmentId,
      ref: `${request.operation}:${request.ref}`,
      memberKey: referrerKey,
      awards: result.referrerAwards,
      lane: laneOfFacts(request.message),
      author: authorOf(request.message.record),
    }),
  ];
};

interface CreditContent {
  readonly environmentId: EnvironmentId;
  readonly ref: string;
  /** The key has 16 bytes. */
  readonly memberKey: Buffer;
  readonly awards: readonly ReferrerAward[];
  readonly lane: Lane;
  /** The author of the event that caused it; null where nobody is known. */
  readonly author: Buffer | null;
}

export interface CreditWriter {
  creditOf(credit: CreditContent): OutgoingMessage;
}
