import type { EnvironmentId } from '@loyalty/kernel';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { boundedList, type BoundedPage, type PageQuery } from '@loyalty/storage/lists';
import { memberOfKey } from '../members/members.ts';

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

/** These are the filters of D66. */
export interface EventQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly eventKey?: string | undefined;
  readonly memberId?: string | undefined;
  /** Finds events of a member by their externalRef; it finds no event of an erased member (D91). */
  readonly memberKey?: Buffer | undefined;
}

/** Newest first. With key and member it scans, so a page may be short; it also ends beyond 4 MiB. */
export const listEvents = async (
  db: Database,
  query: EventQuery,
  lookedAt?: number,
): Promise<BoundedPage<EventRecord>> => {
  const memberId = await findNamedMember(db, query);
  return memberId === null ? noEvents : readEvents(db, { ...query, memberId }, lookedAt);
};

const noEvents: BoundedPage<EventRecord> = { rows: [], next: null };

const readEvents = boundedList<EventQuery, EventRow, EventRecord>('events', {
  at: 'received_at',
  columns: `r.id, r.event_key AS "eventKey", r.ref, r.member_id AS "memberId", r.payload,
    r.definition_version AS "definitionVersion", r.points_awarded AS "pointsAwarded", r.received_at AS "createdAt"`,
  bytes: 'octet_length(r.payload)',
  index: ({ environmentId, memberId, eventKey }) => [
    ['r.environment_id = ?', environmentId],
    memberId === undefined
      ? eventKey !== undefined && ['r.event_key = ?', eventKey]
      : ['r.member_id = ?', memberId],
  ],
  filters: ({ memberId, eventKey }) => [
    memberId !== undefined && eventKey !== undefined && ['r.event_key = ?', eventKey],
  ],
  /** Some 50 ms: the most that a search for a rare key among the events of one member may cost. */
  lookedAt: 20_000,
  recordOf: (row) => ({
    eventId: row.id,
    eventKey: row.eventKey,
    ref: row.ref,
    memberId: row.memberId,
    // Ingress wrote these bytes as an object, and nothing changes them.
    payload: row.payload === null ? null : (JSON.parse(row.payload.toString()) as EventRecord['payload']),
    definitionVersion: row.definitionVersion,
    pointsAwarded: row.pointsAwarded,
    receivedAt: row.createdAt.toISOString(),
  }),
});

const memberStatement: Statement = {
  name: 'events-member-by-key',
  text: `SELECT id FROM members
          WHERE environment_id = $1 AND id = ${memberOfKey('$1', '$2')} AND state <> 'anonymized'`,
};

/** Returns undefined if the filters name nobody; null if nobody is meant. */
const findNamedMember = async (
  db: Queryable,
  { environmentId, memberId, memberKey }: EventQuery,
): Promise<string | null | undefined> => {
  if (memberKey === undefined) return memberId;
  const [found] = await db.query<{ readonly id: string }>(memberStatement, [environmentId, memberKey]);
  if (found === undefined) return null;
  return memberId === undefined || memberId === found.id ? found.id : null;
};
