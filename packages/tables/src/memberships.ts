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
import type { MergedMembers } from './accounts/counters.ts';

/** A member's segments, some of which may have been deleted (D29). */
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

/**
 * Reads memberships by member key, so it can be sent right after the lock; the result is valid as long as the
 * lock. Members without a segment are left out.
 */
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

/** The changes of memberships. No membership is in both lists. */
export interface MembershipChanges {
  readonly added: readonly Membership[];
  readonly removed: readonly Membership[];
}

/**
 * The real changes of a segment: a member who was already in it does not count as added, and one who was not
 * in it does not count as removed.
 */
export interface ChangedSegment {
  readonly environmentId: EnvironmentId;
  readonly segmentId: SegmentId;
  readonly added: number;
  readonly removed: number;
}

/**
 * Returns SQL that updates the counts of segments, in their order (D98), after memberships. `changes` selects
 * a row `(environment_id, segment_id, change)` for each. It uses ON CONFLICT, because an UPDATE that waited
 * would find no changes.
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

/**
 * Changes memberships of DYNAMIC segments, in the order of locks (D98). The caller holds the locks of the
 * segments; members are not locked.
 */
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

/**
 * Adds members to a segment and returns how many are new. The members must be locked, and the segment locked
 * against deletion.
 */
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

/** Removes a member from a segment. Returns false if they were not in it. The member must be locked. */
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

/** Requests the clearing of a segment, in the transaction that deletes it. */
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

/**
 * Removes members of a deleted segment. Returns false once none are left and its state is deleted. It is safe
 * to repeat, and locks no member, because no decision reads these memberships.
 */
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

/** Reads the states of segments. A segment that never had members and was never refreshed has none. */
export const readSegmentStates = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<string, SegmentState>> => {
  const rows = await db.query<SegmentState>(readStatesStatement, [environmentId, segmentIds]);
  return new Map(rows.map((state) => [state.segmentId, state]));
};

const mergeStatement: Statement = {
  name: 'memberships-merge',
  text: `WITH gone AS (DELETE FROM segment_members WHERE environment_id = $1 AND member_id = $3 RETURNING environment_id, segment_id),
              added AS (
                INSERT INTO segment_members (environment_id, segment_id, member_id)
                SELECT $1, g.segment_id, $2 FROM gone g
                  JOIN segments s ON s.environment_id = $1 AND s.id = g.segment_id AND s.type = 'STATIC'
                 ORDER BY g.segment_id
                ON CONFLICT DO NOTHING RETURNING environment_id, segment_id)
         ${countChangesSql(`SELECT environment_id, segment_id, sum(change) AS change
            FROM (SELECT environment_id, segment_id, 1 AS change FROM added
                  UNION ALL SELECT environment_id, segment_id, -1 FROM gone) c GROUP BY 1, 2`)}`,
};

/**
 * Gives the static segments of a merged member to another one (D346). The merged one leaves all segments; a fact has
 * the dynamic ones of the other one judged. Both must be locked.
 */
export const mergeMemberships = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { winnerId, loserId }: MergedMembers,
): Promise<void> => {
  await tx.query(mergeStatement, [environmentId, winnerId, loserId]);
};
