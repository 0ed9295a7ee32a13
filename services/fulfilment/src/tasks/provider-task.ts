import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import type { FactWriter } from '@loyalty/streams/facts';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { lockPendingRewards, type PendingReward, readPendingRewards } from '@loyalty/tables/granted-rewards';
import { loadNewest } from '@loyalty/tables/lookup';
import { providerOf, type RewardProviderCache, type RewardProviders } from '@loyalty/tables/rewards';
import { generatorName } from '@loyalty/tables/tenants';
import type {
  AttemptOutcome,
  AttemptResult,
  ConcurrencyBounds,
  Settlement,
  Task,
  TaskHandler,
} from '@loyalty/task-queue';
import { drawRewardCodes } from '../usecases/draw-reward-codes.ts';
import { type FoundProvider, providerNameOf } from '../usecases/plan-rewards.ts';
import {
  afterFailedTry,
  type IssueDecision,
  type RewardDecision,
  rewardFacts,
  sortDecisions,
  storeFailed,
  storeIssued,
  storeWaiting,
} from '../usecases/reward-decisions.ts';
import {
  type AskProvider,
  type DecidedReward,
  decideOutcome,
  type ProviderAttempt,
  type ProviderResult,
} from './decide-provider-outcome.ts';

interface ProviderTaskOptions {
  /** It reads outside transactions. */
  readonly reads: Queryable;
  readonly providers: RewardProviderCache;
  readonly ask: AskProvider;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
  /**
   * A provider broke its promise and gave a code that another reward has; called possibly twice for one code.
   */
  readonly onDuplicateCode: (duplicate: DuplicateCode) => void;
}

export interface DuplicateCode {
  readonly rewardId: string;
  readonly environmentId: EnvironmentId;
  readonly provider: string | null;
}

interface LockedRewards {
  readonly rewards: ReadonlyMap<string, PendingReward>;
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
}

export const createProviderTask = (
  options: ProviderTaskOptions,
): TaskHandler<Transaction, ProviderAttempt, LockedRewards> => {
  const callsMax = new Map<string, number>();
  return {
    boundsOf: ({ destinationId }) => limitsFor(callsMax.get(destinationId) ?? callsUntilKnown),
    attempt: (job) => attempt(options, job, callsMax),
    lock: async (tx, outcomes) => {
      const jobs = outcomes.map(({ task }) => task);
      const environmentIds = [...new Set(jobs.map((job) => job.environmentId))];
      return {
        rewards: new Map((await lockPendingRewards(tx, jobs)).map((reward) => [reward.id, reward])),
        providers: await loadNewest(options.providers, tx, environmentIds),
      };
    },
    record: (tx, outcomes, locked) => record(options, tx, { outcomes, locked }),
  };
};

/** A destination's first attempt reads how many calls its provider allows; until then no other begins. */
const callsUntilKnown = 1;
/** The circuit opens for 30 s after this many unreachable calls in a row. */
const openAfterFailures = 10;
const openMs = 30_000;

const limitsFor = (max: number): ConcurrencyBounds => ({ initial: max, max, openAfterFailures, openMs });

const attempt = async (
  { reads, providers: locked, ask }: ProviderTaskOptions,
  job: Task,
  callsMax: Map<string, number>,
): Promise<AttemptResult<ProviderAttempt>> => {
  const [[reward], newest] = await Promise.all([
    readPendingRewards(reads, [job]),
    loadNewest(locked, reads, [job.environmentId]),
  ]);
  const providers = newest.get(job.environmentId);
  if (reward === undefined || reward.memberState === 'anonymized' || providers === undefined)
    return notAttempted({ kind: 'gone' });
  // A dead process may have made the request and got the code.
  if (job.abandoned > 0 && mayHaveGiven(providers, reward, job)) return notAttempted(ambiguousOf(reward));
  const provider = providerOf(providers, reward);
  if (provider.kind !== 'HTTP') return notAttempted(ofOwn(provider));
  if (provider.secret === null) return notAttempted({ kind: 'deferred' });
  callsMax.set(provider.id, provider.callsMax);
  const { name } = provider;
  const { answer, load } = await ask({ reward, provider, providers });
  return { result: attemptOf(name, answer), load };
};

const attemptOf = (provider: string, answer: ProviderResult | null): ProviderAttempt =>
  answer === null ? { kind: 'deferred' } : { kind: 'answered', provider, answer };

const ofOwn = (provider: Exclude<FoundProvider, { readonly kind: 'HTTP' }>): ProviderAttempt =>
  provider.kind === 'UNKNOWN'
    ? { kind: 'answered', provider: provider.name, answer: unknown }
    : { kind: 'own', name: providerNameOf(provider), provider };

const unknown: ProviderResult = { kind: 'failed', reason: 'NOT_CONFIGURED' };
const notAttempted = (result: ProviderAttempt): AttemptResult<ProviderAttempt> => ({ result, load: 'ok' });

interface RewardRecording {
  readonly outcomes: readonly AttemptOutcome<ProviderAttempt>[];
  readonly locked: LockedRewards;
}

/** Rewards, codes, facts and tasks, in one transaction. */
const record = async (
  options: ProviderTaskOptions,
  tx: Transaction,
  { outcomes, locked }: RewardRecording,
): Promise<readonly Settlement[]> => {
  const { clock, writer, outbox } = options;
  const atMs = clock.now();
  const codes = await drawRewardCodes(tx, outcomes.flatMap(ownOf(locked)));
  const decided = outcomes.map(({ task, result }) =>
    decideOutcome(result ?? unknownOf(locked, task), {
      reward: locked.rewards.get(task.id),
      code: codes.get(task.id) ?? null,
      atMs,
    }),
  );
  const given = await storeIssued(tx, sortDecisions(decided.filter(isDecision)).issued, atMs);
  const ended = decided.map((one) =>
    one.kind === 'issue' && !given.has(one.reward.id)
      ? afterGivenCode(one, { isOwn: codes.has(one.reward.id), atMs })
      : one,
  );
  const { issued, failed, waiting } = sortDecisions(ended.filter(isDecision));
  for (const { reward, provider, reason } of failed)
    if (reason === 'PROVIDER_DUPLICATE_CODE')
      options.onDuplicateCode({ rewardId: reward.id, environmentId: reward.environmentId, provider });
  await storeFailed(tx, failed, atMs);
  await storeWaiting(tx, waiting);
  const facts = { writer, providers: locked.providers, atMs, laneOf: lanesOfTasks(outcomes) };
  await outbox.add(tx, rewardFacts([...issued, ...failed], facts));
  return ended.map(settlementOf);
};

/** A fact has the lane of the fact that its task follows from. */
const lanesOfTasks = (outcomes: RewardRecording['outcomes']): ((rewardId: string) => Lane) => {
  const bulk = new Set(outcomes.flatMap(({ task }) => (task.isBulk === true ? [task.id] : [])));
  return (rewardId) => (bulk.has(rewardId) ? 'bulk' : 'interactive');
};

const isDecision = (one: DecidedReward): one is RewardDecision =>
  one.kind !== 'postponed' && one.kind !== 'gone';

/** A provider would give the same code for the same key; a pool gives the next. */
const afterGivenCode = (
  { reward, provider, attempts }: IssueDecision,
  { isOwn, atMs }: { readonly isOwn: boolean; readonly atMs: number },
): RewardDecision =>
  isOwn
    ? afterFailedTry(reward, { provider, reason: 'POOL_EMPTY', atMs })
    : { kind: 'fail', reward, provider, attempts, reason: 'PROVIDER_DUPLICATE_CODE' };

const settlementOf = (decided: DecidedReward): Settlement => {
  if (decided.kind === 'wait') return { kind: 'retry', dueAtMs: decided.dueAtMs };
  return decided.kind === 'postponed' ? { kind: 'retry', dueAtMs: decided.atMs } : { kind: 'complete' };
};

/** Ambiguous if the provider may have given a code, otherwise null. */
const unknownOf = ({ rewards, providers: locked }: LockedRewards, job: Task): ProviderAttempt | null => {
  const [reward, providers] = [rewards.get(job.id), locked.get(job.environmentId)];
  if (reward === undefined || providers === undefined) return null;
  return mayHaveGiven(providers, reward, job) ? ambiguousOf(reward) : null;
};

/** Returns true for one that is deleted, or was not idempotent when the task was created. */
const mayHaveGiven = (
  { providers }: RewardProviders,
  { provider: name }: PendingReward,
  { createdAtMs }: Task,
): boolean => {
  if (name === null || name === generatorName) return false;
  const asked = providers.get(name);
  if (asked?.kind === 'HTTP') return (asked.idempotentSinceMs ?? Infinity) > createdAtMs;
  return asked === undefined;
};

const ambiguousOf = ({ provider }: PendingReward): ProviderAttempt => ({
  kind: 'answered',
  provider: provider ?? generatorName,
  answer: { kind: 'refused', reason: 'PROVIDER_AMBIGUOUS' },
});

const ownOf =
  ({ rewards, providers }: LockedRewards) =>
  ({ task, result }: AttemptOutcome<ProviderAttempt>) => {
    const { id, environmentId } = task;
    const secret = providers.get(environmentId)?.secret;
    const isGone = (rewards.get(id)?.memberState ?? 'anonymized') === 'anonymized';
    if (result?.kind !== 'own' || isGone || secret === undefined) return [];
    return [{ id, environmentId, secret, provider: result.provider }];
  };
