import { memberMapKey } from '@loyalty/kernel';
import {
  placeholderOfMember,
  replaceReference,
  type EventWrite,
  type LotAddition,
  type MemberCounterWrite,
  type RewardWrite,
  type SharedCounter,
} from '@loyalty/accounts';
import type { MemberEventRequest } from '@loyalty/contracts';
import type { ProcessedOutcome, RequestOutcome } from '@loyalty/engine';
import type { BudgetSpending } from '@loyalty/configuration';
import { lotGainOf } from '@loyalty/rules';
import { definitionVersionOf } from './decide-earn.ts';
import type { EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import type { EarnState } from './load-earn-state.ts';

type Processed = ProcessedOutcome<EarnRequest, ProcessedEarnRequest>;

/** The rows that only an earn engine stores. */
export interface EarnWrites {
  readonly rewards: readonly RewardWrite[];
  readonly events: readonly EventWrite[];
  readonly lots: readonly LotAddition[];
  readonly memberCounters: readonly MemberCounterWrite[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly spendings: readonly BudgetSpending[];
}

/** Gathers the results, counts and budgets of a batch into one set of rows per table. */
export const earnWritesOf = (
  outcomes: readonly RequestOutcome<EarnRequest, ProcessedEarnRequest>[],
  { shared, erasedReferrers }: Pick<EarnState, 'shared' | 'erasedReferrers'>,
): EarnWrites => {
  const rewards: RewardWrite[] = [];
  const events: EventWrite[] = [];
  const lots: LotAddition[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    rewards.push(...rewardsOf(outcome));
    events.push(...eventsOf(outcome, erasedReferrers));
    addLotsOf(outcome, lots);
  }
  const books = [...shared.values()];
  const counts = books.map((book) => book.writes());
  return {
    rewards,
    events,
    lots,
    memberCounters: counts.flatMap(({ memberCounters }) => memberCounters),
    sharedCounters: counts.flatMap(({ sharedCounters }) => sharedCounters),
    spendings: books.flatMap(({ budgets }) => budgets.writes()),
  };
};

const rewardsOf = ({ request, result }: Processed): RewardWrite[] =>
  result.rewards.map((reward) => ({
    environmentId: request.environmentId,
    memberId: result.memberId,
    reward,
    transactionRef: request.ref,
    atMs: request.message.record.timestamp,
  }));

/** Adds the lots of points that expire; most receipts have none. */
const addLotsOf = ({ request, result }: Processed, lots: LotAddition[]): void => {
  const { environmentId, message } = request;
  for (const posting of result.postings) {
    const gain = lotGainOf(posting);
    if (gain === null) continue;
    lots.push({ ...gain, environmentId, memberId: result.memberId, addedAtMs: message.record.timestamp });
  }
};

/** Returns the event for the feed; none for other requests. */
const eventsOf = (
  { request, result, id, snapshot }: Processed,
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

/** Returns the payload and the referrer's key. If the referrer is erased, a placeholder replaces the reference and the key is null. */
const namingOf = (
  { environmentId, referrerKey }: EarnRequest,
  { payload, referrerRef }: MemberEventRequest,
  erased: EarnState['erasedReferrers'],
): Pick<EventWrite, 'payload' | 'referrerKey'> => {
  if (referrerKey === null || erased.size === 0) return { payload, referrerKey };
  const memberId = erased.get(memberMapKey({ environmentId, memberKey: referrerKey }));
  if (memberId === undefined || referrerRef === null) return { payload, referrerKey };
  const replaced = replaceReference(payload, referrerRef, placeholderOfMember(memberId));
  return { payload: replaced ?? payload, referrerKey: null };
};
