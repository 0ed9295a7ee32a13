import type { EnvironmentId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';

/** An event whose deliveries to some endpoints are created later. */
export interface EventToDefer {
  readonly environmentId: EnvironmentId;
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  readonly webhookIds: readonly string[];
}

const insertStatement: Statement = {
  name: 'webhook-catch-ups-insert',
  text: `INSERT INTO webhook_catch_ups (environment_id, webhook_id, event_ids, event_ats)
         SELECT $1, w.id, $3::uuid[], $4::timestamptz[] FROM unnest($2::uuid[]) AS w (id)`,
};

/** Records deferred deliveries in the transaction that stores their events: one row for each endpoint, however many events. */
export const addCatchUps = async (tx: Transaction, events: readonly EventToDefer[]): Promise<void> => {
  const groups = new Map<string, EventToDefer[]>();
  for (const event of events) {
    const key = [event.environmentId, ...event.webhookIds].join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  for (const group of groups.values()) {
    const [{ environmentId, webhookIds } = none] = group;
    const times = group.map(({ createdAtMs }) => new Date(createdAtMs));
    await tx.query(insertStatement, [environmentId, webhookIds, group.map(({ id }) => id), times]);
  }
};

const none = { environmentId: 0, webhookIds: [] };
