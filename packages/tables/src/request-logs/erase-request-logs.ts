import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';

// Reads the rows of one environment, which are bounded, but not their bodies. An order of its own keeps two erasures from a deadlock.
const eraseStatement: Statement = {
  name: 'erase-request-logs',
  text: `DELETE FROM request_logs
          WHERE ctid = ANY (ARRAY(
                SELECT ctid FROM request_logs
                 WHERE environment_id = $1 AND (member_keys @> ARRAY[$2::bytea] OR ids @> ARRAY[$3::uuid])
                 ORDER BY created_at, id LIMIT $4 FOR UPDATE))
         RETURNING 1 AS erased`,
};

/** A member whose requests are to be deleted. */
export interface NamedMember {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly memberKey: Buffer;
  /** At most so many. */
  readonly size: number;
}

/** Deletes request logs that name the member by reference or id. Returns how many. */
export const eraseRequestLogs = async (
  tx: Transaction,
  { environmentId, memberId, memberKey, size }: NamedMember,
): Promise<number> => (await tx.query(eraseStatement, [environmentId, memberKey, memberId, size])).length;
