import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { instantSql, packBytes, type Queryable, rowArrays, type Statement } from '@loyalty/storage';

export interface EventWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /**
   * The key of the definition. A lifecycle event without a definition has `lifecycle.` and its type in lower
   * case.
   */
  readonly eventKey: string;
  readonly ref: string;
  readonly memberId: MemberId;
  /** The payload: the JSON of an object, in bytes. */
  readonly payload: Buffer;
  /** The member key of the referrer; null if the payload names none. */
  readonly referrerKey: Buffer | null;
  /** The version of the definition; null if there is no definition. */
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly atMs: number;
}

const insertedRows = rowArrays<EventWrite>((fields, rows) => {
  const payloads = packBytes(rows.map(({ payload }) => payload));
  return [
    ...fields('environment_id int'),
    ['at', 'bigint', rows.map(({ atMs }) => atMs)],
    ...fields('id uuid', 'event_key text', 'ref text', 'member_id uuid'),
    ['version', 'int', rows.map(({ definitionVersion }) => definitionVersion)],
    ['points', 'bigint', rows.map(({ pointsAwarded }) => pointsAwarded)],
    ['payloads', null, payloads.bytes],
    ['payload_start', 'int', payloads.starts],
    ['payload_length', 'int', payloads.lengths],
    ...fields('referrer_key bytea'),
  ];
});
const insertStatement: Statement = {
  name: 'events-insert',
  text: `INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, definition_version,
                             points_awarded, referrer_key)
         SELECT environment_id, ${instantSql('at')}, id, event_key, ref, member_id,
                substring($9::bytea FROM payload_start FOR payload_length), version, points, referrer_key
           FROM ${insertedRows.as('e')}`,
};

/** Inserts events. An id that was inserted at the same time makes the transaction fail. */
export const insertEvents = async (tx: Queryable, events: readonly EventWrite[]): Promise<void> => {
  if (events.length > 0) await tx.query(insertStatement, insertedRows.valuesOf(events));
};
