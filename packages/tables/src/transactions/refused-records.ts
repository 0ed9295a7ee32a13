import type { EnvironmentId } from '@loyalty/kernel';
import { type Database, type Queryable, rowArrays, type Statement } from '@loyalty/storage';

/** A receipt that a producer wrote to a topic, and that had no effect. */
export interface RefusedRecordWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** Null if the record could not be read, or if no receipt can have its reference. */
  readonly ref: string | null;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Erasure finds the record by this key of 16 bytes; null if its member is not known. */
  readonly memberKey: Buffer | null;
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

const rows = rowArrays<RefusedRecordWrite>((fields, records) => [
  ...fields('environment_id int', 'id uuid', 'ref text', 'code text'),
  ['context', 'jsonb', records.map(({ context }) => JSON.stringify(context))],
  ...fields('member_key bytea', 'topic text', 'partition int'),
  ['record_offset', 'bigint', records.map(({ offset }) => offset)],
]);
const insertStatement: Statement = {
  name: 'refused-records-insert',
  // Milliseconds, because cursors have no more.
  text: `INSERT INTO refused_records (created_at, ${rows.names})
         SELECT date_trunc('milliseconds', now()), ${rows.names} FROM ${rows.as('r')}`,
};

/** Each record has an entry of its own, also if several have one reference. */
export const insertRefusedRecords = async (
  tx: Queryable,
  records: readonly RefusedRecordWrite[],
): Promise<void> => {
  if (records.length > 0) await tx.query(insertStatement, rows.valuesOf(records));
};

/** For so many days a producer finds out what became of a record. */
export const keptDays = 14;

const purgeStatement: Statement = {
  name: 'refused-records-purge',
  // Skips rows that another purge or an erasure has locked, so nobody waits.
  text: `DELETE FROM refused_records WHERE ctid = ANY (ARRAY(
           SELECT ctid FROM refused_records WHERE created_at < now() - interval '${keptDays.toString()} days'
            ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED))
         RETURNING 1`,
};

const purgeCountsStatement: Statement = {
  name: 'refused-record-counts-purge',
  text: `DELETE FROM refused_record_counts WHERE day < current_date - ${keptDays.toString()}`,
};

/** A pack takes some milliseconds, so neither an engine nor the database's log waits for a large purge. */
const packMax = 1_000;

/** Deletes what is older than {@link keptDays}, the oldest first. */
export const purgeRefusedRecords = async (db: Database): Promise<void> => {
  let gone = packMax;
  while (gone === packMax) gone = (await db.query(purgeStatement, [packMax])).length;
  await db.query(purgeCountsStatement);
};

const leftOutStatement: Statement = {
  name: 'refused-records-left-out',
  text: `SELECT day::text, left_out AS count FROM refused_record_counts
          WHERE environment_id = $1 AND day > current_date - ${keptDays.toString()} ORDER BY day DESC`,
};

/** On this UTC day, written as `2026-11-29`, an environment had so many more entries than are kept. */
export interface LeftOutRecords {
  readonly day: string;
  readonly count: number;
}

export const readLeftOutRecords = (db: Queryable, environmentId: EnvironmentId): Promise<LeftOutRecords[]> =>
  db.query<LeftOutRecords>(leftOutStatement, [environmentId]);
