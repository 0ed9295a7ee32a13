import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import {
  type BoundedList,
  type Knex,
  type ListCursor,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage/lists';

/** This is an event as the feed shows it (D66). */
interface EventRecord {
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

/** The filters of a list of events (D66). */
export interface EventQuery {
  readonly eventKey?: string;
  readonly memberId?: string;
  /** The key of the member whose events are found. It finds no event of an erased member (D91). */
  readonly memberKey?: Buffer;
  readonly before?: ListCursor;
  readonly limit: number;
}

interface EventPage {
  readonly events: readonly EventRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the feed. */
  readonly next: ListCursor | null;
}

/** Some 50 ms: the most that a search for a rare key among the events of one member may cost. */
const lookedAtMax = 20_000;

/**
 * Lists events, newest first. With key and member it scans, so a page may be short; a page also ends beyond 4
 * MiB.
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

/** Returns undefined if the filters name nobody; null if nobody is meant. */
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
