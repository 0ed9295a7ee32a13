import type { Queryable, Statement } from '@loyalty/storage';
import type { KeptErasure } from './reapply-erasure.ts';

const listStatement: Statement = {
  name: 'erasures-list',
  text: `SELECT environment_id AS "environmentId", member_id AS "memberId", member_key AS "memberKey",
                floor(extract(epoch FROM erased_at) * 1000)::bigint AS "erasedAtMs"
           FROM erasures WHERE (environment_id, member_id) > ($1::int, $2::uuid)
          ORDER BY environment_id, member_id LIMIT $3`,
};

/** An erasure of the database: the place in {@link listErasures}. */
export type ErasurePlace = Pick<KeptErasure, 'environmentId' | 'memberId'>;

/** Returns erasures in the order of environment and member, after this one. */
export const listErasures = (db: Queryable, after: ErasurePlace, limit: number): Promise<KeptErasure[]> =>
  db.query<KeptErasure>(listStatement, [after.environmentId, after.memberId, limit]);
