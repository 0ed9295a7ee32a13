import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { LostRace, type Transaction } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import type { FactWriter } from '@loyalty/streams/facts';
import { lockPendingRewards, type PendingReward, type RewardKey } from '@loyalty/tables/granted-rewards';
import { loadNewest } from '@loyalty/tables/lookup';
import { providerOf, type RewardProviderCache, type RewardProviders } from '@loyalty/tables/rewards';
import { firstRankOf } from '@loyalty/task-queue';
import { enqueueTasks, type TaskRow } from '@loyalty/task-queue/task-tables';
import { type AskedOfOwn, drawRewardCodes, type RewardCode } from './draw-reward-codes.ts';
import {
  afterFailedTry,
  type RewardDecision,
  sortDecisions,
  storeFailed,
  storeIssued,
  storeWaiting,
} from './reward-decisions.ts';

export interface FulfilPorts {
  readonly providers: RewardProviderCache;
  readonly writer: FactWriter;
  readonly clock: Pick<Clock, 'now'>;
}

export interface FulfilPlan {
  readonly decisions: readonly RewardDecision[];
  readonly due: readonly TaskRow[];
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
  readonly atMs: number;
}

interface RewardToDecide {
  readonly reward: PendingReward;
  readonly provider: FoundProvider;
  readonly secret: Uint8Array;
}

interface PlannedRewards {
  readonly names: readonly RewardKey[];
  readonly isMeant: (reward: PendingReward) => boolean;
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
  const asked = rewards.flatMap((reward): RewardToDecide[] => {
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

/**
 * Stores a plan in its own transaction. Throws LostRace if another transaction has given one of the codes.
 */
export const storePlan = async (tx: Transaction, { decisions, due, atMs }: FulfilPlan): Promise<void> => {
  const { issued, failed, waiting } = sortDecisions(decisions);
  const given = await storeIssued(tx, issued, atMs);
  // Another transaction gave the same code meanwhile.
  if (given.size < issued.length) throw new LostRace('a code was given before');
  await storeFailed(tx, failed, atMs);
  await storeWaiting(tx, waiting);
  await enqueueTasks(tx, 'fulfilment', due);
};

const isOfLiving = ({ reward }: RewardToDecide): boolean => reward.memberState !== 'anonymized';

const ownOf = ({ reward: { id, environmentId }, provider, secret }: RewardToDecide): AskedOfOwn[] =>
  provider.kind === 'GENERATOR' || provider.kind === 'POOL' ? [{ id, environmentId, secret, provider }] : [];

const decideOne = (
  { reward, provider: found }: RewardToDecide,
  { codes, atMs }: { readonly codes: ReadonlyMap<string, RewardCode | null>; readonly atMs: number },
): RewardDecision => {
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

/** The provider that was found. `UNKNOWN` means that the named provider is not configured. */
export type FoundProvider = ReturnType<typeof providerOf>;

/**
 * It stands for the provider of rewards whose provider is not configured or needs no call. No request is made
 * for it.
 */
const unconfiguredDestination = '00000000-0000-4000-8000-000000000000';

const destinationIdOf = (provider: FoundProvider): string =>
  'id' in provider ? provider.id : unconfiguredDestination;

export const providerNameOf = (provider: FoundProvider): string =>
  provider.kind === 'GENERATOR' ? 'generator' : provider.name;
