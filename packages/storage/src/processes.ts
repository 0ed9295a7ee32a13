import { outboxLockClass } from './outbox.ts';
import { onlyRow, type Queryable, type Statement } from './sql/database.ts';

export interface RunningProcess {
  readonly id: string;
  readonly service: string;
  readonly version: string;
  readonly rulesVersion: number;
  readonly schema: string;
}

export interface ListedProcess extends RunningProcess {
  readonly startedAt: Date;
  readonly seenAt: Date;
}

const seeStatement: Statement = {
  name: 'process-see',
  text: `INSERT INTO processes (id, service, version, rules_version, schema) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET seen_at = now()`,
};

export const noteProcess = async (
  db: Queryable,
  { id, service, version, rulesVersion, schema }: RunningProcess,
): Promise<void> => {
  await db.query(seeStatement, [id, service, version, rulesVersion, schema]);
};

const forgetStatement: Statement = {
  name: 'process-forget',
  text: `DELETE FROM processes WHERE id = $1 OR seen_at < now() - interval '1 day'`,
};

export const forgetProcess = async (db: Queryable, id: string): Promise<void> => {
  await db.query(forgetStatement, [id]);
};

const listStatement: Statement = {
  name: 'process-list',
  text: `SELECT id, service, version, rules_version AS "rulesVersion", schema, started_at AS "startedAt", seen_at AS "seenAt"
           FROM processes
          WHERE seen_at > now() - interval '30 seconds'
          ORDER BY service, started_at, id`,
};

/** Lists the processes that were seen within the last 30 s. */
export const listProcesses = (db: Queryable): Promise<ListedProcess[]> => db.query(listStatement);

const oldestStatement: Statement = {
  name: 'process-oldest-rules',
  text: `SELECT min(rules_version) AS oldest FROM processes
          WHERE seen_at > now() - interval '30 seconds' AND ($1::text IS NULL OR service = $1)`,
};

/**
 * Returns the version that every running process knows, or every process of one service; null while none
 * runs.
 */
export const readOldestRulesVersion = async (
  db: Queryable,
  service: string | null = null,
): Promise<number | null> => {
  const rows = await db.query<{ readonly oldest: number | null }>(oldestStatement, [service]);
  return onlyRow(rows, 'a minimum').oldest;
};

export interface StoredGroupMember {
  readonly consumerGroup: string;
  /** The owner of the outbox, whose lock shows whether the process lives. */
  readonly owner: number;
  readonly memberId: string;
}

const saveStatement: Statement = {
  name: 'group-members-save',
  text: `INSERT INTO group_members (consumer_group, owner, member_id) VALUES ($1, $2, $3)
         ON CONFLICT (consumer_group, owner) DO UPDATE SET member_id = EXCLUDED.member_id`,
};

export const storeGroupMember = async (
  db: Queryable,
  { consumerGroup, owner, memberId }: StoredGroupMember,
): Promise<void> => {
  await db.query(saveStatement, [consumerGroup, owner, memberId]);
};

const deadStatement: Statement = {
  name: 'group-members-dead',
  // A lock that can be shared for the moment of this statement is held by nobody. The inner query comes
  // first: only locks of other members of these groups are tried.
  text: `WITH others AS MATERIALIZED (
           SELECT consumer_group, owner, member_id FROM group_members
            WHERE consumer_group = ANY ($1::text[]) AND owner <> $2
         )
         SELECT consumer_group AS "consumerGroup", owner, member_id AS "memberId" FROM others
          WHERE pg_try_advisory_xact_lock_shared($3, owner)`,
};

/** Reads the members whose owners hold no lock: their processes are dead. */
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

export const deleteGroupMember = async (
  db: Queryable,
  { consumerGroup, owner, memberId }: StoredGroupMember,
): Promise<void> => {
  await db.query(deleteStatement, [consumerGroup, owner, memberId]);
};

const writeStatement: Statement = {
  name: 'witness-write',
  text: `INSERT INTO witness_writes AS w (owner, written_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (owner) DO UPDATE SET written_at = EXCLUDED.written_at`,
};

/** Writes in a transaction of its own. Throws if the database does not accept it. */
export const writeWitness = async (db: Queryable, owner: number): Promise<void> => {
  await db.query(writeStatement, [owner]);
};

export const purgeWitnesses = async (db: Queryable): Promise<void> => {
  await db.query("DELETE FROM witness_writes WHERE written_at < now() - interval '1 day'");
};
