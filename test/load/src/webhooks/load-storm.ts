import { randomUUID } from 'node:crypto';
import { withDatabase } from '@loyalty/testkit/database';
import type { BenchRun } from '../measure/bench-run.ts';
import { insertStormDeliveries, insertStormDue, insertStormEvents } from './storm-statements.ts';
import type { SubscribedTenant } from './subscribed-tenant.ts';

export interface StormPlan {
  /** The tenants, each with its endpoints. */
  readonly tenants: readonly SubscribedTenant[];
  /** Events per tenant; each is to be delivered again to each of the tenant's endpoints. */
  readonly eventsEach: number;
}

/** Task rows load in less time than the deliveries, plus this margin. */
const spareMs = 15_000;

/** Loads retries that are due at one time, and analyses no table: nobody does so in a storm. Returns that time; throws when they were not all loaded by then. */
export const loadStorm = (run: BenchRun, { tenants, eventsEach }: StormPlan): Promise<Date> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const beganMs = Date.now();
    for (const { tenant, webhookIds, memberIds } of tenants) {
      const { environmentId, tenantId } = tenant;
      const parameters = [environmentId, eventsEach, memberIds, randomUUID(), tenantId, webhookIds.length];
      await db.query(insertStormEvents, parameters);
      await db.query(insertStormDeliveries, [environmentId, webhookIds]);
    }
    const dueAt = new Date(2 * Date.now() - beganMs + spareMs);
    for (const { tenant, webhookIds } of tenants)
      await db.query(insertStormDue, [tenant.environmentId, webhookIds, dueAt]);
    if (Date.now() > dueAt.getTime()) throw new Error('the retries were due before all of them were loaded');
    return dueAt;
  });
