import { type EnvironmentId, type MemberId, uuidMin } from '@loyalty/kernel';
import type { LaterLot } from '@loyalty/rules';
import { environmentsWith, type Queryable, type Statement, type Transaction } from '@loyalty/storage';
import { lotColumns, type MemberLot } from './read-lots.ts';

/** A position in the order in which members' lots may be due. */
export interface DueLotCursor {
  /** UTC day, counted from 1970-01-01. */
  readonly dueOn: number;
  readonly memberId: MemberId;
}

const environmentsStatement: Statement = {
  name: 'lots-environments',
  text: environmentsWith('point_lots'),
};

/** Returns the environments in which any member has points that expire. */
export const readEnvironmentsWithLots = async (db: Queryable): Promise<EnvironmentId[]> =>
  (await db.query<{ id: EnvironmentId }>(environmentsStatement)).map(({ id }) => id);

const membersStatement: Statement = {
  name: 'lots-due-members',
  text: `SELECT DISTINCT due_on AS "dueOn", member_id AS "memberId" FROM point_lots
          WHERE environment_id = $1 AND (due_on, member_id) > ($2, $3) AND due_on <= $4
          ORDER BY due_on, member_id LIMIT $5`,
};

/** Bounds a search for members with due lots. */
export interface DueSearch {
  /** The last position that was returned before; null at the beginning. */
  readonly after: DueLotCursor | null;
  /** Lots that may be due on this UTC day or before. */
  readonly dueOn: number;
  readonly limit: number;
}

/** Before every position: days are not negative. */
const beginning: DueLotCursor = { dueOn: -1, memberId: uuidMin as MemberId };

/** Returns members who may have due lots, without a lock. A member appears once for each day on which one of their lots may be due. */
export const readDuePlaces = (
  db: Queryable,
  environmentId: EnvironmentId,
  { after, dueOn, limit }: DueSearch,
): Promise<DueLotCursor[]> => {
  const from = after ?? beginning;
  return db.query<DueLotCursor>(membersStatement, [environmentId, from.dueOn, from.memberId, dueOn, limit]);
};

const dueStatement: Statement = {
  name: 'lots-due',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = ANY ($2::uuid[]) AND l.due_on <= $3`,
};

/** Returns all lots of these members that may be due on a UTC day or before. The members' rows must be locked. */
export const readDueLots = (
  tx: Queryable,
  environmentId: EnvironmentId,
  { memberIds, dueOn }: { readonly memberIds: readonly MemberId[]; readonly dueOn: number },
): Promise<MemberLot[]> => tx.query<MemberLot>(dueStatement, [environmentId, memberIds, dueOn]);

/** A sliding lot, and the first day on which it can be due from now on. */
export interface LaterLotWrite extends LaterLot {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

const laterStatement: Statement = {
  name: 'lots-later',
  text: `UPDATE point_lots AS l SET due_on = w.due_on
           FROM unnest($1::int[], $2::uuid[], $3::int[], $4::int[]) AS w (environment_id, member_id, sliding_days, due_on)
          WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
            AND l.sliding_days = w.sliding_days AND l.expires_on = 0`,
};

/** Sets the next day on which each of these sliding lots is checked. Their members are locked. */
export const postponeLots = async (tx: Transaction, lots: readonly LaterLotWrite[]): Promise<void> => {
  if (lots.length === 0) return;
  await tx.query(laterStatement, [
    lots.map(({ environmentId }) => environmentId),
    lots.map(({ memberId }) => memberId),
    lots.map(({ slidingDays }) => slidingDays),
    lots.map(({ dueOn }) => dueOn),
  ]);
};
