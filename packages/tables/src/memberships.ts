import { compareTexts, type EnvironmentId, type MemberId, type SegmentId } from '@loyalty/kernel';
import {
  onlyRow,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import {
  type MemberIdentity,
  membersByKey,
  type OwnedId,
  ownIds,
  valuesOfOwnIds,
} from './accounts/accounts.ts';

/** Some may have been deleted (D29). */
export interface Memberships {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentIds: readonly SegmentId[];
}

const readByKeyStatement: Statement = {
  name: 'memberships-read-by-key',
  text: `SELECT m.environment_id AS "environmentId", m.id AS "memberId", i.ids AS "segmentIds"
           FROM ${membersByKey} ${ownIds}
          CROSS JOIN LATERAL (SELECT array_agg(s.segment_id) AS ids FROM segment_members s
                               WHERE s.environment_id = m.environment_id AND s.member_id = m.id
                                 AND s.segment_id = ANY (a.ids)) i
          WHERE i.ids IS NOT NULL`,
};

/** Members of none are left out. By member key: can be sent right after the lock, and holds as long. */
export const readMembershipsByKey = (
  db: Queryable,
  members: readonly MemberIdentity[],
  segments: readonly OwnedId[],
): Promise<Memberships[]> => db.query<Memberships>(readByKeyStatement, valuesOfOwnIds(members, segments));

export interface Membership {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly segmentId: string;
}

/** No membership is in both lists. */
export interface MembershipChanges {
  readonly added: readonly Membership[];
  readonly removed: readonly Membership[];
}

/** Real changes: who was in it already does not count as added, who was not in it not as removed. */
export interface ChangedSegment {
  readonly environmentId: EnvironmentId;
  readonly segmentId: SegmentId;
  readonly added: number;
  readonly removed: number;
}

/**
 * Counts follow memberships, in the order of segments (D98). `changes`: a row `(environment_id, segment_id,
 * change)` each. ON CONFLICT: an UPDATE that waited would find no changes.
 */
export const countChangesSql = (changes: string): string => `
  INSERT INTO segment_states AS s (environment_id, segment_id, member_count)
  SELECT environment_id, segment_id, change FROM (${changes}) c WHERE change <> 0
   ORDER BY environment_id, segment_id
      ON CONFLICT (environment_id, segment_id) DO UPDATE SET member_count = s.member_count + EXCLUDED.member_count`;

const addedRows = rowArrays<Membership>((fields) =>
  fields('environment_id int', 'member_id uuid', 'segment_id uuid'),
);
const removedRows = addedRows.from(4);
const changeStatement: Statement = {
  name: 'memberships-change',
  text: `WITH removed AS (
           DELETE FROM segment_members s
            USING ${removedRows.as('g')}
            WHERE s.environment_id = g.environment_id AND s.member_id = g.member_id AND s.segment_id = g.segment_id
           RETURNING s.environment_id, s.segment_id),
         added AS (
           INSERT INTO segment_members (${addedRows.names})
           SELECT * FROM unnest(${addedRows.arrays})
               ON CONFLICT DO NOTHING
           RETURNING environment_id, segment_id),
         changes AS (
           SELECT environment_id, segment_id, sum(added) AS added, sum(removed) AS removed
             FROM (SELECT environment_id, segment_id, 1 AS added, 0 AS removed FROM added
                   UNION ALL SELECT environment_id, segment_id, 0, 1 FROM removed) c
            GROUP BY environment_id, segment_id),
         counted AS (${countChangesSql('SELECT environment_id, segment_id, added - removed AS change FROM changes')})
         SELECT environment_id AS "environmentId", segment_id AS "segmentId", added, removed FROM changes
          ORDER BY environment_id, segment_id`,
};

/** DYNAMIC ones, in the order of locks (D98). The caller holds the segment locks; members are not locked. */
export const changeMemberships = async (
  tx: Transaction,
  { added, removed }: MembershipChanges,
): Promise<ChangedSegment[]> => {
  if (added.length === 0 && removed.length === 0) return [];
  // Sorted: two transactions that write the same rows wait for each other and do not deadlock.
  return tx.query<ChangedSegment>(changeStatement, [
    ...addedRows.valuesOf(added.toSorted(byPlace)),
    ...removedRows.valuesOf(removed.toSorted(byPlace)),
  ]);
};

const byPlace = (one: Membership, other: Membership): number =>
  one.environmentId - other.environmentId ||
  compareTexts(one.memberId, other.memberId) ||
  compareTexts(one.segmentId, other.segmentId);

export interface SegmentKey {
  readonly environmentId: EnvironmentId;
  readonly segmentId: string;
}

const addStatement: Statement = {
  name: 'segment-members-add',
  text: `WITH added AS (
           INSERT INTO segment_members (environment_id, segment_id, member_id)
           SELECT $1, $2, member_id FROM unnest($3::uuid[]) AS m (member_id)
           ON CONFLICT DO NOTHING
           RETURNING environment_id, segment_id),
         counted AS (${countChangesSql('SELECT environment_id, segment_id, count(*) AS change FROM added GROUP BY 1, 2')})
         SELECT count(*) AS count FROM added`,
};

/** Returns how many are new. The members are locked, and the segment is locked against deletion. */
export const addSegmentMembers = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
  memberIds: readonly MemberId[],
): Promise<number> => {
  const rows = await tx.query<{ count: number }>(addStatement, [environmentId, segmentId, memberIds]);
  return onlyRow(rows, 'added memberships').count;
};

export const countRemovedSql = countChangesSql(
  'SELECT environment_id, segment_id, -count(*) AS change FROM removed GROUP BY 1, 2',
);

const removeStatement: Statement = {
  name: 'segment-members-remove',
  text: `WITH removed AS (
           DELETE FROM segment_members WHERE environment_id = $1 AND segment_id = $2 AND member_id = $3
           RETURNING environment_id, segment_id),
         counted AS (${countRemovedSql})
         SELECT count(*) AS count FROM removed`,
};

/** The member is locked. False: they were not in it. */
export const removeSegmentMember = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
  memberId: MemberId,
): Promise<boolean> => {
  const rows = await tx.query<{ count: number }>(removeStatement, [environmentId, segmentId, memberId]);
  return onlyRow(rows, 'removed memberships').count > 0;
};

/** One statement clears this many, well within its time limit. */
const clearedAtOnceMax = 10_000;

const clearStatement: Statement = {
  name: 'segment-members-clear',
  text: `WITH removed AS (
           DELETE FROM segment_members
            WHERE environment_id = $1 AND segment_id = $2
              AND member_id IN (SELECT member_id FROM segment_members
                                 WHERE environment_id = $1 AND segment_id = $2 LIMIT $3)
           RETURNING environment_id, segment_id),
         counted AS (${countRemovedSql})
         SELECT count(*) AS count FROM removed`,
};

const forgetStatement: Statement = {
  name: 'segment-state-forget',
  text: 'DELETE FROM segment_states WHERE environment_id = $1 AND segment_id = $2',
};

const askStatement: Statement = {
  name: 'segment-clearing-ask',
  text: 'INSERT INTO segment_clearings (environment_id, segment_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
};

/** Requests it in the transaction that deletes the segment. */
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

export const readPendingClearings = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, pendingStatement);

/** An environment has 1,000 segments at most. The next run finds the rest. */
const clearingsMax = 100;

const listStatement: Statement = {
  name: 'segment-clearings-list',
  text: `SELECT segment_id AS id FROM segment_clearings WHERE environment_id = $1 ORDER BY segment_id LIMIT ${clearingsMax.toString()}`,
};

export const readClearings = async (tx: Queryable, environmentId: EnvironmentId): Promise<string[]> =>
  (await tx.query<{ id: string }>(listStatement, [environmentId])).map(({ id }) => id);

const doneStatement: Statement = {
  name: 'segment-clearing-done',
  text: 'DELETE FROM segment_clearings WHERE environment_id = $1 AND segment_id = $2',
};

/** False once none are left, and the state goes. Safe to repeat. Locks no member: no decision reads these. */
export const clearDeletedSegment = async (
  tx: Transaction,
  { environmentId, segmentId }: SegmentKey,
): Promise<boolean> => {
  const values = [environmentId, segmentId, clearedAtOnceMax];
  const rows = await tx.query<{ count: number }>(clearStatement, values);
  if (onlyRow(rows, 'cleared memberships').count === clearedAtOnceMax) return true;
  await tx.query(forgetStatement, [environmentId, segmentId]);
  await tx.query(doneStatement, [environmentId, segmentId]);
  return false;
};

interface SegmentState {
  readonly segmentId: SegmentId;
  readonly memberCount: number;
  /** Null before the first refresh, and for a STATIC segment. */
  readonly refreshedAt: Date | null;
}

const readStatesStatement: Statement = {
  name: 'segment-states-read',
  text: `SELECT segment_id AS "segmentId", member_count AS "memberCount", refreshed_at AS "refreshedAt"
           FROM segment_states WHERE environment_id = $1 AND segment_id = ANY ($2::uuid[])`,
};

/** A segment that never had members and was never refreshed has none. */
export const readSegmentStates = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<string, SegmentState>> => {
  const rows = await db.query<SegmentState>(readStatesStatement, [environmentId, segmentIds]);
  return new Map(rows.map((state) => [state.segmentId, state]));
};
