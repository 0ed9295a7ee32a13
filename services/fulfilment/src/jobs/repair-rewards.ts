import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { Queryable, Transaction } from '@loyalty/storage';
import type { Lane } from '@loyalty/streams';
import type { FactOutbox } from '@loyalty/streams/outbox';
import { lockPendingRewards, type RewardKey } from '@loyalty/tables/granted-rewards';
import { loadNewest } from '@loyalty/tables/lookup';
import {
  lockStrandedRewards,
  readEnvironmentsWaiting,
  readStrandedRewards,
  type WaitingCursor,
} from '@loyalty/tables/rewards';
import { cancelTasks } from '@loyalty/task-queue/task-tables';
import { type FulfilPlan, type FulfilPorts, planRewards, storePlan } from '../usecases/plan-rewards.ts';
import { type FailDecision, rewardFacts, sortDecisions, storeFailed } from '../usecases/reward-decisions.ts';

interface RepairOptions extends FulfilPorts {
  readonly db: Queryable;
  readonly outbox: FactOutbox;
}

/** A waiting reward that is older and has no task was lost on its way here. */
const strandedMs = 300_000;
const patienceMs = 86_400_000;

/**
 * Creates the job that repairs rewards whose fact was lost or is older than this service, or that an open
 * circuit held back for a day.
 */
export const createRepairJob = (options: RepairOptions): Job<Transaction, WaitingCursor> => ({
  name: 'mend-rewards',
  schedule: { everyMs: 60_000 },
  // By a clock that is ahead every reward whose provider is unavailable would have waited for a day.
  destroysByTime: true,
  sizes: { min: 50, max: 500, targetMs: 100 },
  environments: () => readEnvironmentsWaiting(options.db, new Date(options.clock.now() - strandedMs)),
  chunk: (tx, chunk) => repair(options, tx, chunk),
});

const laneOf = (): Lane => 'bulk';

const repair = async (
  options: RepairOptions,
  tx: Transaction,
  { environmentId, atMs: runAtMs, cursor: after, size: limit }: JobChunk<WaitingCursor>,
): Promise<JobChunkResult<WaitingCursor>> => {
  const times = { since: new Date(runAtMs - strandedMs), overdueSince: new Date(runAtMs - patienceMs) };
  const page = await readStrandedRewards(tx, times, { environmentId, after, limit });
  const found = await lockStrandedRewards(tx, times, page.found);
  const stranded = found.filter(({ isDue }) => !isDue);
  const overdue = found.filter(({ isDue }) => isDue);
  const plan = await planRewards(options, tx, { names: stranded, isMeant: () => true, laneOf });
  await storePlan(tx, plan);
  const ended = await endOverdue(options, tx, overdue);
  await publish(options, tx, [plan, ended]);
  return { cursor: page.looked === limit ? page.last : null, taken: page.looked };
};

/**
 * Cancels the tasks too: a reward that is retried at once then gets a new task, and only one. A reward whose
 * task is claimed is left to the process that claimed it.
 */
const endOverdue = async (
  { providers: locked, clock }: RepairOptions,
  tx: Transaction,
  names: readonly RewardKey[],
): Promise<FulfilPlan> => {
  const waiting = names.length === 0 ? [] : await lockPendingRewards(tx, names);
  const rewards = await cancelTasks(tx, 'fulfilment', waiting);
  const atMs = clock.now();
  const decisions = rewards.map((reward): FailDecision => {
    const { provider, attempts } = reward;
    return { kind: 'fail', reward, provider, attempts, reason: 'PROVIDER_AWAY' };
  });
  await storeFailed(tx, decisions, atMs);
  const environmentIds = [...new Set(rewards.map(({ environmentId }) => environmentId))];
  return { decisions, due: [], providers: await loadNewest(locked, tx, environmentIds), atMs };
};

const publish = async (
  { writer, outbox }: RepairOptions,
  tx: Transaction,
  plans: readonly FulfilPlan[],
): Promise<void> => {
  const facts = plans.flatMap(({ decisions, providers, atMs }) => {
    const { issued, failed } = sortDecisions(decisions);
    return rewardFacts([...issued, ...failed], { writer, providers, atMs, laneOf });
  });
  await outbox.add(tx, facts);
};
