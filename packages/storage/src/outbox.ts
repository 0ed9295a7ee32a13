import { onlyRow, type Queryable, type Statement } from './database.ts';

/** First key of the advisory lock that every living owner of outbox rows holds; the second is the owner. */
export const outboxLockClass = 7_305_002;

/** The owner of rows that no process publishes itself. It holds no lock, so any sweeper publishes them within seconds. */
export const nobody = 0;

/** Packed messages to be published. The row is deleted once they are. */
export interface OutboxRow {
  readonly id: number;
  readonly messages: Buffer;
}

const insertStatement: Statement = {
  name: 'outbox-insert',
  text: 'INSERT INTO outbox (owner, messages) VALUES ($1, $2) RETURNING id',
};

/** Adds packed messages to the outbox, in the transaction that makes them true. Returns the row's id. */
export const insertOutbox = async (tx: Queryable, owner: number, messages: Buffer): Promise<number> =>
  onlyRow(await tx.query<{ id: number }>(insertStatement, [owner, messages]), 'outbox').id;

const deleteStatement: Statement = {
  name: 'outbox-delete',
  text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
};

/** Deletes rows whose messages were published. */
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
 * Returns the owners, other than this one, that have rows and hold no lock. One statement finds them: trying the lock of each
 * living owner would cost every process a connection per owner every few seconds.
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

/** Returns the number of processes that publish outbox rows of this database: every service does. */
export const countLivingOwners = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ count: number }>(livingStatement, [outboxLockClass]), 'owners').count;

const rowsStatement: Statement = {
  name: 'outbox-rows',
  text: 'SELECT id, messages FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

/** Returns the oldest rows of one owner. */
export const readOutboxRows = (db: Queryable, owner: number, limit: number): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(rowsStatement, [owner, limit]);

const idsStatement: Statement = {
  name: 'outbox-ids',
  text: 'SELECT id FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

/** Returns the ids of one owner's oldest rows. */
export const readOutboxIds = async (db: Queryable, owner: number, limit: number): Promise<number[]> =>
  (await db.query<{ id: number }>(idsStatement, [owner, limit])).map(({ id }) => id);

const byIdStatement: Statement = {
  name: 'outbox-by-id',
  text: 'SELECT id, messages FROM outbox WHERE id = ANY ($1::bigint[]) ORDER BY id',
};

/** Returns the rows that still exist, oldest first. */
export const readOutboxById = (db: Queryable, ids: readonly number[]): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(byIdStatement, [ids]);

const ageStatement: Statement = {
  name: 'outbox-age',
  // The smallest id is the oldest row, within a transaction's duration, and the primary key finds it.
  text: `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS "ageS"
    FROM outbox ORDER BY id LIMIT 1`,
};

/** Returns the age of the oldest row of any owner, in seconds; 0 when there is none. */
export const oldestOutboxAgeS = async (db: Queryable): Promise<number> => {
  const [oldest] = await db.query<{ ageS: number }>(ageStatement, []);
  return Math.max(0, oldest?.ageS ?? 0);
};
