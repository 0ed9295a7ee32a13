import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { clearSomeOfSegment, type SegmentKey } from './segment-members.ts';

const askStatement: Statement = {
  name: 'segment-clearing-ask',
  text: 'INSERT INTO segment_clearings (environment_id, segment_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/** Requests that the memberships of a segment are deleted, in the transaction that deletes the segment. */
export const requestClearing = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
): Promise<void> => {
  await tx.query(askStatement, [environmentId, segmentId]);
};

const pendingStatement: Statement = {
  name: 'segment-clearings-pending',
  text: 'SELECT DISTINCT environment_id AS id FROM segment_clearings',
};

/** Returns the environments with deleted segments that still have memberships. */
export const readPendingClearings = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(pendingStatement)).map(({ id }) => id);

/** An environment has 1,000 segments at most. The next run finds the rest. */
const clearingsMax = 100;

const listStatement: Statement = {
  name: 'segment-clearings-list',
  text: `SELECT segment_id AS id FROM segment_clearings WHERE environment_id = $1 ORDER BY segment_id LIMIT ${clearingsMax.toString()}`,
};

/** Returns some deleted segments of an environment that still have memberships. */
export const readClearings = async (tx: Queryable, environmentId: EnvironmentId): Promise<string[]> =>
  (await tx.query<{ id: string }>(listStatement, [environmentId])).map(({ id }) => id);

const doneStatement: Statement = {
  name: 'segment-clearing-done',
  text: 'DELETE FROM segment_clearings WHERE environment_id = $1 AND segment_id = $2',
};

/** Deletes some memberships of a deleted segment. Returns false once none are left. Safe to repeat. */
export const clearSome = async (tx: Transaction, segment: SegmentKey): Promise<boolean> => {
  const isLeft = await clearSomeOfSegment(tx, segment);
  if (!isLeft) await tx.query(doneStatement, [segment.environmentId, segment.segmentId]);
  return isLeft;
};
