import type { Client } from 'pg';
import type { DeliveryTally, WebhookReceiver } from '../load/webhook-receiver.ts';
import type { Violations } from '../violations.ts';
import type { Expectations } from './expectations.ts';

/** The counts of received and pending deliveries. */
export interface WebhookFigures {
  readonly received: number;
  /** Deliveries that the receiver accepted more than once. */
  readonly twice: number;
  /** Deliveries that were refused and whose next attempt is stored. */
  readonly underWay: number;
}

interface DeliveryRow {
  readonly id: string;
  readonly eventId: string;
  readonly status: string;
  readonly failure: string | null;
}

const deliveriesText = `
  SELECT d.id, d.event_id AS "eventId", d.status, d.failure
    FROM deliveries d JOIN webhooks w ON w.environment_id = d.environment_id AND w.id = d.webhook_id
    JOIN environments v ON v.id = d.environment_id WHERE v.tenant_id = $1`;

const eventsText = `
  SELECT e.id, CASE WHEN e.type IN ('transaction.processed', 'transaction.redeemed', 'transaction.authorized')
                    THEN convert_from(e.body, 'UTF8')::json #>> '{data,transactionRef}'
                    WHEN e.type = 'transaction.captured'
                    THEN convert_from(e.body, 'UTF8')::json #>> '{data,transactionRef}' || ' capture'
                    WHEN e.type = 'transaction.voided'
                    THEN convert_from(e.body, 'UTF8')::json #>> '{data,transactionRef}' || ' void'
                    WHEN e.type = 'transaction.returned'
                    THEN convert_from(e.body, 'UTF8')::json #>> '{data,returnRef}' END AS ref
    FROM webhook_events e JOIN environments v ON v.id = e.environment_id
   WHERE v.tenant_id = $1 AND e.targets > 0 AND e.body IS NOT NULL`;

/** The receiver's record and the clients' expectations. */
interface WebhookEvidence {
  readonly receiver: WebhookReceiver;
  readonly byTenant: ReadonlyMap<string, Expectations>;
  /** Events that were delivered before the database lost them. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Checks three promises. The receiver accepted every stored delivery that is not due; every transaction has its event; every
 * received delivery is stored or listed as lost.
 */
export const checkWebhooks = async (
  db: Client,
  { receiver, byTenant, listed }: WebhookEvidence,
  violations: Violations,
): Promise<WebhookFigures> => {
  const due = new Set(
    (await db.query<{ id: string }>('SELECT id FROM delivery_tasks')).rows.map(({ id }) => id),
  );
  const known = new Set<string>();
  let underWay = 0;
  for (const [tenantId, { eventRefs }] of byTenant) {
    const { rows: deliveries } = await db.query<DeliveryRow>(deliveriesText, [tenantId]);
    for (const { id } of deliveries) known.add(id);
    const ended = deliveries.filter(({ id }) => !due.has(id));
    underWay += deliveries.length - ended.length;
    for (const delivery of ended) checkEnded(delivery, receiver.received.get(delivery.id), violations);
    const { rows: events } = await db.query<EventRow>(eventsText, [tenantId]);
    checkEvents(events, { eventRefs: eventRefs, deliveries }, violations);
  }
  for (const [id, { eventId, event }] of receiver.received)
    if (!known.has(id) && !listed.has(eventId))
      violations.add('webhook of nothing stored', `${event}: delivery ${id} of event ${eventId}`);
  return { ...countReceived(receiver), underWay };
};

interface EventRow {
  readonly id: string;
  readonly ref: string | null;
}

/** Checks a delivery that is no longer due. */
const checkEnded = (
  { id, eventId, status, failure }: DeliveryRow,
  received: DeliveryTally | undefined,
  violations: Violations,
): void => {
  const example = `${id} of event ${eventId}: ${status} ${failure ?? ''}`;
  if (status !== 'SUCCEEDED') violations.add('webhook stranded', example);
  else if (received === undefined || received.taken === 0) violations.add('webhook lost', example);
  else if (received.eventId !== eventId) violations.add('webhook of another event', example);
};

const checkEvents = (
  events: readonly EventRow[],
  {
    eventRefs,
    deliveries,
  }: { readonly eventRefs: ReadonlySet<string>; readonly deliveries: readonly DeliveryRow[] },
  violations: Violations,
): void => {
  const twice = (name: string): void => {
    violations.add('webhook doubled', name);
  };
  const delivered = distinct(
    deliveries.map(({ eventId }) => eventId),
    twice,
  );
  for (const { id } of events)
    if (!delivered.has(id)) violations.add('webhook lost', `event ${id} has no delivery`);
  const refs = distinct(
    events.flatMap(({ ref }) => ref ?? []),
    twice,
  );
  for (const ref of eventRefs) if (!refs.has(ref)) violations.add('webhook lost', `${ref} has no event`);
};

const distinct = (names: readonly string[], twice: (name: string) => void): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const name of names) {
    if (found.has(name)) twice(name);
    found.add(name);
  }
  return found;
};

const countReceived = ({ received }: WebhookReceiver): Omit<WebhookFigures, 'underWay'> => {
  let twice = 0;
  for (const { taken } of received.values()) if (taken > 1) twice += 1;
  return { received: received.size, twice };
};
