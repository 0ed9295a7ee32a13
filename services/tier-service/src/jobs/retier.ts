import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { lockEnvironmentExclusive, type Transaction } from '@loyalty/storage';
import type { FactOutbox } from '@loyalty/streams/outbox';
import {
  countMemberRange,
  countMembersUpTo,
  finishRetiering,
  type LockedTierMember,
  lockTierMembers,
  type MemberIdRange,
  readMemberRange,
  readRetieringRequest,
  readTierMovers,
  type RetierCursor,
  retierJobName,
  type TierSteps,
} from '@loyalty/tables/tiers';
import {
  countTierRewards,
  emptyTierPlan,
  planTiers,
  storeTiers,
  type TierPlan,
  type TierPorts,
} from '../usecases/plan-tiers.ts';
import { traceMembers } from '../usecases/trace-members.ts';

interface RetierOptions extends TierPorts {
  readonly outbox: FactOutbox;
  /** The rate is for all environments together. */
  readonly membersPerSecond: number;
  /** None before this service's group has positions, or later changes would be missed. */
  readonly pending: () => Promise<readonly EnvironmentId[]>;
}

/** Creates the job that announces each move as a recheck of that member would. */
export const createRetierJob = (options: RetierOptions): Job<Transaction, RetierCursor> => ({
  name: retierJobName,
  schedule: { everyMs: 1_000 },
  // Engines wait for locked members, and rechecks for the environment lock, for as long as a chunk takes.
  sizes: { min: 200, max: 5_000, targetMs: 50 },
  burstMs: 4_000,
  environments: options.pending,
  chunk: (tx, chunk) => retierChunk(options, tx, chunk),
});

const retierChunk = async (
  options: RetierOptions,
  tx: Transaction,
  { environmentId, cursor, size }: JobChunk<RetierCursor>,
): Promise<JobChunkResult<RetierCursor>> => {
  const run = cursor ?? (await begin(options, tx, environmentId));
  const range = await readMemberRange(tx, { environmentId, after: run.afterId, size });
  if (range === null) {
    await finish(options, tx, { environmentId, run });
    return { cursor: null, taken: 0 };
  }
  const { plan, upTo } = await retierRange(options, tx, { range, run });
  const taken = upTo === range.upTo ? range.size : await countMemberRange(tx, { ...range, upTo });
  const changed = plan.writes.length;
  return {
    cursor: {
      ...run,
      afterId: upTo,
      scanned: run.scanned + taken,
      changed: run.changed + changed,
      rewardsRequested: run.rewardsRequested + plan.rewards.length,
    },
    taken,
    restMs: (changed / options.membersPerSecond) * 1_000,
    committed: () => {
      countTierRewards(options.activity, plan);
    },
  };
};

/** Members beyond this are not counted: counting millions would take longer than a statement may. */
const membersCounted = 100_000;

const begin = async (
  { clock }: RetierOptions,
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<RetierCursor> => {
  const { serves, isSilent, membersBefore } = await readRetieringRequest(tx, environmentId);
  const counted = await countMembersUpTo(tx, environmentId, membersCounted);
  return {
    serves,
    isSilent,
    afterId: null,
    membersTotal: Math.max(counted, membersBefore),
    scanned: 0,
    changed: 0,
    rewardsRequested: 0,
    startedAtMs: clock.now(),
  };
};

const finish = (
  { clock }: RetierOptions,
  tx: Transaction,
  { environmentId, run }: { readonly environmentId: EnvironmentId; readonly run: RetierCursor },
): Promise<void> => {
  const { serves, scanned, changed, rewardsRequested, startedAtMs } = run;
  const counts = { membersTotal: scanned, scanned, changed, rewardsRequested };
  return finishRetiering(tx, environmentId, {
    serves,
    result: { ...counts, startedAtMs, finishedAtMs: clock.now() },
  });
};

interface RetieredRange {
  readonly plan: TierPlan;
  readonly upTo: string;
}

/** A transaction locks this many members, and stores or takes back as many rewards; their values may be 8 KiB each. */
const chunkMax = { movers: 1_000, rewards: 1_000 };

/** Takes the environment lock, then reads tiers, then members. */
const retierRange = async (
  { configuration, writer, clock, outbox }: RetierOptions,
  tx: Transaction,
  { range, run }: { readonly range: MemberIdRange; readonly run: RetierCursor },
): Promise<RetieredRange> => {
  const { environmentId } = range;
  await lockEnvironmentExclusive(tx, 'tiers', environmentId);
  const snapshots = await configuration.loadNewest(tx, [environmentId]);
  const movers = await readTierMovers(tx, range, {
    ...tierStepsOf(snapshots.get(environmentId)),
    limit: chunkMax.movers,
  });
  if (movers.length === 0) return { plan: emptyTierPlan, upTo: range.upTo };
  const locked = await lockTierMembers(tx, movers);
  const { members, configurations } = await traceMembers(tx, withinRewards(locked), snapshots);
  const { planned, ...plan } = planTiers(members, {
    snapshots,
    configurations,
    isSilent: run.isSilent,
    writer,
    laneOf: () => 'bulk',
    nowMs: clock.now(),
    rewardsMax: chunkMax.rewards,
  });
  await storeTiers(tx, plan);
  await outbox.add(tx, plan.facts);
  if (planned < locked.length) return { plan, upTo: members[planned - 1]?.memberId ?? range.upTo };
  const isFull = movers.length === chunkMax.movers;
  return { plan, upTo: (isFull ? movers.at(-1)?.memberId : undefined) ?? range.upTo };
};

/** The rewards of lost tiers are locked before it is known which are taken back. */
const withinRewards = (members: readonly LockedTierMember[]): readonly LockedTierMember[] => {
  let rewards = 0;
  const end = members.findIndex((member, n) => {
    rewards += member.rewards.length;
    return n > 0 && rewards > chunkMax.rewards;
  });
  return end === -1 ? members : members.slice(0, end);
};

const tierStepsOf = (snapshot: Snapshot | undefined): TierSteps => {
  const tiers = (snapshot?.tiers ?? []).toSorted((a, b) => a.minLifetimePoints - b.minLifetimePoints);
  return {
    ids: tiers.map(({ id }) => id),
    minLifetimePoints: tiers.map(({ minLifetimePoints }) => minLifetimePoints),
  };
};
