import { randomUUID } from 'node:crypto';
import type { BenchRun } from '../measure/bench-run.ts';
import { withDatabase } from '../with-database.ts';
import { insertStormDeliveries, insertStormDue, insertStormEvents } from './storm-statements.ts';
import type { ToldTenant } from './told-tenant.ts';

export interface StormPlan {
  /** Each with as many endpoints as it has. */
  readonly tenants: readonly ToldTenant[];
  /** Of each tenant: each is to be delivered again to each of its endpoints. */
  readonly eventsEach: number;
  readonly dueAt: Date;
}

/** Loads retries that are due at one time; throws when they were not all there by then. */
export const loadStorm = (run: BenchRun, { tenants, eventsEach, dueAt }: StormPlan): Promise<void> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    for (const { tenant, webhookIds, memberIds } of tenants) {
      const { environmentId, tenantId } = tenant;
      const told = [environmentId, eventsEach, memberIds, randomUUID(), tenantId, webhookIds.length];
      await db.query(insertStormEvents, told);
      await db.query(insertStormDeliveries, [environmentId, webhookIds, dueAt]);
      await db.query(insertStormDue, [environmentId, webhookIds, dueAt]);
    }
    for (const table of ['webhook_events', 'deliveries', 'delivery_due']) await db.query(`ANALYZE ${table}`);
    if (Date.now() > dueAt.getTime()) throw new Error('the retries were due before all of them were loaded');
  });
