import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { type Database, packBytes, type Queryable, type Statement } from '@loyalty/storage';
import {
  type BoundedList,
  type Knex,
  type ListPlace,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage/lists';

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

interface EventRow {
  readonly id: string;
  readonly eventKey: string;
  readonly ref: string;
  readonly memberId: string;
  readonly payload: Buffer | null;
  readonly definitionVersion: number | null;
  readonly pointsAwarded: number;
  readonly createdAt: Date;
}

/** Filters of D66, and the last record of the page before. */
export interface EventQuery {
  readonly eventKey?: string;
  readonly memberId?: string;
  /** The key of the member by their externalRef. It finds no event of an erased member (D91). */
  readonly memberKey?: Buffer;
  readonly before?: ListPlace;
  readonly limit: number;
}

/** Some events of the feed, and the position of the next page: after the last row that was scanned. */
export interface EventPage {
  readonly events: readonly EventRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the feed. */
  readonly next: ListPlace | null;
}

/** Some 50 ms: the most that a search for a rare key among the events of one member may cost. */
const lookedAtMax = 20_000;

/**
 * Returns events of an environment, newest first by (receivedAt, id). Indexes serve the key and the member. With both, the events of
 * the member are searched, 20,000 at a time, so a page may be short. It also ends with the payload that exceeds 4 MiB.
 */
export const listEvents = async (
  db: Database,
  environmentId: EnvironmentId,
  query: EventQuery,
  lookedAt = lookedAtMax,
): Promise<EventPage> => {
  const memberId = await findNamedMember(db, environmentId, query);
  if (memberId === null) return noEvents;
  const { rows, next } = await readBoundedPage<EventRow>(db, {
    sorted: () => sortedEvents(environmentId, memberId, query),
    at: 'received_at',
    columns,
    bytes: 'octet_length(r.payload)',
    narrowing: memberId === undefined ? [] : keyFilterOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { events: rows.map(eventRecordOf), next };
};

const noEvents: EventPage = { events: [], next: null };

const columns = `r.id, r.event_key AS "eventKey", r.ref, r.member_id AS "memberId", r.payload,
  r.definition_version AS "definitionVersion", r.points_awarded AS "pointsAwarded", r.received_at AS "createdAt"`;

const memberStatement: Statement = {
  name: 'events-member-by-key',
  text: `SELECT id FROM members WHERE environment_id = $1 AND member_key = $2 AND state <> 'anonymized'`,
};

/** Returns the id of the member that the filters name; undefined when they name none, null when nobody is meant. */
const findNamedMember = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { memberId, memberKey }: EventQuery,
): Promise<string | null | undefined> => {
  if (memberKey === undefined) return memberId;
  const [found] = await db.query<{ readonly id: string }>(memberStatement, [environmentId, memberKey]);
  if (found === undefined) return null;
  return memberId === undefined || memberId === found.id ? found.id : null;
};

/** The rows that an index finds, in its order. */
const sortedEvents = (
  environmentId: EnvironmentId,
  memberId: string | undefined,
  { eventKey, before }: EventQuery,
): Knex.QueryBuilder => {
  const query = sql({ r: 'events' }).where('r.environment_id', environmentId);
  if (memberId !== undefined) void query.where('r.member_id', memberId);
  else if (eventKey !== undefined) void query.where('r.event_key', eventKey);
  return pageNewestFirst(query, 'r', { before }, 'received_at');
};

/** The key is searched among the events of a member. */
const keyFilterOf = ({ eventKey }: EventQuery): BoundedList['narrowing'] =>
  eventKey === undefined ? [] : [['r.event_key = ?', [eventKey]]];

const eventRecordOf = (row: EventRow): EventRecord => ({
  eventId: row.id,
  eventKey: row.eventKey,
  ref: row.ref,
  memberId: row.memberId,
  // Ingress wrote these bytes as an object, and nothing changes them.
  payload: row.payload === null ? null : (JSON.parse(row.payload.toString()) as EventRecord['payload']),
  definitionVersion: row.definitionVersion,
  pointsAwarded: row.pointsAwarded,
  receivedAt: row.createdAt.toISOString(),
});
