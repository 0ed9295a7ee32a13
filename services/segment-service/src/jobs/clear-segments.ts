import { clearSome, readClearings, readPendingClearings } from '@loyalty/accounts';
import type { Job, JobChunkDone } from '@loyalty/jobs';
import type { EnvironmentId } from '@loyalty/kernel';
import { lockEnvironmentExclusive, type Queryable, type Transaction } from '@loyalty/storage';

/** Deleted segments of which nobody adds a member any more. Older builds wrote `true`. */
type Cursor = { readonly segmentIds: readonly string[] } | true;

/**
 * Takes the memberships of deleted segments away. The chunk that finds them closes the gate, once: a look that was begun before the
 * deletion has been stored by then, and none that begins later knows the segment. The others leave it open, however many
 * memberships there are.
 */
export const createClearSegmentsJob = (db: Queryable): Job<Transaction, Cursor> => ({
  name: 'clear-segments',
  schedule: { everyMs: 5_000 },
  sizes: { min: 1, max: 1 },
  restPerChunk: 1,
  environments: () => readPendingClearings(db),
  chunk: (tx, { environmentId, cursor }) =>
    cursor === null || cursor === true
      ? find(tx, environmentId)
      : clear(tx, environmentId, cursor.segmentIds),
});

const find = async (tx: Transaction, environmentId: EnvironmentId): Promise<JobChunkDone<Cursor>> => {
  await lockEnvironmentExclusive(tx, 'segments', environmentId);
  return nextOf(await readClearings(tx, environmentId), 0);
};

const clear = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<JobChunkDone<Cursor>> => {
  const [segmentId, ...others] = segmentIds;
  if (segmentId === undefined) return nextOf([], 0);
  const isLeft = await clearSome(tx, { environmentId, segmentId });
  return nextOf(isLeft ? segmentIds : others, 1);
};

const nextOf = (segmentIds: readonly string[], taken: number): JobChunkDone<Cursor> => ({
  cursor: segmentIds.length === 0 ? null : { segmentIds },
  taken,
});
