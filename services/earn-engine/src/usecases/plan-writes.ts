import type { EventWrite, MemberCounterWrite, RewardWrite, SharedCounter } from '@loyalty/accounts';
import type { ProcessedOutcome, RequestOutcome } from '@loyalty/engine';
import type { BudgetSpending } from '@loyalty/programme';
import { definitionVersionOf } from './decide-earn.ts';
import type { EarnRequest, ProcessedEarnRequest } from './earn-request.ts';
import type { EarnState } from './load-state.ts';

type Processed = ProcessedOutcome<EarnRequest, ProcessedEarnRequest>;

/** What an earn engine stores besides what every engine stores. */
export interface EarnWrites {
  readonly rewards: readonly RewardWrite[];
  readonly events: readonly EventWrite[];
  readonly memberCounters: readonly MemberCounterWrite[];
  readonly sharedCounters: readonly SharedCounter[];
  readonly spendings: readonly BudgetSpending[];
}

/** Gathers what a batch decided, and what it leaves of counts and budgets, into one set per table. */
export const earnWritesOf = (
  outcomes: readonly RequestOutcome<EarnRequest, ProcessedEarnRequest>[],
  { shared }: Pick<EarnState, 'shared'>,
): EarnWrites => {
  const rewards: RewardWrite[] = [];
  const events: EventWrite[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'processed') continue;
    rewards.push(...rewardsOf(outcome));
    events.push(...eventsOf(outcome));
  }
  const books = [...shared.values()];
  const counts = books.map((book) => book.writes());
  return {
    rewards,
    events,
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
    atMs: request.message.record.timestamp,
  }));

/** The event, for the feed; none of other requests. */
const eventsOf = ({ request, result, id, snapshot }: Processed): EventWrite[] => {
  const { value, record } = request.message;
  if (value.kind !== 'event') return [];
  const { eventKey, lifecycleType, payload } = value.body;
  return [
    {
      environmentId: request.environmentId,
      id,
      eventKey: eventKey ?? `lifecycle.${(lifecycleType ?? '').toLowerCase()}`,
      ref: request.ref,
      memberId: result.memberId,
      payload,
      referrerKey: request.referrerKey,
      definitionVersion: definitionVersionOf(snapshot, eventKey),
      pointsAwarded: result.pointsAwarded,
      atMs: record.timestamp,
    },
  ];
};
