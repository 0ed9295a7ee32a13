import {
  countAllMembers,
  lockTierMembers,
  readMemberRange,
  readTierMovers,
  type MemberRange,
} from '@loyalty/accounts';
import type { EnginePorts, Job, JobChunk, JobChunkDone } from '@loyalty/engine';
import type { EnvironmentId } from '@loyalty/kernel';
import type { FactOutbox } from '@loyalty/messaging';
import { finishTierPass, readTierPassOrder, retierJobName, type RetierCursor } from '@loyalty/programme';
import { closeGate, type Transaction } from '@loyalty/storage';
import { loadNewestSnapshots } from './newest-snapshots.ts';
import { planTiers } from './plan-tiers.ts';
import { storeTiers } from './store-tiers.ts';

export interface RetierOptions extends Pick<EnginePorts, 'programme' | 'writer' | 'clock'> {
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
  chunk: (tx, chunk) => retierPage(options, tx, chunk),
});

const retierPage = async (
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
  const { changed, rewardsRequested } = await tellRange(options, tx, { range, pass });
  return {
    cursor: {
      ...pass,
      afterId: range.upTo,
      scanned: pass.scanned + range.size,
      changed: pass.changed + changed,
      rewardsRequested: pass.rewardsRequested + rewardsRequested,
    },
    taken: range.size,
    restMs: (changed / options.membersPerSecond) * 1_000,
  };
};

const begin = async (
  { clock }: RetierOptions,
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<RetierCursor> => ({
  ...(await readTierPassOrder(tx, environmentId)),
  afterId: null,
  membersTotal: await countAllMembers(tx, environmentId),
  ...{ scanned: 0, changed: 0, rewardsRequested: 0 },
  startedAtMs: clock.now(),
});

interface Pass {
  readonly environmentId: EnvironmentId;
  readonly pass: RetierCursor;
}

const finish = ({ clock }: RetierOptions, tx: Transaction, { environmentId, pass }: Pass): Promise<void> => {
  const { serves, membersTotal, scanned, changed, rewardsRequested, startedAtMs } = pass;
  const result = { membersTotal, scanned, changed, rewardsRequested, startedAtMs, finishedAtMs: clock.now() };
  return finishTierPass(tx, environmentId, { serves, result });
};

/** Gate, then tiers, then members. */
const tellRange = async (
  { programme, writer, clock, outbox }: RetierOptions,
  tx: Transaction,
  { range, pass }: { readonly range: MemberRange; readonly pass: RetierCursor },
): Promise<Pick<RetierCursor, 'changed' | 'rewardsRequested'>> => {
  const { environmentId } = range;
  await closeGate(tx, 'tiers', environmentId);
  const snapshots = await loadNewestSnapshots(programme, tx, [environmentId]);
  const tiers = (snapshots.get(environmentId)?.tiers ?? []).toSorted(
    (a, b) => a.minLifetimePoints - b.minLifetimePoints,
  );
  const movers = await readTierMovers(tx, range, {
    ids: tiers.map(({ id }) => id),
    minLifetimePoints: tiers.map(({ minLifetimePoints }) => minLifetimePoints),
  });
  if (movers.length === 0) return { changed: 0, rewardsRequested: 0 };
  const plan = planTiers(await lockTierMembers(tx, movers), {
    ...{ snapshots, granted: new Set(pass.granted), isSilent: pass.isSilent },
    ...{ writer, nowMs: clock.now() },
  });
  await storeTiers(tx, plan);
  await outbox.add(tx, plan.facts);
  return { changed: plan.writes.length, rewardsRequested: plan.rewards.length };
};
