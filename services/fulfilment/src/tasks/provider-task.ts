import { lockPendingRewards, readPendingRewards, type PendingReward } from '@loyalty/accounts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { FactOutbox, FactWriter } from '@loyalty/messaging';
import {
  generatorName,
  loadNewest,
  providerOf,
  type RewardProviderCache,
  type RewardProviders,
} from '@loyalty/configuration';
import type { Queryable, Transaction } from '@loyalty/storage';
import type {
  AttemptResult,
  Task,
  ConcurrencyBounds,
  AttemptOutcome,
  Settlement,
  TaskHandler,
} from '@loyalty/task-queue';
import { decideOutcome, type ProviderAttempt, type Decided } from './decide-provider-outcome.ts';
import { drawRewardCodes } from '../usecases/draw-reward-codes.ts';
import { nameOf, type FoundProvider } from './destination-id-of.ts';
import type { AskProvider, ProviderResult } from '../usecases/ports.ts';
import { afterFailedTry, type IssueDecision, type RewardDecision } from '../usecases/reward-decision.ts';
import { rewardFacts } from '../usecases/reward-facts.ts';
import { sortDecisions, storeFailed, storeIssued, storeWaiting } from '../usecases/store-decisions.ts';

export interface ProviderTaskOptions {
  /** Beside any transaction. */
  readonly reads: Queryable;
  readonly providers: RewardProviderCache;
  readonly ask: AskProvider;
  readonly writer: FactWriter;
  readonly outbox: FactOutbox;
  readonly clock: Pick<Clock, 'now'>;
  /** A provider has broken its promise: it gave a code that another reward has. May be told twice of one. */
  readonly onDuplicateCode: (told: DuplicateCode) => void;
}

export interface DuplicateCode {
  readonly rewardId: string;
  readonly environmentId: EnvironmentId;
  readonly provider: string | null;
}

/** Rewards that are locked, and who gives the codes of their environments. */
interface Held {
  readonly rewards: ReadonlyMap<string, PendingReward>;
  readonly providers: ReadonlyMap<EnvironmentId, RewardProviders>;
}

export const createProviderTask = (
  options: ProviderTaskOptions,
): TaskHandler<Transaction, ProviderAttempt, Held> => {
  /** As the newest attempt of each lane saw it. */
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
    record: (tx, outcomes, held) => record(options, tx, { outcomes, held }),
  };
};

/** The first attempt of a lane reads how many its provider bears; until then no other begins. */
const callsUntilKnown = 1;
/** Who could not be reached so often in a row is given a rest. */
const openAfterFailures = 10;
const openMs = 30_000;

const limitsFor = (max: number): ConcurrencyBounds => ({ initial: max, max, openAfterFailures, openMs });

const attempt = async (
  { reads, providers: held, ask }: ProviderTaskOptions,
  job: Task,
  callsMax: Map<string, number>,
): Promise<AttemptResult<ProviderAttempt>> => {
  const [[reward], newest] = await Promise.all([
    readPendingRewards(reads, [job]),
    loadNewest(held, reads, [job.environmentId]),
  ]);
  const providers = newest.get(job.environmentId);
  if (reward === undefined || reward.memberState === 'anonymized' || providers === undefined)
    return notAttempted({ kind: 'gone' });
  // A process that is gone may have asked, and heard the code.
  if (job.abandoned > 0 && mayHaveGiven(providers, reward, job)) return notAttempted(ambiguousOf(reward));
  const provider = providerOf(providers, reward);
  if (provider.kind !== 'HTTP') return notAttempted(ofOwn(provider));
  if (provider.secret === null) return notAttempted({ kind: 'deferred' });
  callsMax.set(provider.id, provider.callsMax);
  const { name } = provider;
  const { answer, load } = await ask({ reward, provider, providers });
  return { result: attemptOf(name, answer), load };
};

/** Who was not even asked is asked later. */
const attemptOf = (provider: string, answer: ProviderResult | null): ProviderAttempt =>
  answer === null ? { kind: 'deferred' } : { kind: 'answered', provider, answer };

/** A provider that is called by nobody. */
const ofOwn = (provider: Exclude<FoundProvider, { readonly kind: 'HTTP' }>): ProviderAttempt =>
  provider.kind === 'UNKNOWN'
    ? { kind: 'answered', provider: provider.name, answer: unknown }
    : { kind: 'own', name: nameOf(provider), provider };

const unknown: ProviderResult = { kind: 'failed', reason: 'NOT_CONFIGURED' };
const notAttempted = (result: ProviderAttempt): AttemptResult<ProviderAttempt> => ({ result, load: 'ok' });

interface Recording {
  readonly outcomes: readonly AttemptOutcome<ProviderAttempt>[];
  readonly held: Held;
}

/** One transaction: rewards, codes, facts; the due rows go or move with it. */
const record = async (
  options: ProviderTaskOptions,
  tx: Transaction,
  { outcomes, held }: Recording,
): Promise<readonly Settlement[]> => {
  const { clock, writer, outbox } = options;
  const atMs = clock.now();
  const codes = await drawRewardCodes(tx, outcomes.flatMap(ownOf(held)));
  const decided = outcomes.map(({ task, result }) =>
    decideOutcome(result ?? unknownOf(held, task), {
      reward: held.rewards.get(task.id),
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
  await outbox.add(tx, rewardFacts([...issued, ...failed], { writer, providers: held.providers, atMs }));
  return ended.map(settlementOf);
};

const isDecision = (one: Decided): one is RewardDecision => one.kind !== 'postponed' && one.kind !== 'gone';

/** Its code is another's. A provider that is asked again with the same key would give the same; a pool gives the next one. */
const afterGivenCode = (
  { reward, provider, attempts }: IssueDecision,
  { isOwn, atMs }: { readonly isOwn: boolean; readonly atMs: number },
): RewardDecision =>
  isOwn
    ? afterFailedTry(reward, { provider, reason: 'POOL_EMPTY', atMs })
    : { kind: 'fail', reward, provider, attempts, reason: 'PROVIDER_DUPLICATE_CODE' };

const settlementOf = (decided: Decided): Settlement => {
  if (decided.kind === 'wait') return { kind: 'retry', dueAtMs: decided.dueAtMs };
  return decided.kind === 'postponed' ? { kind: 'retry', dueAtMs: decided.atMs } : { kind: 'complete' };
};

/** Where nothing is known of an attempt, its provider may have been asked. */
const unknownOf = ({ rewards, providers: held }: Held, job: Task): ProviderAttempt | null => {
  const [reward, providers] = [rewards.get(job.id), held.get(job.environmentId)];
  if (reward === undefined || providers === undefined) return null;
  return mayHaveGiven(providers, reward, job) ? ambiguousOf(reward) : null;
};

/**
 * Whether who was asked before, whoever is asked now, may have given a code that it would not give again: a service that had not
 * promised to when the reward was handed over to it, or that is gone.
 */
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

/** Rewards whose codes come from here. */
const ownOf =
  ({ rewards, providers }: Held) =>
  ({ task, result }: AttemptOutcome<ProviderAttempt>) => {
    const { id, environmentId } = task;
    const secret = providers.get(environmentId)?.secret;
    const isGone = (rewards.get(id)?.memberState ?? 'anonymized') === 'anonymized';
    if (result?.kind !== 'own' || isGone || secret === undefined) return [];
    return [{ id, environmentId, secret, provider: result.provider }];
  };
