import type { Job, JobChunk, JobChunkResult } from '@loyalty/jobs/job';
import { type Clock, type EnvironmentId, utcDayOf } from '@loyalty/kernel';
import { comparisonsOf } from '@loyalty/rules/segments';
import { lockEnvironmentExclusive, type Queryable, type Transaction } from '@loyalty/storage';
import { loadNewest } from '@loyalty/tables/lookup';
import {
  beginRefreshes,
  countChanges,
  findChunkEnd,
  finishRefreshes,
  lockSegments,
  readDynamicEnvironments,
  readDynamicSegmentIds,
  requestRefresh,
  type RuledSegment,
  type SegmentRuleSet,
  type SegmentRuleSets,
  type ServedRefresh,
  setChunkPlanner,
  writeSegmentChunk,
} from '@loyalty/tables/segments';

interface RefreshOptions {
  readonly ruleSets: SegmentRuleSets;
  readonly clock: Pick<Clock, 'now'>;
  /** None before this service's group has positions, or later facts would be missed. */
  readonly pending: () => Promise<readonly EnvironmentId[]>;
  readonly asked: () => Promise<readonly EnvironmentId[]>;
}

export interface RefreshCursor {
  readonly afterId: string | null;
  readonly served: readonly ServedRefresh[];
  readonly startedAtMs: number;
}

/** Creates the job that refreshes all requested segments of an environment in one run over its members. */
export const createRefreshJob = (options: RefreshOptions): Job<Transaction, RefreshCursor> => ({
  name: 'refresh-segments',
  schedule: { everyMs: 1_000 },
  // Rechecks of the environment wait for the lock during a chunk.
  sizes: { min: 500, max: 10_000, targetMs: 50 },
  // A caller may wait for it, and 4 s are enough for a million members.
  burstMs: 4_000,
  environments: options.pending,
  asked: options.asked,
  chunk: (tx, chunk) => refreshChunk(options, tx, chunk),
});

/** Takes the environment lock, then reads rules, then members. */
const refreshChunk = async (
  { ruleSets, clock }: RefreshOptions,
  tx: Transaction,
  { environmentId, atMs, cursor, size }: JobChunk<RefreshCursor>,
): Promise<JobChunkResult<RefreshCursor>> => {
  await setChunkPlanner(tx);
  await lockEnvironmentExclusive(tx, 'segments', environmentId);
  const ruleSet = (await loadNewest(ruleSets, tx, [environmentId])).get(environmentId);
  const run = cursor ?? {
    afterId: null,
    startedAtMs: clock.now(),
    served: await beginRefreshes(tx, environmentId),
  };
  const segments = wantedSegments(ruleSet, run);
  const afterId = run.afterId;
  const range = { afterId, size: sizeFor(segments, size) };
  const { endId, isLast } = await findChunkEnd(tx, environmentId, range);
  const changes = await writeSegmentChunk(tx, {
    environmentId,
    afterId,
    endId,
    segments,
    tiers: ruleSet?.tiers ?? [],
    // Nightly runs begin with the day; this process's clock may be behind.
    today: utcDayOf(Math.max(clock.now(), atMs)),
  });
  const counted = { ...run, served: countChanges(run.served, changes) };
  if (!isLast) return { cursor: { ...counted, afterId: endId }, taken: size };
  await finishRefreshes(tx, environmentId, counted);
  return { cursor: null, taken: 1 };
};

/** Segments that still exist, with their present rules; a change of rules has requested another run. */
const wantedSegments = (ruleSet: SegmentRuleSet | undefined, { served }: RefreshCursor): RuledSegment[] => {
  const wanted = new Set(served.map(({ segmentId }) => segmentId));
  return ruleSet?.segments.filter(({ segmentId }) => wanted.has(segmentId)) ?? [];
};

/** A page of many rules would take longer than its session allows, before its size is steered. */
const judgementsMax = 200_000;

const sizeFor = (segments: readonly RuledSegment[], size: number): number => {
  const comparisons = segments.reduce((sum, { rule }) => sum + comparisonsOf(rule), 0);
  return Math.max(1, Math.min(size, Math.floor(judgementsMax / Math.max(1, comparisons))));
};

/**
 * Creates the job that requests refreshes when a day begins, because windows end with their day without any
 * fact.
 */
export const createQueueRefreshesJob = (db: Queryable): Job<Transaction, never> => ({
  name: 'queue-refreshes',
  schedule: { dailyAtHourUtc: 0 },
  sizes: { min: 1, max: 1 },
  environments: () => readDynamicEnvironments(db),
  chunk: async (tx, { environmentId }) => {
    const segmentIds = await readDynamicSegmentIds(tx, environmentId);
    // Locked, so that no segment is deleted and cleared meanwhile.
    const locked = await lockSegments(tx, environmentId, segmentIds);
    await requestRefresh(tx, environmentId, [...locked.keys()], 'night');
    return { cursor: null, taken: locked.size };
  },
});
