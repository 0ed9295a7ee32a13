import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Lot } from '@loyalty/rules';
import type { Queryable, Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';
import { membersByKey } from '../members/members-by-key.ts';

/** A lot and its member. */
export interface MemberLot extends Lot {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/**
 * {@link readFirstLots} returns at most so many dated lots of a member. A member who earns daily has hundreds, and most spendings
 * need the first few.
 */
export const firstLotsMax = 16;

/** Columns of a lot `l`. */
export const lotColumns = `
  l.environment_id AS "environmentId", l.member_id AS "memberId", l.sliding_days AS "slidingDays",
  l.expires_on AS "expiresOn", l.points, (extract(epoch FROM l.expires_at) * 1000)::bigint AS "expiresAtMs",
  (extract(epoch FROM l.added_at) * 1000)::bigint AS "addedAtMs"`;

const firstStatement: Statement = {
  name: 'lots-first',
  text: `SELECT ${lotColumns}
           FROM ${membersByKey}
          CROSS JOIN LATERAL (
            (SELECT * FROM point_lots d
              WHERE d.environment_id = m.environment_id AND d.member_id = m.id AND d.sliding_days = 0
              ORDER BY d.expires_on LIMIT ${firstLotsMax.toString()})
            UNION ALL
            SELECT * FROM point_lots s
             WHERE s.environment_id = m.environment_id AND s.member_id = m.id AND s.sliding_days > 0) l`,
};

/**
 * Returns each member's sliding lots, and the first {@link firstLotsMax} dated lots by date. It finds them by member key, so it can
 * be sent right after the lock statement. They are enough for a spending that the dated lots cover, or when a member has fewer
 * dated lots.
 */
export const readFirstLots = (tx: Queryable, members: readonly MemberIdentity[]): Promise<MemberLot[]> =>
  tx.query<MemberLot>(firstStatement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
  ]);

const allStatement: Statement = {
  name: 'lots-all',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = ANY ($2::uuid[])
          ORDER BY l.member_id, l.sliding_days, l.expires_on`,
};

/** Returns all lots of these members, in the order of their keys. */
export const readLots = (
  tx: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<MemberLot[]> => tx.query<MemberLot>(allStatement, [environmentId, memberIds]);
