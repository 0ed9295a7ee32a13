import type { Queryable, Statement } from './database.ts';
import { outboxLockClass } from './outbox.ts';

/** A process' membership of a consumer group. */
export interface StoredGroupMember {
  readonly consumerGroup: string;
  /** The process, by the lock of its outbox. */
  readonly owner: number;
  /** Its id in Kafka. */
  readonly memberId: string;
}

const saveStatement: Statement = {
  name: 'group-members-save',
  text: `INSERT INTO group_members (consumer_group, owner, member_id) VALUES ($1, $2, $3)
         ON CONFLICT (consumer_group, owner) DO UPDATE SET member_id = EXCLUDED.member_id`,
};

/** Stores the member id of a process that holds its lock. */
export const saveGroupMember = async (
  db: Queryable,
  { consumerGroup, owner, memberId }: StoredGroupMember,
): Promise<void> => {
  await db.query(saveStatement, [consumerGroup, owner, memberId]);
};

const deadStatement: Statement = {
  name: 'group-members-dead',
  // A lock that can be shared for the moment of this statement is held by nobody. The inner query comes first: only locks of other
  // members of these groups are tried.
  text: `WITH others AS MATERIALIZED (
           SELECT consumer_group, owner, member_id FROM group_members
            WHERE consumer_group = ANY ($1::text[]) AND owner <> $2
         )
         SELECT consumer_group AS "consumerGroup", owner, member_id AS "memberId" FROM others
          WHERE pg_try_advisory_xact_lock_shared($3, owner)`,
};

/** Returns the other members of these groups whose processes hold no lock: they are dead. */
export const readDeadMembers = (
  db: Queryable,
  consumerGroups: readonly string[],
  self: number,
): Promise<StoredGroupMember[]> =>
  db.query<StoredGroupMember>(deadStatement, [consumerGroups, self, outboxLockClass]);

const deleteStatement: Statement = {
  name: 'group-members-delete',
  text: 'DELETE FROM group_members WHERE consumer_group = $1 AND owner = $2 AND member_id = $3',
};

/** Deletes a member that has left its group. One that has joined again meanwhile has another id, and stays. */
export const deleteGroupMember = async (
  db: Queryable,
  { consumerGroup, owner, memberId }: StoredGroupMember,
): Promise<void> => {
  await db.query(deleteStatement, [consumerGroup, owner, memberId]);
};
