import type { RewardKey } from '@loyalty/accounts';
import type { FollowerPace } from '@loyalty/stream-service';
import type { BatchHandler, Message } from '@loyalty/messaging';
import type { Transaction } from '@loyalty/storage';
import { planRewards, storePlan, type FulfilPlan, type FulfilPorts } from './plan-rewards.ts';
import { rewardFacts } from './reward-facts.ts';
import { sortDecisions } from './store-decisions.ts';

export interface FulfilBatchOptions extends FulfilPorts {
  /** Something has become due at once. */
  readonly wake: () => void;
  /** Told that somebody waits for a code. */
  readonly pace?: Pick<FollowerPace, 'awaited'>;
}

/**
 * Gives rewards their codes: at once where they are made here or were imported; whoever has to be called is asked later, outside of
 * any transaction. A fact says which reward to look at; that it waits, and was not handed over before, its row says.
 */
export const createFulfilBatch = (
  options: FulfilBatchOptions,
): BatchHandler<RewardKey, Transaction, FulfilPlan> => ({
  plan: (tx, batch) =>
    // One that was handed over waits for its provider already.
    planRewards(options, tx, { names: distinct(batch), isMeant: ({ provider }) => provider === null }),
  storeShared: storePlan,
  store: () => Promise.resolve(),
  effectsOf: ({ decisions, providers, atMs }) => {
    const { issued, failed } = sortDecisions(decisions);
    const facts = rewardFacts([...issued, ...failed], { writer: options.writer, providers, atMs });
    return { facts, replies: [], rejected: [] };
  },
  committed: ({ due }) => {
    options.pace?.awaited();
    if (due.length > 0) options.wake();
  },
  // The letter is for an operator; the job that mends rewards finds what is in nobody's mind.
  giveUp: () => Promise.resolve([]),
});

const distinct = (batch: readonly Message<RewardKey>[]): RewardKey[] => [
  ...new Map(batch.map(({ value }) => [`${value.environmentId.toString()}/${value.id}`, value])).values(),
];
