import { onlyRow, type Queryable, type Statement } from './sql/database.ts';

/** The first key of the advisory lock that every living owner holds; the second one is the owner. */
export const outboxLockClass = 7_305_002;

/**
 * The owner of rows that no process publishes itself. It holds no lock, so a sweeper publishes them within
 * seconds.
 */
export const noOwner = 0;

export interface OutboxRow {
  readonly id: number;
  readonly messages: Buffer;
}

const insertStatement: Statement = {
  name: 'outbox-insert',
  text: 'INSERT INTO outbox (owner, messages) VALUES ($1, $2) RETURNING id',
};

/** Inserts messages in the transaction that makes them true. Returns the row's id. */
export const insertOutbox = async (tx: Queryable, owner: number, messages: Buffer): Promise<number> =>
  onlyRow(await tx.query<{ id: number }>(insertStatement, [owner, messages]), 'outbox').id;

const deleteStatement: Statement = {
  name: 'outbox-delete',
  text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
};

export const deleteOutbox = async (db: Queryable, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await db.query(deleteStatement, [ids]);
};

const ownersStatement: Statement = {
  name: 'outbox-owners',
  // A lock with two int keys has objsubid 2.
  text: `SELECT owner FROM outbox WHERE owner <> $1
    EXCEPT SELECT objid::int FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $2::int::oid AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/**
 * Reads the owners in one statement, because trying the lock of each living owner would cost a connection for
 * each.
 */
export const readOutboxOwners = async (db: Queryable, self: number): Promise<number[]> => {
  const rows = await db.query<{ owner: number }>(ownersStatement, [self, outboxLockClass]);
  return rows.map(({ owner }) => owner);
};

const livingStatement: Statement = {
  name: 'outbox-living',
  text: `SELECT count(*) AS count FROM pg_locks
          WHERE locktype = 'advisory' AND classid = $1::int::oid AND objsubid = 2 AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/** Counts all running services, because every service publishes outbox rows. */
export const countLivingOwners = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ count: number }>(livingStatement, [outboxLockClass]), 'owners').count;

const rowsStatement: Statement = {
  name: 'outbox-rows',
  text: 'SELECT id, messages FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

export const readOutboxRows = (db: Queryable, owner: number, limit: number): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(rowsStatement, [owner, limit]);

const idsStatement: Statement = {
  name: 'outbox-ids',
  text: 'SELECT id FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

export const readOutboxIds = async (db: Queryable, owner: number, limit: number): Promise<number[]> =>
  (await db.query<{ id: number }>(idsStatement, [owner, limit])).map(({ id }) => id);

const byIdStatement: Statement = {
  name: 'outbox-by-id',
  text: 'SELECT id, messages FROM outbox WHERE id = ANY ($1::bigint[]) ORDER BY id',
};

export const readOutboxById = (db: Queryable, ids: readonly number[]): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(byIdStatement, [ids]);

export interface StoredRejectedMessage {
  readonly topic: string;
  readonly message: Buffer;
  /** Bytes that are packed as in the outbox. */
  readonly head: Buffer;
  readonly reason: string;
  readonly environmentId: number | null;
  /** The member's key of 16 bytes. */
  readonly memberKey: Buffer | null;
}

const insertRejectedStatement: Statement = {
  name: 'outbox-rejected-insert',
  text: `INSERT INTO outbox_rejected (topic, message, head, reason, environment_id, member_key)
         VALUES ($1, $2, $3, $4, $5, $6)`,
};

export const insertOutboxRejected = async (
  db: Queryable,
  { topic, message, head, reason, environmentId, memberKey }: StoredRejectedMessage,
): Promise<void> => {
  await db.query(insertRejectedStatement, [topic, message, head, reason, environmentId, memberKey]);
};

/** A rejected message without its bytes, which are never listed, because they may identify a member. */
export interface RejectedRecord {
  readonly id: number;
  readonly at: Date;
  readonly topic: string;
  readonly environmentId: number | null;
  /** The size of the message; 0 once the member was erased. */
  readonly bytes: number;
  readonly reason: string;
}

const listStatement: Statement = {
  name: 'outbox-rejected-list',
  text: `SELECT id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason
           FROM outbox_rejected ORDER BY id DESC LIMIT $1`,
};

export const listOutboxRejected = (db: Queryable, limit: number): Promise<RejectedRecord[]> =>
  db.query<RejectedRecord>(listStatement, [limit]);

export interface RejectedFilter {
  readonly ids?: readonly number[];
  readonly topic?: string;
}

export interface KeptMessage extends RejectedRecord {
  readonly message: Buffer;
  /** The packed bytes; null if the message cannot be sent again. */
  readonly head: Buffer | null;
}

const conditions = `($1::bigint[] IS NULL OR id = ANY ($1::bigint[])) AND ($2::text IS NULL OR topic = $2)`;

const findStatement: Statement = {
  name: 'outbox-rejected-find',
  text: `SELECT id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason
           FROM outbox_rejected WHERE ${conditions} ORDER BY id LIMIT $3`,
};

export const findOutboxRejected = (
  db: Queryable,
  { ids, topic }: RejectedFilter,
  limit: number,
): Promise<RejectedRecord[]> => db.query<RejectedRecord>(findStatement, [ids ?? null, topic ?? null, limit]);

const readStatement: Statement = {
  name: 'outbox-rejected-read',
  text: `SELECT id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason,
                message, head
           FROM outbox_rejected WHERE id = $1`,
};

export const readOutboxRejected = async (db: Queryable, id: number): Promise<KeptMessage | undefined> =>
  (await db.query<KeptMessage>(readStatement, [id]))[0];

const takeStatement: Statement = {
  name: 'outbox-rejected-take',
  text: `DELETE FROM outbox_rejected WHERE id = $1
         RETURNING id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason,
                   message, head`,
};

export const takeOutboxRejected = async (tx: Queryable, id: number): Promise<KeptMessage | undefined> =>
  (await tx.query<KeptMessage>(takeStatement, [id]))[0];

/** This bounds the cost of counting. */
const rejectedCountMax = 1_000;

const figuresStatement: Statement = {
  name: 'outbox-figures',
  // The smallest id is the oldest row, within a transaction's duration, and the primary key finds it.
  text: `SELECT (SELECT extract(epoch FROM clock_timestamp() - created_at)::float8
                   FROM outbox ORDER BY id LIMIT 1) AS "ageS",
                (SELECT count(*) FROM (SELECT FROM outbox_rejected LIMIT $1) AS kept) AS rejected`,
};

/**
 * Reads the age of the oldest row in seconds, 0 if there is none, and the number of messages that are kept as
 * rejected.
 */
export const readOutboxFigures = async (
  db: Queryable,
): Promise<{ readonly oldestS: number; readonly rejected: number }> => {
  const rows = await db.query<{ ageS: number | null; rejected: number }>(figuresStatement, [
    rejectedCountMax,
  ]);
  const { ageS, rejected } = onlyRow(rows, 'figures');
  return { oldestS: Math.max(0, ageS ?? 0), rejected };
};

const emptyStatement: Statement = {
  name: 'outbox-rejected-empty',
  text: `UPDATE outbox_rejected SET message = '', head = NULL
          WHERE id IN (SELECT id FROM outbox_rejected
                        WHERE environment_id = $1 AND (member_key = $2 OR topic LIKE 'loyalty.events.%') AND message <> '' LIMIT $3)
         RETURNING 1`,
};

/**
 * Empties rejected messages of a member, and all of the environment's topic out: their keys are ids, and an export has
 * what they had. Returns fewer than `size` once none is left.
 */
export const emptyOutboxRejected = async (
  tx: Queryable,
  of: { readonly environmentId: number; readonly memberKey: Buffer; readonly size: number },
): Promise<number> => (await tx.query(emptyStatement, [of.environmentId, of.memberKey, of.size])).length;

const purgeStatement: Statement = {
  name: 'outbox-rejected-purge',
  text: `DELETE FROM outbox_rejected
          WHERE id IN (SELECT id FROM outbox_rejected WHERE created_at < now() - interval '28 days' ORDER BY id LIMIT $1)
         RETURNING 1`,
};

/** A message may have a MiB. */
const purgedAtOnce = 100;

/** Deletes rows after 28 days, which is the retention of dead letters. */
export const purgeOutboxRejected = async (db: Queryable): Promise<void> => {
  let gone = purgedAtOnce;
  while (gone === purgedAtOnce) gone = (await db.query(purgeStatement, [purgedAtOnce])).length;
};
