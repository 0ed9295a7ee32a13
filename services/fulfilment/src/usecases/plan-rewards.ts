import type { FactWriter, Lane } from '@loyalty/messaging';
import { lockPendingRewards, type PendingReward, type RewardKey } from '@loyalty/accounts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import {
  loadNewest,
  providerOf,
  type RewardProviderCache,
  type RewardProviders,
} from '@loyalty/configuration';
import { type Transaction, LostRace } from '@loyalty/storage';
import { enqueueTasks, firstRankOf, type TaskRow } from '@loyalty/task-queue';
import { drawRewardCodes, type AskedOfOwn, type RewardCode } from './draw-reward-codes.ts';
import { destinationIdOf, providerNameOf, type FoundProvider } from '../tasks/destination-id-of.ts';
import { afterFailedTry, type RewardDecision } from './reward-decision.ts';
import { sortDecisions, storeFailed, storeIssued, storeWaiting } from './store-decisions.ts';

/** The ports of the batch, the tasks and the jobs. */
export interface FulfilPorts {
  readonly providers: RewardProviderCache;
  readonly writer: FactWriter;
  readonly clock: Pick<Clock, 'now'>;
}

/** The decisions on rewards that the transaction has locked. */
export interface FulfilPlan {
  readonly decisions: readonly RewardDecision[];
  /** The tasks of rewards whose provider is called later. */
  readonly due: readonly TaskRow[];
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}

interface Asked {
  readonly reward: PendingReward;
  readonly provider: FoundProvider;
  /** The environment's secret. */
  readonly secret: Uint8Array;
}

export interface PlannedRewards {
  readonly names: readonly RewardKey[];
  /** Selects among the rewards that still wait. */
  readonly isMeant: (reward: PendingReward) => boolean;
  /** Returns the lane of a reward, by its id. */
  readonly laneOf: (rewardId: string) => Lane;
}

/** Locks rewards, then pools, and decides on the rewards by the newest configuration. */
export const planRewards = async (
  { providers: locked, clock }: FulfilPorts,
  tx: Transaction,
  { names, isMeant, laneOf }: PlannedRewards,
): Promise<FulfilPlan> => {
  const rewards = (await lockPendingRewards(tx, names)).filter(isMeant);
  const environmentIds = [...new Set(rewards.map(({ environmentId }) => environmentId))];
  const providers = await loadNewest(locked, tx, environmentIds);
  const asked = rewards.flatMap((reward): Asked[] => {
    const found = providers.get(reward.environmentId);
    if (found === undefined) return [];
    return [{ reward, provider: providerOf(found, reward), secret: found.secret }];
  });
  const codes = await drawRewardCodes(tx, asked.filter(isOfLiving).flatMap(ownOf));
  const atMs = clock.now();
  const decided = asked.map((one) => ({ ...one, decision: decideOne(one, { codes, atMs }) }));
  return {
    providers,
    atMs,
    decisions: decided.map(({ decision }) => decision),
    due: decided.flatMap(({ decision, provider }) =>
      dueOf(decision, {
        destinationId: destinationIdOf(provider),
        isBulk: laneOf(decision.reward.id) === 'bulk',
        createdAtMs: atMs,
      }),
    ),
  };
};

/** Stores a plan, in its transaction. Throws LostRace if another transaction has given one of the codes. */
export const storePlan = async (tx: Transaction, { decisions, due, atMs }: FulfilPlan): Promise<void> => {
  const { issued, failed, waiting } = sortDecisions(decisions);
  const given = await storeIssued(tx, issued, atMs);
  // Another transaction gave the same code meanwhile.
  if (given.size < issued.length) throw new LostRace('a code was given before');
  await storeFailed(tx, failed, atMs);
  await storeWaiting(tx, waiting);
  await enqueueTasks(tx, 'fulfilment', due);
};

const isOfLiving = ({ reward }: Asked): boolean => reward.memberState !== 'anonymized';

const ownOf = ({ reward: { id, environmentId }, provider, secret }: Asked): AskedOfOwn[] =>
  provider.kind === 'GENERATOR' || provider.kind === 'POOL' ? [{ id, environmentId, secret, provider }] : [];

interface Drawn {
  readonly codes: ReadonlyMap<string, RewardCode | null>;
  readonly atMs: number;
}

const decideOne = ({ reward, provider: found }: Asked, { codes, atMs }: Drawn): RewardDecision => {
  const provider = providerNameOf(found);
  if (reward.memberState === 'anonymized')
    return { kind: 'fail', reward, provider, attempts: reward.attempts, reason: 'MEMBER_ERASED' };
  const code = codes.get(reward.id);
  if (code === undefined && found.kind === 'HTTP')
    return { kind: 'wait', reward, provider, attempts: reward.attempts, dueAtMs: atMs };
  if (code === undefined) return afterFailedTry(reward, { provider, reason: 'NOT_CONFIGURED', atMs });
  if (code === null) return afterFailedTry(reward, { provider, reason: 'POOL_EMPTY', atMs });
  const attempts = reward.attempts + 1;
  return { kind: 'issue', reward, ...code, provider, attempts, providerExpiresAtMs: null };
};

/** Returns the task of a reward that waits; none for other decisions. */
const dueOf = (
  decision: RewardDecision,
  { destinationId, isBulk, createdAtMs }: Required<Pick<TaskRow, 'destinationId' | 'isBulk' | 'createdAtMs'>>,
): TaskRow[] => {
  if (decision.kind !== 'wait') return [];
  const { reward, attempts: attempt, dueAtMs } = decision;
  const { id, environmentId, memberId } = reward;
  const rank = attempt === 0 ? firstRankOf({ isBulk }) : 0;
  return [{ destinationId, rank, dueAtMs, id, environmentId, memberId, attempt, isBulk, createdAtMs }];
};
