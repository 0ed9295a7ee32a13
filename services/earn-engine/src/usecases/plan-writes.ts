import type {
  EventWrite,
  FailedRequest,
  PostingWrite,
  RequestName,
  RewardWrite,
  TransactionWrite,
} from '@loyalty/accounts';
import { headers as names } from '@loyalty/contracts';
import type { TransactionId } from '@loyalty/kernel';
import type { InboundRecord } from '@loyalty/messaging';
import { definitionVersionOf } from './decide-tasks.ts';
import type { EarnPlan, ProcessedOutcome, Task, TaskOutcome } from './earn-plan.ts';
import type { Ground } from './load-ground.ts';

type Writes = Pick<EarnPlan, 'transactions' | 'postings' | 'rewards' | 'events' | 'failed'>;

/** Gathers what a batch decided into one set per table. */
export const planWrites = (outcomes: readonly TaskOutcome[]): Writes => {
  const transactions: TransactionWrite[] = [];
  const postings: PostingWrite[] = [];
  const rewards: RewardWrite[] = [];
  const events: EventWrite[] = [];
  const failed: FailedRequest[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'processed') {
      transactions.push(transactionOf(outcome));
      postings.push(...postingsOf(outcome));
      rewards.push(...rewardsOf(outcome));
      events.push(...eventsOf(outcome));
    } else if (outcome.outcome === 'refused' && !awaitsReply(outcome.task.message.record)) {
      failed.push(refusalOf(outcome.task, outcome.code));
    }
  }
  return { transactions, postings, rewards, events, failed };
};

/** True when somebody waits for the answer of this request. */
const awaitsReply = (record: InboundRecord): boolean => record.headers[names.replyTopic] !== undefined;

const nameOf = ({ environmentId, operation, ref }: Task): RequestName => ({ environmentId, operation, ref });

const transactionOf = ({ task, earned, id, answer }: ProcessedOutcome): TransactionWrite => ({
  ...nameOf(task),
  id: id as TransactionId,
  memberId: earned.memberId,
  fingerprint: task.fingerprint,
  answer,
  atMs: task.message.record.timestamp,
});

const postingsOf = ({ task, earned, id }: ProcessedOutcome): PostingWrite[] =>
  earned.postings.map((posting) => ({
    environmentId: task.environmentId,
    memberId: earned.memberId,
    transactionId: id as TransactionId,
    posting,
    atMs: task.message.record.timestamp,
  }));

const rewardsOf = ({ task, earned }: ProcessedOutcome): RewardWrite[] =>
  earned.rewards.map((reward) => ({
    environmentId: task.environmentId,
    memberId: earned.memberId,
    reward,
    atMs: task.message.record.timestamp,
  }));

/** The event, for the feed; none of other requests. */
const eventsOf = ({ task, earned, id, snapshot }: ProcessedOutcome): EventWrite[] => {
  const { value: request, record } = task.message;
  if (request.kind !== 'event') return [];
  const { eventKey, lifecycleType, payload } = request.body;
  return [
    {
      environmentId: task.environmentId,
      id,
      eventKey: eventKey ?? `lifecycle.${(lifecycleType ?? '').toLowerCase()}`,
      ref: task.ref,
      memberId: earned.memberId,
      payload,
      definitionVersion: definitionVersionOf(snapshot, eventKey),
      pointsAwarded: earned.pointsAwarded,
      atMs: record.timestamp,
    },
  ];
};

/** With nobody waiting, a refusal is kept for those who ask (D36). */
const refusalOf = (task: Task, code: string): FailedRequest => ({
  ...nameOf(task),
  code,
  context: {},
  atMs: task.message.record.timestamp,
});

/** What the batch leaves of accounts, counts and budgets. */
export const groundWrites = ({
  accounts,
  shared,
}: Ground): Pick<EarnPlan, 'enrolled' | 'updated' | 'memberCounters' | 'sharedCounters' | 'spendings'> => {
  const books = [...shared.values()].map((book) => book.writes());
  return {
    ...accounts.writes(),
    memberCounters: books.flatMap(({ memberCounters }) => memberCounters),
    sharedCounters: books.flatMap(({ sharedCounters }) => sharedCounters),
    spendings: books.flatMap(({ spendings }) => spendings),
  };
};
