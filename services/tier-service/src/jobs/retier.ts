import {
  countMemberRange,
  countMembersUpTo,
  lockTierMembers,
  readMemberRange,
  readTierMovers,
  type MemberIdRange,
  type TierSteps,
} from '@loyalty/accounts';
import type { Job, JobChunk, JobChunkDone } from '@loyalty/jobs';
import type { EnvironmentId } from '@loyalty/kernel';
import type { FactOutbox } from '@loyalty/messaging';
import {
  finishRetiering,
  readRetieringRequest,
  retierJobName,
  type RetierCursor,
} from '@loyalty/configuration';
import type { Snapshot } from '@loyalty/rules';
import { lockEnvironmentExclusive, type Transaction } from '@loyalty/storage';
import { emptyTierPlan, planTiers, type TierPlan } from '../usecases/plan-tiers.ts';
import { storeTiers } from '../usecases/store-tiers.ts';
import { traceMembers } from '../usecases/trace-members.ts';
import type { TierPorts } from '../usecases/ports.ts';

export interface RetierOptions extends TierPorts {
  readonly outbox: FactOutbox;
  /** Members that it tells of in a second at most, in all environments together. */
  readonly membersPerSecond: number;
  /** Where a pass was asked for; none before this service's group has positions, or what happens meanwhile would be told by nobody. */
  readonly pending: () => Promise<readonly EnvironmentId[]>;
}

/** A pass of members whom a change of tiers may have moved: it tells of each as if they had been looked at by themselves. */
export const createRetierJob = (options: RetierOptions): Job<Transaction, RetierCursor> => ({
  name: retierJobName,
  schedule: { everyMs: 1_000 },
  // Nobody who earns waits for a member behind a page, nor a look behind the gate, for longer.
  sizes: { min: 200, max: 5_000, targetMs: 50 },
  environments: options.pending,
  chunk: (tx, chunk) => retierChunk(options, tx, chunk),
});

const retierChunk = async (
  options: RetierOptions,
  tx: Transaction,
  { environmentId, cursor, size }: JobChunk<RetierCursor>,
): Promise<JobChunkDone<RetierCursor>> => {
  const pass = cursor ?? (await begin(options, tx, environmentId));
  const range = await readMemberRange(tx, { environmentId, after: pass.afterId, size });
  if (range === null) {
    await finish(options, tx, { environmentId, pass });
    return { cursor: null, taken: 0 };
  }
  const { plan, upTo } = await retierRange(options, tx, { range, pass });
  const taken = upTo === range.upTo ? range.size : await countMemberRange(tx, { ...range, upTo });
  const changed = plan.writes.length;
  return {
    cursor: {
      ...pass,
      afterId: upTo,
      scanned: pass.scanned + taken,
      changed: pass.changed + changed,
      rewardsRequested: pass.rewardsRequested + plan.rewards.length,
    },
    taken,
    restMs: (changed / options.membersPerSecond) * 1_000,
  };
};

/** More than that are not counted: with millions of members it would take longer than a statement may. */
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

interface RetieringRun {
  readonly environmentId: EnvironmentId;
  readonly pass: RetierCursor;
}

const finish = (
  { clock }: RetierOptions,
  tx: Transaction,
  { environmentId, pass }: RetieringRun,
): Promise<void> => {
  const { serves, scanned, changed, rewardsRequested, startedAtMs } = pass;
  const counts = { membersTotal: scanned, scanned, changed, rewardsRequested };
  return finishRetiering(tx, environmentId, {
    serves,
    result: { ...counts, startedAtMs, finishedAtMs: clock.now() },
  });
};

/** What a page tells, and how far it came: to the end of its range, unless too much had to be told. */
interface ToldRange {
  readonly plan: TierPlan;
  readonly upTo: string;
}

/** A transaction holds these members, and stores so many rewards; their values may be 8 KiB each. */
const pageMax = { movers: 1_000, rewards: 1_000 };

/** Gate, then tiers, then members. */
const retierRange = async (
  { configuration, writer, clock, outbox }: RetierOptions,
  tx: Transaction,
  { range, pass }: { readonly range: MemberIdRange; readonly pass: RetierCursor },
): Promise<ToldRange> => {
  const { environmentId } = range;
  await lockEnvironmentExclusive(tx, 'tiers', environmentId);
  const snapshots = await configuration.loadNewest(tx, [environmentId]);
  const movers = await readTierMovers(tx, range, {
    ...tierStepsOf(snapshots.get(environmentId)),
    limit: pageMax.movers,
  });
  if (movers.length === 0) return { plan: emptyTierPlan, upTo: range.upTo };
  const { members, configurations } = await traceMembers(tx, await lockTierMembers(tx, movers), snapshots);
  const { planned, ...plan } = planTiers(members, {
    snapshots,
    configurations,
    isSilent: pass.isSilent,
    writer,
    nowMs: clock.now(),
    rewardsMax: pageMax.rewards,
  });
  await storeTiers(tx, plan);
  await outbox.add(tx, plan.facts);
  if (planned < members.length) return { plan, upTo: members[planned - 1]?.memberId ?? range.upTo };
  const isFull = movers.length === pageMax.movers;
  return { plan, upTo: (isFull ? movers.at(-1)?.memberId : undefined) ?? range.upTo };
};

const tierStepsOf = (snapshot: Snapshot | undefined): TierSteps => {
  const tiers = (snapshot?.tiers ?? []).toSorted((a, b) => a.minLifetimePoints - b.minLifetimePoints);
  return {
    ids: tiers.map(({ id }) => id),
    minLifetimePoints: tiers.map(({ minLifetimePoints }) => minLifetimePoints),
  };
};
