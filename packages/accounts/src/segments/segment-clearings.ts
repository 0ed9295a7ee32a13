import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { clearSomeOfSegment, type SegmentName } from './segment-members.ts';

const askStatement: Statement = {
  name: 'segment-clearing-ask',
  text: 'INSERT INTO segment_clearings (environment_id, segment_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/** Has the memberships of a segment taken away, in the transaction that deletes it. */
export const askClearing = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentName,
): Promise<void> => {
  await tx.query(askStatement, [environmentId, segmentId]);
};

const pendingStatement: Statement = {
  name: 'segment-clearings-pending',
  text: 'SELECT DISTINCT environment_id AS id FROM segment_clearings',
};

/** Where segments were deleted whose memberships are still there. */
export const readPendingClearings = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(pendingStatement)).map(({ id }) => id);

const nextStatement: Statement = {
  name: 'segment-clearing-next',
  text: `SELECT segment_id AS "segmentId" FROM segment_clearings WHERE environment_id = $1
          ORDER BY segment_id LIMIT 1`,
};

const doneStatement: Statement = {
  name: 'segment-clearing-done',
  text: 'DELETE FROM segment_clearings WHERE environment_id = $1 AND segment_id = $2',
};

/** Takes some memberships of deleted segments away; false once an environment has none left. */
export const clearSome = async (tx: Transaction, environmentId: EnvironmentId): Promise<boolean> => {
  const [next] = await tx.query<{ segmentId: string }>(nextStatement, [environmentId]);
  if (next === undefined) return false;
  const isLeft = await clearSomeOfSegment(tx, { environmentId, ...next });
  if (!isLeft) await tx.query(doneStatement, [environmentId, next.segmentId]);
  return true;
};
