import { type FollowerFetchSpacing, lanesOf } from '@loyalty/service/facts';
import type { Transaction } from '@loyalty/storage';
import type { BatchHandler, Lane, Message } from '@loyalty/streams';
import type { PendingReward, RewardKey } from '@loyalty/tables/granted-rewards';
import { type FulfilPlan, type FulfilPorts, planRewards, storePlan } from './plan-rewards.ts';
import { rewardFacts, sortDecisions } from './reward-decisions.ts';

interface FulfilBatchOptions extends FulfilPorts {
  readonly wake: () => void;
  /** Called after each batch, so that facts are fetched at once: members wait for codes. */
  readonly pace?: Pick<FollowerFetchSpacing, 'awaited'>;
}

interface FulfilBatchPlan extends FulfilPlan {
  readonly laneOf: (rewardId: string) => Lane;
}

/**
 * Creates the handler of batches. Providers over HTTP are called later, outside of transactions. The reward's
 * row shows whether it still waits.
 */
export const createFulfilBatch = (
  options: FulfilBatchOptions,
): BatchHandler<RewardKey, Transaction, FulfilBatchPlan> => ({
  plan: async (tx, batch) => {
    // A reward with a provider has a task already.
    const isMeant = ({ provider }: PendingReward): boolean => provider === null;
    const laneOf = lanesOf(batch, ({ id }) => id);
    const plan = await planRewards(options, tx, { names: distinct(batch), isMeant, laneOf });
    return { ...plan, laneOf };
  },
  storeShared: storePlan,
  store: () => Promise.resolve(),
  effectsOf: ({ decisions, providers, atMs, laneOf }) => {
    const { issued, failed } = sortDecisions(decisions);
    const facts = rewardFacts([...issued, ...failed], { writer: options.writer, providers, atMs, laneOf });
    return { facts, replies: [], rejected: [] };
  },
  committed: ({ due }) => {
    options.pace?.awaited();
    if (due.length > 0) options.wake();
  },
  // No `giveUp`: the repair job finds waiting rewards without a task.
});

const distinct = (batch: readonly Message<RewardKey>[]): RewardKey[] => [
  ...new Map(batch.map(({ value }) => [`${value.environmentId.toString()}/${value.id}`, value])).values(),
];
