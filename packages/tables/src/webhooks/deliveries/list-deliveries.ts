import {
  type BoundedList,
  type Database,
  type Knex,
  type ListPlace,
  pageNewestFirst,
  readBoundedPage,
  sql,
} from '@loyalty/storage';
import {
  deliveryColumns,
  deliveryRecordOf,
  type DeliveryRecord,
  type DeliveryRow,
} from './delivery-record.ts';
import type { DeliveryStatus } from './delivery.ts';

/** Filters of the list; all of them must match. */
export interface DeliveryQuery {
  readonly webhookId: string;
  readonly status?: DeliveryStatus;
  /** The type of the event. */
  readonly event?: string;
  readonly eventId?: string;
  /** Created at this time or later. */
  readonly since?: Date;
  /** Created at this time or earlier. */
  readonly until?: Date;
  readonly before?: ListPlace;
  readonly limit: number;
}

/** Some deliveries of a list, and the position of the next page. */
export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[];
  /** Null at the end. A page may be short, even empty, before the end of the list. */
  readonly next: ListPlace | null;
}

/** Some 15 ms: the most that filters without an index may cost. */
const lookedAtMax = 10_000;

/**
 * Lists deliveries of an endpoint, newest first by (createdAt, id). The key serves them, and indexes the statuses other than
 * SUCCEEDED. Other filters scan 10,000 deliveries at a time.
 */
export const listDeliveries = async (
  db: Database,
  query: DeliveryQuery,
  lookedAt = lookedAtMax,
): Promise<DeliveryPage> => {
  const { rows, next } = await readBoundedPage<DeliveryRow>(db, {
    sorted: () => sortedDeliveries(query),
    columns: deliveryColumns,
    narrowing: narrowingOf(query),
    limit: query.limit,
    lookedAt,
  });
  return { deliveries: rows.map(deliveryRecordOf), next };
};

/** The rows that an index finds, in its order. */
const sortedDeliveries = ({ webhookId, status, since, until, before }: DeliveryQuery): Knex.QueryBuilder => {
  const query = sql({ r: 'deliveries' }).where('r.webhook_id', webhookId);
  if (isUnhappy(status)) void query.whereRaw(isInUnhappyStatus[status]);
  if (since !== undefined) void query.where('r.created_at', '>=', since);
  if (until !== undefined) void query.where('r.created_at', '<=', until);
  return pageNewestFirst(query, 'r', { before });
};

type UnhappyStatus = Exclude<DeliveryStatus, 'SUCCEEDED'>;

const isUnhappy = (status: DeliveryStatus | undefined): status is UnhappyStatus =>
  status !== undefined && status !== 'SUCCEEDED';

/** Written into the text, not bound, so that the planner can use the partial index. */
const isInUnhappyStatus: Readonly<Record<UnhappyStatus, string>> = {
  PENDING: `r.status = 'PENDING'`,
  RETRYING: `r.status = 'RETRYING'`,
  FAILED: `r.status = 'FAILED'`,
};

/** The conditions that no index serves. */
const narrowingOf = ({ status, event, eventId }: DeliveryQuery): BoundedList['narrowing'] => [
  ...(status === 'SUCCEEDED' ? ([['r.status = ?', [status]]] as const) : []),
  ...(event === undefined ? [] : ([['r.event = ?', [event]]] as const)),
  ...(eventId === undefined ? [] : ([['r.event_id = ?', [eventId]]] as const)),
];
