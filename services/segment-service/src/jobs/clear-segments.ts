import type { Job, JobChunkResult } from '@loyalty/jobs/job';
import type { EnvironmentId } from '@loyalty/kernel';
import { lockEnvironmentExclusive, type Queryable, type Transaction } from '@loyalty/storage';
import { clearDeletedSegment, readClearings, readPendingClearings } from '@loyalty/tables/memberships';

/** Deleted segments to which no process adds members any more. Older builds wrote `true`. */
type ClearingCursor = { readonly segmentIds: readonly string[] } | true;

/**
 * Creates the job that clears deleted segments. Only the chunk that finds the segments takes the exclusive
 * environment lock: rechecks from before the deletion are stored by then, and later ones do not know the
 * segments.
 */
export const createClearSegmentsJob = (db: Queryable): Job<Transaction, ClearingCursor> => ({
  name: 'clear-segments',
  schedule: { everyMs: 5_000 },
  sizes: { min: 1, max: 1 },
  environments: () => readPendingClearings(db),
  chunk: (tx, { environmentId, cursor }) =>
    cursor === null || cursor === true
      ? find(tx, environmentId)
      : clear(tx, environmentId, cursor.segmentIds),
});

const find = async (
  tx: Transaction,
  environmentId: EnvironmentId,
): Promise<JobChunkResult<ClearingCursor>> => {
  await lockEnvironmentExclusive(tx, 'segments', environmentId);
  return nextOf(await readClearings(tx, environmentId), 0);
};

const clear = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<JobChunkResult<ClearingCursor>> => {
  const [segmentId, ...others] = segmentIds;
  if (segmentId === undefined) return nextOf([], 0);
  const isLeft = await clearDeletedSegment(tx, { environmentId, segmentId });
  return nextOf(isLeft ? segmentIds : others, 1);
};

const nextOf = (segmentIds: readonly string[], taken: number): JobChunkResult<ClearingCursor> => ({
  cursor: segmentIds.length === 0 ? null : { segmentIds },
  taken,
});
