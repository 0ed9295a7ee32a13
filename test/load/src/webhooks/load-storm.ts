import { randomUUID } from 'node:crypto';
import type { BenchRun } from '../measure/bench-run.ts';
import { withDatabase } from '../with-database.ts';
import { insertStormDeliveries, insertStormDue, insertStormEvents } from './storm-statements.ts';
import type { SubscribedTenant } from './subscribed-tenant.ts';

export interface StormPlan {
  /** Each with as many endpoints as it has. */
  readonly tenants: readonly SubscribedTenant[];
  /** Of each tenant: each is to be delivered again to each of its endpoints. */
  readonly eventsEach: number;
}

/** Due rows are loaded in less time than what they are about, and this. */
const spareMs = 15_000;

/** Loads retries that are due at one time, and answers when; throws when they were not all there by then. */
export const loadStorm = (run: BenchRun, { tenants, eventsEach }: StormPlan): Promise<Date> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const beganMs = Date.now();
    for (const { tenant, webhookIds, memberIds } of tenants) {
      const { environmentId, tenantId } = tenant;
      const told = [environmentId, eventsEach, memberIds, randomUUID(), tenantId, webhookIds.length];
      await db.query(insertStormEvents, told);
      await db.query(insertStormDeliveries, [environmentId, webhookIds]);
    }
    const dueAt = new Date(2 * Date.now() - beganMs + spareMs);
    for (const { tenant, webhookIds } of tenants)
      await db.query(insertStormDue, [tenant.environmentId, webhookIds, dueAt]);
    for (const table of ['webhook_events', 'deliveries', 'delivery_tasks'])
      await db.query(`ANALYZE ${table}`);
    if (Date.now() > dueAt.getTime()) throw new Error('the retries were due before all of them were loaded');
    return dueAt;
  });
