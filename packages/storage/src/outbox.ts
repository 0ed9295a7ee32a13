import { onlyRow, type Queryable, type Statement } from './database.ts';

/** First key of the advisory lock that every living owner of outbox rows holds; the second is the owner. */
export const outboxLockClass = 7_305_002;

/**
 * The owner of rows that no process will publish by itself: it holds no lock, so any sweeper publishes them, within
 * seconds.
 */
export const nobody = 0;

/** Messages to be published, packed; deleted once they are. */
export interface OutboxRow {
  readonly id: number;
  readonly messages: Buffer;
}

const insertStatement: Statement = {
  name: 'outbox-insert',
  text: 'INSERT INTO outbox (owner, messages) VALUES ($1, $2) RETURNING id',
};

/** Owes these packed messages to Kafka, in the transaction that makes them true; answers the row's id. */
export const insertOutbox = async (tx: Queryable, owner: number, messages: Buffer): Promise<number> =>
  onlyRow(await tx.query<{ id: number }>(insertStatement, [owner, messages]), 'outbox').id;

const deleteStatement: Statement = {
  name: 'outbox-delete',
  text: 'DELETE FROM outbox WHERE id = ANY ($1::bigint[])',
};

/** Forgets rows whose messages were published. */
export const deleteOutbox = async (db: Queryable, ids: readonly number[]): Promise<void> => {
  if (ids.length > 0) await db.query(deleteStatement, [ids]);
};

const ownersStatement: Statement = {
  name: 'outbox-owners',
  // A lock of two int keys has objsubid 2.
  text: `SELECT owner FROM outbox WHERE owner <> $1
    EXCEPT SELECT objid::int FROM pg_locks
     WHERE locktype = 'advisory' AND classid = $2::int::oid AND objsubid = 2 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
};

/**
 * The owners, other than this one, that still have rows and hold no lock: asked in one statement, because trying the lock of
 * each living owner would cost every process a connection for every other one, every few seconds.
 */
export const readOutboxOwners = async (db: Queryable, self: number): Promise<number[]> => {
  const rows = await db.query<{ owner: number }>(ownersStatement, [self, outboxLockClass]);
  return rows.map(({ owner }) => owner);
};

const rowsStatement: Statement = {
  name: 'outbox-rows',
  text: 'SELECT id, messages FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

/** The oldest rows of one owner. */
export const readOutboxRows = (db: Queryable, owner: number, limit: number): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(rowsStatement, [owner, limit]);

const idsStatement: Statement = {
  name: 'outbox-ids',
  text: 'SELECT id FROM outbox WHERE owner = $1 ORDER BY id LIMIT $2',
};

/** The ids of one owner's oldest rows. */
export const readOutboxIds = async (db: Queryable, owner: number, limit: number): Promise<number[]> =>
  (await db.query<{ id: number }>(idsStatement, [owner, limit])).map(({ id }) => id);

const byIdStatement: Statement = {
  name: 'outbox-by-id',
  text: 'SELECT id, messages FROM outbox WHERE id = ANY ($1::bigint[]) ORDER BY id',
};

/** Those of these rows that are still there, oldest first. */
export const readOutboxById = (db: Queryable, ids: readonly number[]): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(byIdStatement, [ids]);

const ageStatement: Statement = {
  name: 'outbox-age',
  // The smallest id is the oldest row, give or take a transaction, and the primary key finds it.
  text: `SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS "ageS"
    FROM outbox ORDER BY id LIMIT 1`,
};

/** How long ago the oldest row of any owner was written, in seconds; 0 when there is none. */
export const oldestOutboxAgeS = async (db: Queryable): Promise<number> => {
  const [oldest] = await db.query<{ ageS: number }>(ageStatement, []);
  return Math.max(0, oldest?.ageS ?? 0);
};
