import { onlyRow, type Queryable, type Statement } from './database.ts';

/** A message that Kafka rejects because of its own content. */
export interface StoredRejectedMessage {
  readonly topic: string;
  /** Its value. */
  readonly message: Buffer;
  /** The message without its value, packed as in the outbox. */
  readonly head: Buffer;
  readonly reason: string;
  /** Null when the message does not say it. */
  readonly environmentId: number | null;
  /** 16 bytes; null when the message is not keyed by a member. */
  readonly memberKey: Buffer | null;
}

const insertStatement: Statement = {
  name: 'outbox-rejected-insert',
  text: `INSERT INTO outbox_rejected (topic, message, head, reason, environment_id, member_key)
         VALUES ($1, $2, $3, $4, $5, $6)`,
};

/** Stores a message that Kafka rejects, for an operator to inspect within 28 days. */
export const insertOutboxRejected = async (
  db: Queryable,
  { topic, message, head, reason, environmentId, memberKey }: StoredRejectedMessage,
): Promise<void> => {
  await db.query(insertStatement, [topic, message, head, reason, environmentId, memberKey]);
};

/** The listed fields of such a message. Its bytes are never listed, because they may identify a member. */
export interface RejectedRecord {
  readonly id: number;
  readonly at: Date;
  readonly topic: string;
  readonly environmentId: number | null;
  /** 0 once the member was erased. */
  readonly bytes: number;
  readonly reason: string;
}

const listStatement: Statement = {
  name: 'outbox-rejected-list',
  text: `SELECT id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason
           FROM outbox_rejected ORDER BY id DESC LIMIT $1`,
};

/** Returns the newest messages, newest first. */
export const listOutboxRejected = (db: Queryable, limit: number): Promise<RejectedRecord[]> =>
  db.query<RejectedRecord>(listStatement, [limit]);

/** Some of the stored messages. */
export interface RejectedFilter {
  /** Only these. Default: any. */
  readonly ids?: readonly number[];
  /** Only of this topic. Default: any. */
  readonly topic?: string;
}

/** A stored message with its bytes. */
export interface KeptMessage extends RejectedRecord {
  readonly message: Buffer;
  /** Null: it cannot be sent again. */
  readonly head: Buffer | null;
}

const conditions = `($1::bigint[] IS NULL OR id = ANY ($1::bigint[])) AND ($2::text IS NULL OR topic = $2)`;

const findStatement: Statement = {
  name: 'outbox-rejected-find',
  text: `SELECT id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason
           FROM outbox_rejected WHERE ${conditions} ORDER BY id LIMIT $3`,
};

/** Returns the oldest of these messages, oldest first. */
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

/** Returns one message with its bytes; undefined when it does not exist. */
export const readOutboxRejected = async (db: Queryable, id: number): Promise<KeptMessage | undefined> =>
  (await db.query<KeptMessage>(readStatement, [id]))[0];

const takeStatement: Statement = {
  name: 'outbox-rejected-take',
  text: `DELETE FROM outbox_rejected WHERE id = $1
         RETURNING id, created_at AS at, topic, environment_id AS "environmentId", octet_length(message) AS bytes, reason,
                   message, head`,
};

/** Deletes one message. Returns it; undefined when it does not exist any more. */
export const takeOutboxRejected = async (tx: Queryable, id: number): Promise<KeptMessage | undefined> =>
  (await tx.query<KeptMessage>(takeStatement, [id]))[0];

/** Above this the exact number does not matter, and counting has a bounded cost. */
const rejectedCountMax = 1_000;

const countStatement: Statement = {
  name: 'outbox-rejected-count',
  text: 'SELECT count(*) AS count FROM (SELECT FROM outbox_rejected LIMIT $1) AS kept',
};

/** Returns the number of stored messages, counted up to {@link rejectedCountMax}. */
export const countOutboxRejected = async (db: Queryable): Promise<number> => {
  const rows = await db.query<{ count: number }>(countStatement, [rejectedCountMax]);
  return onlyRow(rows, 'a count').count;
};

const emptyStatement: Statement = {
  name: 'outbox-rejected-empty',
  text: `UPDATE outbox_rejected SET message = '', head = NULL
          WHERE id IN (SELECT id FROM outbox_rejected
                        WHERE environment_id = $1 AND member_key = $2 AND message <> '' LIMIT $3)
         RETURNING 1`,
};

/** Empties messages of an erased member. Returns how many; fewer than `size` once none is left. */
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

/** Deletes messages after 28 days, the retention of dead letters, some at a time. */
export const purgeOutboxRejected = async (db: Queryable): Promise<void> => {
  let gone = purgedAtOnce;
  while (gone === purgedAtOnce) gone = (await db.query(purgeStatement, [purgedAtOnce])).length;
};
