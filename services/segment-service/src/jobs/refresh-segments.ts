import {
  beginRefreshes,
  countChanges,
  findChunkEnd,
  finishRefreshes,
  writeSegmentChunk,
  type RuledSegment,
  type ServedRefresh,
} from '@loyalty/accounts';
import type { Job, JobChunk, JobChunkDone } from '@loyalty/jobs';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { loadNewest, type SegmentRuleSet, type SegmentRuleSets } from '@loyalty/configuration';
import { comparisonsOf, utcDayOf } from '@loyalty/rules';
import { lockEnvironmentExclusive, type Transaction } from '@loyalty/storage';

export interface RefreshOptions {
  readonly ruleSets: SegmentRuleSets;
  readonly clock: Pick<Clock, 'now'>;
  /** Where refreshes were asked for; none before this service's group has positions, or what happens meanwhile would be seen by nobody. */
  readonly pending: () => Promise<readonly EnvironmentId[]>;
}

/** How far a pass over the members of an environment has come. */
export interface RefreshCursor {
  /** The last member that it has judged; null before the first. */
  readonly afterId: string | null;
  readonly served: readonly ServedRefresh[];
  /** Milliseconds since the epoch. */
  readonly startedAtMs: number;
}

/** Works out DYNAMIC segments anew: all that were asked for in an environment, in one pass over its members. */
export const createRefreshJob = (options: RefreshOptions): Job<Transaction, RefreshCursor> => ({
  name: 'refresh-segments',
  schedule: { everyMs: 1_000 },
  // Looks of the environment wait behind the gate for as long as a page takes.
  sizes: { min: 500, max: 10_000, targetMs: 50 },
  restPerChunk: 0.1,
  environments: options.pending,
  chunk: (tx, chunk) => refreshPage(options, tx, chunk),
});

/** A session's usual choices are for single members; ranges of random ids are estimated badly, and rules are compiled too dear. */
const pageSettings = `SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
                             set_config('work_mem', '16MB', true)`;

/** Gate, then rules, then members. */
const refreshPage = async (
  { ruleSets, clock }: RefreshOptions,
  tx: Transaction,
  { environmentId, atMs, cursor, size }: JobChunk<RefreshCursor>,
): Promise<JobChunkDone<RefreshCursor>> => {
  await tx.query(pageSettings);
  await lockEnvironmentExclusive(tx, 'segments', environmentId);
  const ruleSet = (await loadNewest(ruleSets, tx, [environmentId])).get(environmentId);
  const pass = cursor ?? {
    afterId: null,
    startedAtMs: clock.now(),
    served: await beginRefreshes(tx, environmentId),
  };
  const segments = wantedSegments(ruleSet, pass);
  const afterId = pass.afterId;
  const page = { afterId, size: sizeFor(segments, size) };
  const { endId, isLast } = await findChunkEnd(tx, environmentId, page);
  const changes = await writeSegmentChunk(tx, {
    environmentId,
    afterId,
    endId,
    segments,
    tiers: ruleSet?.tiers ?? [],
    // Nightly runs begin with the day, which this clock may be behind.
    today: utcDayOf(Math.max(clock.now(), atMs)),
  });
  const counted = { ...pass, served: countChanges(pass.served, changes) };
  if (!isLast) return { cursor: { ...counted, afterId: endId }, taken: size };
  await finishRefreshes(tx, environmentId, counted);
  return { cursor: null, taken: 1 };
};

/** Those that there still are, by their rules as they are now: a change of rules has asked for another pass. */
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
