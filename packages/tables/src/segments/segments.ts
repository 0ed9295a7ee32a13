import { isUuid, type EnvironmentId, type SegmentId } from '@loyalty/kernel';
import {
  type NewestFirstPage,
  pageNewestFirst,
  type Queryable,
  runBuilt,
  sql,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import {
  segmentColumns,
  segmentRecordOf,
  type SegmentRecord,
  type SegmentRow,
  type SegmentType,
} from './segment-record.ts';

/** Returns the segment, or null when the environment has none with this id. A text that is no UUID is null too (D2). */
export const findSegment = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<SegmentRecord | null> => {
  if (!isUuid(segmentId)) return null;
  const [row] = await db.query<SegmentRow>(
    `SELECT ${segmentColumns} FROM segments s WHERE s.environment_id = $1 AND s.id = $2`,
    [environmentId, segmentId],
  );
  return row === undefined ? null : segmentRecordOf(row);
};

/** Returns the segment, its row locked until the transaction ends. */
export const lockSegment = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<SegmentRecord | null> => {
  if (!isUuid(segmentId)) return null;
  await tx.query('SELECT id FROM segments WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    environmentId,
    segmentId,
  ]);
  return findSegment(tx, environmentId, segmentId);
};

/**
 * Returns the segments that exist, with their types, which never change. Locks them against deletion until the transaction ends;
 * other changes stay possible.
 */
export const lockSegments = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<SegmentId, SegmentType>> => {
  const wanted = segmentIds.filter(isUuid);
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<{ id: SegmentId; type: SegmentType }>(
    `SELECT id, type FROM segments WHERE environment_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE`,
    [environmentId, wanted],
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
};

const dynamicEnvironmentsStatement: Statement = {
  name: 'segments-dynamic-environments',
  text: `SELECT DISTINCT environment_id AS id FROM segments WHERE type = 'DYNAMIC'`,
};

/** Returns the environments with DYNAMIC segments. */
export const readDynamicEnvironments = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(dynamicEnvironmentsStatement)).map(({ id }) => id);

const dynamicIdsStatement: Statement = {
  name: 'segments-dynamic-ids',
  text: `SELECT id FROM segments WHERE environment_id = $1 AND type = 'DYNAMIC' ORDER BY id`,
};

/** Returns the DYNAMIC segments of an environment. */
export const readDynamicSegmentIds = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<SegmentId[]> =>
  (await db.query<{ id: SegmentId }>(dynamicIdsStatement, [environmentId])).map(({ id }) => id);

/** Lists the segments of an environment, newest first by (createdAt, id) (D11). */
export const listSegments = async (
  db: Queryable,
  environmentId: EnvironmentId,
  page: NewestFirstPage = {},
): Promise<SegmentRecord[]> => {
  const query = sql('segments as s').select(sql.raw(segmentColumns)).where('s.environment_id', environmentId);
  void pageNewestFirst(query, 's', page);
  return (await runBuilt<SegmentRow>(db, query)).map(segmentRecordOf);
};
