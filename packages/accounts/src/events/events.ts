import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { packBytes, runBuilt, sql, type Knex, type Queryable, type Statement } from '@loyalty/storage';

/** An event to store for the feed. */
export interface EventWrite {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** The key of its definition. A lifecycle event without a definition has `lifecycle.` and its type in lower case. */
  readonly eventKey: string;
  readonly ref: string;
  readonly memberId: MemberId;
  /** JSON bytes of an object. */
  readonly payload: Buffer;
  /** The key of the member whom the payload names as referrer, 16 bytes; null when it names none. */
  readonly referrerKey: Buffer | null;
  /** Null without a definition. */
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  /** The time of its record, milliseconds since the epoch. */
  readonly atMs: number;
}

const insertStatement: Statement = {
  name: 'events-insert',
  text: `INSERT INTO events (environment_id, received_at, id, event_key, ref, member_id, payload, definition_version,
                             points_awarded, referrer_key)
         SELECT environment_id, to_timestamp(at / 1000.0), id, event_key, ref, member_id,
                substring($9::bytea FROM payload_start FOR payload_length), version, points, referrer_key
           FROM unnest($1::int[], $2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::int[], $8::bigint[],
                       $10::int[], $11::int[], $12::bytea[])
                AS e (environment_id, at, id, event_key, ref, member_id, version, points, payload_start,
                      payload_length, referrer_key)`,
};

/** Stores events. An id that exists at the same time fails the transaction. */
export const insertEvents = async (tx: Queryable, events: readonly EventWrite[]): Promise<void> => {
  if (events.length === 0) return;
  const payloads = packBytes(events.map(({ payload }) => payload));
  await tx.query(insertStatement, [
    events.map(({ environmentId }) => environmentId),
    events.map(({ atMs }) => atMs),
    events.map(({ id }) => id),
    events.map(({ eventKey }) => eventKey),
    events.map(({ ref }) => ref),
    events.map(({ memberId }) => memberId),
    events.map(({ definitionVersion }) => definitionVersion),
    events.map(({ pointsAwarded }) => pointsAwarded),
    payloads.bytes,
    payloads.starts,
    payloads.lengths,
    events.map(({ referrerKey }) => referrerKey),
  ]);
};

/** An event as the feed shows it (D66). */
export interface EventRecord {
  readonly eventId: string;
  readonly eventKey: string;
  readonly ref: string;
  readonly memberId: string;
  /** Null once the member was erased. */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly receivedAt: string;
}

interface EventRow extends Omit<EventRecord, 'payload' | 'receivedAt'> {
  readonly payload: Buffer | null;
  readonly receivedAt: Date;
}

/** Filters of D66, and the last record of the page before. */
export interface EventQuery {
  readonly eventKey?: string;
  readonly memberId?: string;
  /** The key of the member by their externalRef. It finds no event of an erased member (D91). */
  readonly memberKey?: Buffer;
  readonly before?: { readonly receivedAt: string; readonly id: string };
  readonly limit: number;
}

/** Events of an environment, newest first by (receivedAt, id). */
export const listEvents = async (
  db: Queryable,
  environmentId: EnvironmentId,
  query: EventQuery,
): Promise<EventRecord[]> =>
  (await runBuilt<EventRow>(db, listQuery(environmentId, query))).map(eventRecordOf);

const columns = {
  eventId: 'id',
  eventKey: 'event_key',
  ref: 'ref',
  memberId: 'member_id',
  payload: 'payload',
  definitionVersion: 'definition_version',
  pointsAwarded: 'points_awarded',
  receivedAt: 'received_at',
};

const listQuery = (
  environmentId: EnvironmentId,
  { eventKey, memberId, memberKey, before, limit }: EventQuery,
): Knex.QueryBuilder => {
  const list = sql('events').select(columns).where('environment_id', environmentId);
  if (eventKey !== undefined) void list.where('event_key', eventKey);
  if (memberId !== undefined) void list.where('member_id', memberId);
  if (memberKey !== undefined) void list.whereIn('member_id', memberIdsOf(environmentId, memberKey));
  if (before !== undefined) {
    void list.whereRaw('(received_at, id) < (?::timestamptz, ?::uuid)', [before.receivedAt, before.id]);
  }
  return list
    .orderBy([
      { column: 'received_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(limit);
};

const memberIdsOf = (environmentId: EnvironmentId, memberKey: Buffer): Knex.QueryBuilder =>
  sql('members')
    .select('id')
    .where({ environment_id: environmentId, member_key: memberKey })
    .whereNot('state', 'anonymized');

const eventRecordOf = (row: EventRow): EventRecord => ({
  ...row,
  // Ingress wrote these bytes as an object, and nothing changes them.
  payload: row.payload === null ? null : (JSON.parse(row.payload.toString()) as EventRecord['payload']),
  receivedAt: row.receivedAt.toISOString(),
});
