import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import {
  environmentsWith,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { MembershipChange } from './evaluate-rules.ts';
import type { SegmentKey } from '../memberships.ts';

const askStatement: Statement = {
  name: 'segment-refreshes-ask',
  text: `INSERT INTO segment_states AS s (environment_id, segment_id, wanted, asked)
         SELECT $1, segment_id, 1, $3::int FROM unnest($2::uuid[]) AS a (segment_id) ORDER BY segment_id
         ON CONFLICT (environment_id, segment_id) DO UPDATE
            SET wanted = s.wanted + 1, asked = CASE $3::int WHEN 1 THEN s.wanted + 1 ELSE s.asked END,
                late_asking = NULL, late_at = NULL
         RETURNING segment_id AS "segmentId", wanted`,
};

/**
 * Requests refreshes and returns the number of each request; a refresh that begins later serves it. Requests
 * of callers precede nightly ones.
 */
export const requestRefresh = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
  by: 'caller' | 'night' = 'caller',
): Promise<ReadonlyMap<string, number>> => {
  if (segmentIds.length === 0) return new Map();
  const rows = await tx.query<{ segmentId: SegmentId; wanted: number }>(askStatement, [
    environmentId,
    segmentIds,
    Number(by === 'caller'),
  ]);
  return new Map(rows.map(({ segmentId, wanted }) => [segmentId, wanted]));
};

const leaveStatement: Statement = {
  name: 'segment-refreshes-leave',
  text: `UPDATE segment_states SET late_asking = $3, late_at = now() WHERE environment_id = $1 AND segment_id = $2`,
};

/** Notes that the caller of this request stopped waiting. */
export const abandonRefresh = async (
  db: Queryable,
  { environmentId, segmentId }: SegmentKey,
  asking: number,
): Promise<void> => {
  await db.query(leaveStatement, [environmentId, segmentId, asking]);
};

const takeUpStatement: Statement = {
  name: 'segment-refreshes-take-up',
  text: `WITH late AS (
           SELECT late_asking, late_at FROM segment_states
            WHERE environment_id = $1 AND segment_id = $2 AND late_asking IS NOT NULL FOR UPDATE)
         UPDATE segment_states AS s SET late_asking = NULL, late_at = NULL FROM late
          WHERE s.environment_id = $1 AND s.segment_id = $2
         RETURNING CASE WHEN late.late_at > now() - interval '5 minutes' THEN late.late_asking END AS asking`,
};

/**
 * Lets the next call wait for the same request, because otherwise no call could see the end of a refresh that
 * takes longer than one call.
 */
export const resumeRefresh = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
): Promise<number | null> => {
  const [row] = await tx.query<{ asking: number | null }>(takeUpStatement, [environmentId, segmentId]);
  return row?.asking ?? null;
};

const pendingStatement: Statement = {
  name: 'segment-refreshes-pending',
  text: environmentsWith('segment_states', 'wanted > done'),
};

const askedStatement: Statement = {
  name: 'segment-refreshes-asked',
  text: environmentsWith('segment_states', 'asked > done'),
};

export const readPendingRefreshes = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, pendingStatement);

export const readAskedRefreshes = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, askedStatement);

export interface ServedRefresh {
  readonly segmentId: SegmentId;
  readonly serves: number;
  readonly added: number;
  readonly removed: number;
}

const beginStatement: Statement = {
  name: 'segment-refreshes-begin',
  text: `SELECT segment_id AS "segmentId", wanted AS serves, 0 AS added, 0 AS removed
           FROM segment_states WHERE environment_id = $1 AND wanted > done ORDER BY segment_id`,
};

export const beginRefreshes = (tx: Queryable, environmentId: EnvironmentId): Promise<ServedRefresh[]> =>
  tx.query<ServedRefresh>(beginStatement, [environmentId]);

export const countChanges = (
  served: readonly ServedRefresh[],
  changes: readonly MembershipChange[],
): ServedRefresh[] => {
  const bySegment = new Map(changes.map((change) => [change.segmentId, change]));
  return served.map((refresh) => {
    const { added = 0, removed = 0 } = bySegment.get(refresh.segmentId) ?? {};
    return { ...refresh, added: refresh.added + added, removed: refresh.removed + removed };
  });
};

const servedRows = rowArrays<ServedRefresh>((fields) =>
  fields('segment_id uuid', 'serves bigint', 'added bigint', 'removed bigint'),
).from(2);
const finishStatement: Statement = {
  name: 'segment-refreshes-finish',
  text: `UPDATE segment_states AS s
            SET done = f.serves, added = f.added, removed = f.removed, refreshed_at = to_timestamp($6 / 1000.0)
           FROM ${servedRows.as('f')}
          WHERE s.environment_id = $1 AND s.segment_id = f.segment_id`,
};

/** Finishes the requests that a run served that began at `startedAtMs`. */
export const finishRefreshes = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { served, startedAtMs }: { readonly served: readonly ServedRefresh[]; readonly startedAtMs: number },
): Promise<void> => {
  await tx.query(finishStatement, [environmentId, ...servedRows.valuesOf(served), startedAtMs]);
};

export interface RefreshState {
  readonly wanted: number;
  readonly done: number;
  readonly memberCount: number;
  readonly added: number;
  readonly removed: number;
  /** The start of the newest completed refresh; null before the first one. */
  readonly refreshedAt: Date | null;
}

const stateStatement: Statement = {
  name: 'segment-refresh-state',
  text: `SELECT wanted, done, member_count AS "memberCount", added, removed, refreshed_at AS "refreshedAt"
           FROM segment_states WHERE environment_id = $1 AND segment_id = $2`,
};

/** Returns null if the segment is deleted, or no refresh was ever requested. */
export const readRefreshState = async (
  db: Queryable,
  { environmentId, segmentId }: SegmentKey,
): Promise<RefreshState | null> => {
  const [row] = await db.query<RefreshState>(stateStatement, [environmentId, segmentId]);
  return row ?? null;
};
